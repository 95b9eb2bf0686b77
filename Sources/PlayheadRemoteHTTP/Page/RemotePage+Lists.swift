extension RemotePage {
    /// Queue, chapters, tracks and statistics.
    static let lists = #"""
        const mostItems = 300;
        let dragged = null;

        function element(name, text, attributes = {}) {
          const node = document.createElement(name);
          if (text) node.textContent = text;
          for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
          return node;
        }

        function iconButton(icon, label, action) {
          const button = element("button", "", {"class": "icon plain", "aria-label": label, "title": label});
          button.innerHTML = '<svg aria-hidden="true"><use href="#i-' + icon + '"/></svg>';
          button.onclick = action;
          return button;
        }

        function renderLists(parts) {
          if ("queue" in parts) renderQueue();
          if ("chapters" in parts || "chapter" in parts) renderChapters("chapters" in parts);
          if ("tracks" in parts) for (const kind of ["video", "audio", "subtitles"]) renderTracks(kind);
          if ("statistics" in parts || "liveOffset" in parts) renderStatistics();
        }

        // Keeps the focus on the same button of the same item.
        function keepingFocus(list, render) {
          const row = document.activeElement && document.activeElement.closest("#" + list.id + " li");
          const place = row && [...row.querySelectorAll("button")].indexOf(document.activeElement);
          const id = row && row.dataset.id;
          render();
          if (!row) return;
          const same = list.querySelector('li[data-id="' + id + '"]');
          const button = same && same.querySelectorAll("button")[place];
          if (button && !button.disabled) button.focus();
          else if (same) same.querySelector("button").focus();
        }

        function renderQueue() {
          const queue = player.queue, items = queue.items;
          const current = items.findIndex(item => item.id === queue.currentID);
          const first = items.length > mostItems ? Math.max(0, Math.min(current - 100, items.length - mostItems)) : 0;
          const shown = items.slice(first, first + mostItems);
          keepingFocus($("queue"), () => $("queue").replaceChildren(...shown.map((item, index) => queueRow(item, first + index))));
          setText("queue-head", "Queue" + (items.length ? " (" + items.length + ")" : ""));
          setText("queue-note", !items.length ? "The queue is empty." : items.length > shown.length
            ? "Items " + (first + 1) + " to " + (first + shown.length) + " of " + items.length + " are listed." : "");
          $("clear").disabled = !items.length;
          press("shuffle", queue.isShuffled);
          const mode = String(queue.repeatMode);
          if (![...$("repeat").options].some(option => option.value === mode)) $("repeat").add(new Option("Repeat " + mode + " times", mode));
          $("repeat").value = mode;
        }

        function queueRow(item, index) {
          const items = player.queue.items;
          const row = element("li", "", {"draggable": "true", "data-id": item.id});
          if (item.id === player.queue.currentID) row.setAttribute("aria-current", "true");
          const name = element("button", item.title, {"class": "name", "title": item.uri});
          name.onclick = () => command("jump", {item: item.id});
          const move = before => command("move", {item: item.id, before});
          const up = iconButton("up", "Move up: " + item.title, () => move(items[index - 1].id));
          const down = iconButton("down", "Move down: " + item.title, () => move(items[index + 2] ? items[index + 2].id : null));
          up.disabled = index === 0;
          down.disabled = index === items.length - 1;
          row.append(name, up, down, iconButton("remove", "Remove: " + item.title, () => command("remove", {item: item.id})));
          row.ondragstart = event => {
            dragged = item.id;
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("application/x-playhead", String(item.id));
          };
          row.ondragend = () => { dragged = null; };
          row.ondragover = event => {
            if (dragged === null) return;
            event.preventDefault();
            row.classList.add("over");
          };
          row.ondragleave = () => row.classList.remove("over");
          row.ondrop = event => {
            row.classList.remove("over");
            if (dragged === null || dragged === item.id) return;
            event.preventDefault();
            event.stopPropagation();
            command("move", {item: dragged, before: item.id});
          };
          return row;
        }

        // Addresses that are dropped anywhere are added.
        addEventListener("dragover", event => { if (dragged === null) event.preventDefault(); });
        addEventListener("drop", event => {
          if (dragged !== null) return;
          event.preventDefault();
          const text = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
          const items = text.split(/\r?\n/).map(line => line.trim()).filter(line => line && !line.startsWith("#"));
          if (items.length) command("insert", {items});
          else if (event.dataTransfer.files.length) showProblem("Files of this device cannot be sent to the player. Drop an address.");
        });

        $("add").onsubmit = async event => {
          event.preventDefault();
          if (await command("insert", {items: [$("address").value.trim()]})) $("address").value = "";
        };
        $("clear").onclick = () => { if (confirm("Remove all items?")) command("removeAll"); };
        $("shuffle").onclick = () => command("setShuffled", {isShuffled: !player.queue.isShuffled});
        $("repeat").onchange = () => command("setRepeatMode", {mode: Number($("repeat").value) || $("repeat").value});

        function renderChapters(isNew) {
          const chapters = player.chapters || [];
          $("chapters-card").hidden = !chapters.length;
          const name = chapter => chapter.title || "Chapter " + (chapter.id + 1);
          if (isNew) {
            $("chapters").replaceChildren(...chapters.map(chapter => {
              const row = element("li", "", {"data-id": chapter.id});
              const button = element("button", name(chapter), {"class": "name"});
              button.onclick = () => command("goToChapter", {chapter: chapter.id});
              row.append(button, element("span", clock(chapter.start), {"class": "time"}));
              return row;
            }));
          }
          for (const row of $("chapters").children) {
            if (row.dataset.id === String(player.chapter)) row.setAttribute("aria-current", "true");
            else row.removeAttribute("aria-current");
          }
          const current = chapters.find(chapter => chapter.id === player.chapter);
          setText("chapter", current ? name(current) : "");
        }

        function languageName(code) {
          try { return new Intl.DisplayNames(["en"], {type: "language"}).of(code); } catch { return code; }
        }

        function trackName(track) {
          const size = track.height ? track.width + "×" + track.height : "";
          const sound = track.channels ? (track.channels === 1 ? "mono" : track.channels === 2 ? "stereo" : track.channels + " channels") : "";
          const words = [track.title, track.language && languageName(track.language), track.codec, size, sound,
            track.isForced ? "forced" : "", track.isForHearingImpaired ? "for hearing-impaired" : ""];
          return words.filter(Boolean).join(", ") || track.id;
        }

        function renderTracks(kind) {
          const select = $("track-" + kind), tracks = player.tracks.filter(track => track.kind === kind);
          const options = tracks.map(track => new Option(trackName(track), track.id));
          if (kind === "subtitles" || !tracks.length) options.unshift(new Option("None", ""));
          if (tracks.length) options.push(new Option("Automatic", "auto"));
          select.replaceChildren(...options);
          const chosen = tracks.find(track => track.chosen);
          select.value = chosen ? chosen.id : "";
          select.disabled = !tracks.length;
          select.onchange = () => select.value === "auto" ? command("selectAutomatically", {kind}) : command("select", {kind, track: select.value || null});
        }

        function renderStatistics() {
          const s = player.statistics, rows = [];
          const add = (name, value) => { if (value !== null && value !== undefined) rows.push([name, String(value)]); };
          if (s) {
            add("Frames shown", s.presentedVideoFrames);
            add("Frames dropped", s.droppedVideoFrames);
            add("Audio interruptions", s.audioUnderruns);
            add("Stalls", s.stallCount + (s.stallCount ? " (" + s.stallTime.toFixed(1) + " s)" : ""));
            add("Played", clock(s.played));
            if (s.fetchedBytes) add("Fetched", (s.fetchedBytes / 1e6).toFixed(1) + " MB");
            if (s.bandwidth) add("Bandwidth", (s.bandwidth / 1e6).toFixed(1) + " Mbit/s");
            add("Warnings", s.warnings);
          }
          if (player.liveOffset !== null) add("Behind live", player.liveOffset.toFixed(1) + " s");
          for (const track of player.tracks || []) if (track.applied && track.decoder) add(track.kind === "video" ? "Video decoder" : "Audio decoder", track.decoder);
          add("Version", player.version);
          $("statistics").replaceChildren(...rows.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
        }

        start();
        """#
}
