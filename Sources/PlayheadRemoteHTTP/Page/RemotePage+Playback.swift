extension RemotePage {
    /// Now playing: position, controls, picture, keys.
    static let playback = #"""
        const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3, 4, 8];
        let isSeeking = false, seekTimer = 0, hasChosenLive = false, pictureTimer = 0;

        function positionNow() {
          const advance = player.state === "playing" ? (performance.now() - stateTime) / 1000 * player.effectiveSpeed : 0;
          const limit = player.duration === null ? Infinity : player.duration;
          return Math.max(0, Math.min((player.position || 0) + advance, limit));
        }

        function clock(seconds) {
          if (seconds === null || seconds === undefined) return "–";
          const whole = Math.floor(seconds), s = String(whole % 60).padStart(2, "0"), m = Math.floor(whole / 60) % 60;
          const h = Math.floor(whole / 3600);
          return h ? h + ":" + String(m).padStart(2, "0") + ":" + s : m + ":" + s;
        }

        function spoken(seconds) {
          const whole = Math.floor(seconds), m = Math.floor(whole / 60), s = whole % 60;
          return (m ? m + (m === 1 ? " minute " : " minutes ") : "") + s + (s === 1 ? " second" : " seconds");
        }

        function setIcon(button, name) { button.querySelector("use").setAttribute("href", "#i-" + name); }
        function press(id, isPressed) { $(id).setAttribute("aria-pressed", String(!!isPressed)); }
        function setText(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }

        // The range that the seek bar shows: the medium, or the window of a live stream.
        function span() {
          if (player.streamType !== "onDemand" && player.seekableRange) return [player.seekableRange.start, player.seekableRange.end];
          return [0, player.duration];
        }

        function render(parts) {
          const has = (...names) => names.some(name => name in parts);
          if (has("item", "metadata")) renderNames();
          if (has("state", "isPaused", "item", "buffering", "error", "status", "streamType")) renderState();
          if (has("volume", "isMuted")) {
            if (document.activeElement !== $("volume")) $("volume").value = Math.round(player.volume * 100);
            $("volume").style.setProperty("--share", player.volume * 100 + "%");
            $("volume").setAttribute("aria-valuetext", Math.round(player.volume * 100) + " percent");
            press("mute", player.isMuted);
            setIcon($("mute"), player.isMuted ? "mute" : "sound");
          }
          if (has("speed")) renderSpeed();
          if (has("isFullscreen")) press("full", player.isFullscreen);
          if (has("aspectMode")) $("aspect").value = player.aspectMode;
          if (has("subtitle", "tracks")) {
            setText("subtitle", player.subtitle || "");
            $("subtitle").hidden = !player.tracks.some(track => track.kind === "subtitles" && track.chosen);
          }
          if (has("subtitleDelay") && document.activeElement !== $("delay")) $("delay").value = player.subtitleDelay;
          if (has("bufferedRanges", "gaps", "duration", "chapters", "seekableRange", "streamType")) renderBar();
          if (has("offers")) {
            $("shot").hidden = !player.offers.screenshot;
            $("quit").hidden = !player.offers.quit;
            $("address").placeholder = player.offers.folders.length ? "https://… or a path" : "https://…";
          }
          if (has("item", "metadata", "videoSize")) renderPicture();
          renderLists(parts);
          renderTime();
        }

        function renderNames() {
          const tags = player.metadata || {};
          const title = player.item ? tags.title || player.item.title : "Nothing is loaded";
          setText("title", title);
          document.title = player.item ? title + " – Playhead" : "Playhead";
          setText("about", player.item ? [tags.artist || tags.albumArtist, tags.album, tags.date].filter(Boolean).join(" · ") : "");
        }

        function renderState() {
          const isPlaying = player.state.startsWith("playing");
          $("toggle").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
          setIcon($("toggle"), isPlaying ? "pause" : "play");
          let words = "";
          if (player.error) words = player.error.message;
          else if (player.buffering) words = "Loading " + player.buffering.percent + " %";
          else if (player.status === "ended") words = "Ended";
          else if (player.streamType !== "onDemand" && player.item) words = "Live";
          setText("state", words);
        }

        function renderSpeed() {
          const list = speeds.includes(player.speed) ? speeds : [...speeds, player.speed].sort((a, b) => a - b);
          $("speed").replaceChildren(...list.map(speed => new Option(speed + "×", speed)));
          $("speed").value = player.speed;
        }

        function renderBar() {
          const [start, end] = span(), length = end - start;
          const pieces = [];
          const piece = (kind, from, to) => {
            const node = document.createElement("i");
            node.className = kind;
            node.style.left = Math.max(0, (from - start) / length * 100) + "%";
            if (to !== undefined) node.style.width = Math.max(0, Math.min(1, (to - Math.max(from, start)) / length)) * 100 + "%";
            pieces.push(node);
          };
          if (length > 0) {
            for (const range of player.bufferedRanges || []) piece("buffer", range.start, range.end);
            const done = document.createElement("i");
            done.className = "done";
            pieces.push(done);
            for (const gap of player.gaps || []) piece("gap", gap.start, gap.end);
            for (const chapter of (player.chapters || []).slice(1)) piece("mark", chapter.start);
          }
          $("bar").replaceChildren(...pieces);
          $("seek").min = start || 0;
          $("seek").max = length > 0 ? end : 1;
          $("seek").disabled = !(length > 0 && player.isSeekable);
          setText("duration", player.streamType !== "onDemand" && player.liveOffset !== null ? "−" + clock(player.liveOffset) : clock(player.duration));
        }

        function renderTime() {
          const [start, end] = span();
          const position = isSeeking ? Number($("seek").value) : positionNow();
          if (!isSeeking) $("seek").value = position;
          setText("position", clock(position));
          $("seek").setAttribute("aria-valuetext", spoken(position) + (end ? " of " + spoken(end) : ""));
          const done = $("bar").querySelector(".done");
          if (done) done.style.width = Math.max(0, Math.min(1, (position - start) / (end - start))) * 100 + "%";
        }
        setInterval(() => { if (player.state === "playing" && !document.hidden) renderTime(); }, 200);

        function renderPicture() {
          const art = player.metadata && player.metadata.artwork, hasVideo = !!player.videoSize;
          $("live").hidden = !hasVideo;
          if (!hasChosenLive) press("live", hasVideo && !art);
          const isLive = hasVideo && $("live").getAttribute("aria-pressed") === "true";
          $("stage").classList.toggle("art", !!art && !isLive);
          clearTimeout(pictureTimer);
          if (isLive) loadPicture();
          else if (art) show("/api/artwork?" + art, "Artwork");
          else $("picture").hidden = true;
        }

        function show(address, words) {
          const image = new Image();
          image.onload = () => {
            $("picture").src = image.src;
            $("picture").alt = words;
            $("picture").hidden = false;
          };
          image.src = address;
          return image;
        }

        // The next picture is asked for a second after the last one came, so that a slow network is not filled.
        function loadPicture() {
          clearTimeout(pictureTimer);
          if ($("live").getAttribute("aria-pressed") !== "true" || !player.videoSize) return;
          const again = () => { pictureTimer = setTimeout(loadPicture, 1000); };
          if (document.hidden || document.body.classList.contains("lost")) return again();
          const image = show("/api/picture?" + Date.now(), "The picture that is shown now");
          image.addEventListener("load", again);
          image.addEventListener("error", again);
        }

        $("live").onclick = () => {
          hasChosenLive = true;
          press("live", $("live").getAttribute("aria-pressed") !== "true");
          renderPicture();
        };
        for (const button of document.querySelectorAll("[data-command]")) {
          button.onclick = () => command(button.dataset.command, JSON.parse(button.dataset.body || "{}"));
        }
        $("mute").onclick = () => command("setMuted", {isMuted: !player.isMuted});
        $("full").onclick = () => command("setFullscreen", {isFullscreen: !player.isFullscreen});
        $("quit").onclick = () => { if (confirm("End the player?")) command("quit"); };
        $("volume").oninput = () => command("setVolume", {volume: $("volume").value / 100});
        $("speed").onchange = () => command("setSpeed", {speed: Number($("speed").value)});
        $("aspect").onchange = () => command("setAspectMode", {mode: $("aspect").value});
        $("delay").onchange = () => command("setSubtitleDelay", {delay: Number($("delay").value) || 0});
        // While the thumb moves, seeks are sent at most four times per second.
        $("seek").oninput = () => {
          isSeeking = true;
          renderTime();
          if (!seekTimer) seekTimer = setTimeout(seekNow, 250);
        };
        $("seek").onchange = () => { seekNow(); isSeeking = false; };
        function seekNow() {
          clearTimeout(seekTimer);
          seekTimer = 0;
          command("seek", {position: Number($("seek").value)});
        }

        function changeSpeed(isFaster) {
          const next = isFaster ? speeds.find(s => s > player.speed) : speeds.findLast(s => s < player.speed);
          if (next) command("setSpeed", {speed: next});
        }
        function changeVolume(step) { command("setVolume", {volume: Math.max(0, Math.min(1, player.volume + step))}); }

        const keys = {
          " ": () => command("toggle"), "ArrowLeft": () => command("skip", {by: -10}), "ArrowRight": () => command("skip", {by: 10}),
          "9": () => changeVolume(-0.05), "0": () => changeVolume(0.05), "m": () => $("mute").click(),
          "[": () => changeSpeed(false), "]": () => changeSpeed(true), "n": () => command("next"), "p": () => command("previous"),
          ",": () => command("previousChapter"), ".": () => command("nextChapter"), "f": () => $("full").click(), "l": () => command("markLoop"),
          "b": () => command("addBookmark"), "B": () => command("nextBookmark"),
          "s": () => { if (player.offers.screenshot) command("screenshot"); }
        };
        addEventListener("keydown", event => {
          const action = keys[event.key];
          if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
          const target = event.target;
          if (target.matches("input, select, textarea")) return;
          if (event.key === " " && target.matches("button, summary")) return;
          event.preventDefault();
          action();
        });
        """#
}
