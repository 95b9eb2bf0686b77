extension RemotePage {
    /// The state, commands, and the connection, which is made again when it is lost.
    static let connection = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const player = {};
        let stateTime = 0, source = null, lastSign = 0, retry = 0, problemTimer = 0;

        async function start() {
          const token = new URLSearchParams(location.hash.slice(1)).get("token");
          if (token) {
            // The secret goes into a cookie that scripts cannot read, and out of the address and the history.
            const reply = await fetch("/api/session", {
              method: "POST", headers: {"Content-Type": "application/json", "Authorization": "Bearer " + token}, body: "{}"
            }).catch(() => null);
            if (reply && reply.ok) history.replaceState(null, "", location.pathname);
            else if (reply) showBanner("The token of this link is not valid any more. Open the link that playhead has printed.");
          }
          connect();
        }

        function connect() {
          if (source) source.close();
          source = new EventSource("/api/events");
          lastSign = Date.now();
          source.addEventListener("state", event => { take(event); online(); });
          source.addEventListener("change", take);
          source.addEventListener("alive", () => { lastSign = Date.now(); });
          source.onerror = lost;
        }

        function take(event) {
          lastSign = Date.now();
          const parts = JSON.parse(event.data);
          if ("position" in parts || "state" in parts || "effectiveSpeed" in parts) {
            if (!("position" in parts)) parts.position = positionNow();
            stateTime = performance.now();
          }
          Object.assign(player, parts);
          render(parts);
        }

        function online() {
          retry = 0;
          document.body.classList.remove("lost");
          $("connection").textContent = "Connected";
          $("banner").hidden = true;
        }

        async function lost() {
          if (!source) return;
          source.close();
          source = null;
          document.body.classList.add("lost");
          $("connection").textContent = "Not connected";
          if (player.state) Object.assign(player, {position: positionNow(), effectiveSpeed: 0});
          const reply = await fetch("/api/queue").catch(() => null);
          if (reply && reply.status === 401) {
            showBanner("This player needs a token. Open the link that playhead has printed in its terminal.");
          } else if (reply && reply.status === 503) {
            showBanner((await reply.json()).detail);
          } else {
            showBanner("The connection to the player is lost. Trying again…");
          }
          retry = Math.min(retry + 1, 5);
          setTimeout(connect, retry * 1000);
        }

        function showBanner(text) {
          $("banner").textContent = text;
          $("banner").hidden = false;
        }

        setInterval(() => { if (source && Date.now() - lastSign > 25000) lost(); }, 1000);
        addEventListener("online", () => { if (!source || document.body.classList.contains("lost")) connect(); });

        async function command(name, body = {}) {
          let reply;
          try {
            reply = await fetch("/api/commands/" + name, {
              method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
            });
          } catch { return showProblem("The player cannot be reached."); }
          if (reply.ok) return true;
          const problem = await reply.json().catch(() => ({}));
          showProblem(problem.detail || "The player has refused: " + reply.status);
          return false;
        }

        function showProblem(text) {
          $("problem").textContent = text;
          $("problem").hidden = false;
          clearTimeout(problemTimer);
          problemTimer = setTimeout(() => { $("problem").hidden = true; }, 6000);
          return false;
        }
        """#
}
