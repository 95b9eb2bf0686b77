extension RemotePage {
    static let icons = """
        <svg class="icons" aria-hidden="true">
        <symbol id="i-play" viewBox="0 0 24 24"><path d="M7 4.5v15l12.5-7.5z"/></symbol>
        <symbol id="i-pause" viewBox="0 0 24 24"><path d="M6 4.5h4v15H6zm8 0h4v15h-4z"/></symbol>
        <symbol id="i-previous" viewBox="0 0 24 24"><path d="M5 5h2.5v14H5zm14 0v14L8.5 12z"/></symbol>
        <symbol id="i-next" viewBox="0 0 24 24"><path d="M16.5 5H19v14h-2.5zM5 5l10.5 7L5 19z"/></symbol>
        <symbol id="i-back" viewBox="0 0 24 24"><path d="M12 5v14L3 12zm9 0v14l-9-7z"/></symbol>
        <symbol id="i-forward" viewBox="0 0 24 24"><path d="M3 5l9 7-9 7zm9 0l9 7-9 7z"/></symbol>
        <symbol id="i-sound" viewBox="0 0 24 24"><path d="M3 9v6h4l5 4.5v-15L7 9zm11.5-.5a4.5 4.5 0 010 7v2.2a6.5 6.5 0 000-11.4z"/></symbol>
        <symbol id="i-mute" viewBox="0 0 24 24"><path d="M3 9v6h4l5 4.5v-15L7 9zm18.5.9l-1.4-1.4-2.1 2.1-2.1-2.1-1.4 1.4 2.1 2.1-2.1 2.1 1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z"/></symbol>
        <symbol id="i-up" viewBox="0 0 24 24"><path d="M12 7l7 7-1.6 1.6L12 10.2l-5.4 5.4L5 14z"/></symbol>
        <symbol id="i-down" viewBox="0 0 24 24"><path d="M12 17l7-7-1.6-1.6L12 13.8 6.6 8.4 5 10z"/></symbol>
        <symbol id="i-remove" viewBox="0 0 24 24"><path d="M18.4 7L17 5.6l-5 5-5-5L5.6 7l5 5-5 5L7 18.4l5-5 5 5 1.4-1.4-5-5z"/></symbol>
        <symbol id="i-picture" viewBox="0 0 24 24"><path d="M3 5h18v14H3zm2 2v10h14V7zm1.5 8.5l3.2-4 2.3 2.7 2.5-3.7 3.5 5z"/></symbol>
        <symbol id="i-full" viewBox="0 0 24 24"><path d="M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z"/></symbol>
        <symbol id="i-shot" viewBox="0 0 24 24"><path d="M9 5l-1.5 2H3v12h18V7h-4.5L15 5zm3 4a4 4 0 110 8 4 4 0 010-8zm0 2a2 2 0 100 4 2 2 0 000-4z"/></symbol>
        <symbol id="i-shuffle" viewBox="0 0 24 24"><path d="M3 6h4l9 10h2v-3l4 4-4 4v-3h-3L6 8H3zm0 10h3l2.5-2.8 1.4 1.5L7 18H3zm12-10h3V3l4 4-4 4V8h-2l-2.4 2.7-1.4-1.5z"/></symbol>
        <symbol id="i-note" viewBox="0 0 24 24"><path d="M9 4l11-2v13.5a3 3 0 11-2-2.8V6.5l-7 1.3v9.7a3 3 0 11-2-2.8z"/></symbol>
        </svg>
        """

    static let content = """
        <header>
        <h1>Playhead</h1>
        <span id="connection" role="status">Connecting…</span>
        </header>
        <p id="banner" role="alert" hidden></p>
        <p id="problem" role="alert" hidden></p>
        <main>
        <section class="card now" aria-label="Now playing">
          <div class="stage" id="stage"><svg aria-hidden="true"><use href="#i-note"/></svg><img id="picture" alt="" hidden></div>
          <p id="subtitle" aria-label="Subtitle" role="group"></p>
          <div class="names">
            <div><h2 id="title">Nothing is loaded</h2><p id="about"></p><p id="chapter"></p></div>
            <button class="icon" id="live" aria-pressed="false" aria-label="Live picture" title="Live picture"><svg aria-hidden="true"><use href="#i-picture"/></svg></button>
          </div>
          <div class="seek">
            <div class="bar" id="bar"></div>
            <input type="range" id="seek" min="0" max="1" step="0.1" value="0" aria-label="Position" disabled>
          </div>
          <p class="times"><span id="position">0:00</span><span id="state"></span><span id="duration">–</span></p>
          <div class="row center">
            <button class="icon plain" data-command="previous" aria-label="Previous item" title="Previous item (p)"><svg aria-hidden="true"><use href="#i-previous"/></svg></button>
            <button class="icon plain" data-command="skip" data-body='{"by":-10}' aria-label="Back 10 seconds" title="Back 10 seconds (left)"><svg aria-hidden="true"><use href="#i-back"/></svg></button>
            <button class="icon main" id="toggle" data-command="toggle" aria-label="Play" title="Play or pause (space)"><svg aria-hidden="true"><use href="#i-play"/></svg></button>
            <button class="icon plain" data-command="skip" data-body='{"by":10}' aria-label="Forward 10 seconds" title="Forward 10 seconds (right)"><svg aria-hidden="true"><use href="#i-forward"/></svg></button>
            <button class="icon plain" data-command="next" aria-label="Next item" title="Next item (n)"><svg aria-hidden="true"><use href="#i-next"/></svg></button>
          </div>
          <div class="row">
            <button class="icon" id="mute" aria-pressed="false" aria-label="Mute" title="Mute (m)"><svg aria-hidden="true"><use href="#i-sound"/></svg></button>
            <input type="range" id="volume" min="0" max="100" step="1" value="100" aria-label="Volume">
            <label class="only-readers" for="speed">Speed</label>
            <select id="speed" title="Speed"></select>
            <button class="icon" id="full" aria-pressed="false" aria-label="Full screen" title="Full screen (f)"><svg aria-hidden="true"><use href="#i-full"/></svg></button>
            <button class="icon" id="shot" data-command="screenshot" aria-label="Screenshot" title="Screenshot (s)"><svg aria-hidden="true"><use href="#i-shot"/></svg></button>
          </div>
        </section>
        <div class="side">
        <section class="card" aria-labelledby="queue-head">
          <div class="head"><h2 id="queue-head">Queue</h2>
            <label class="only-readers" for="repeat">Repeat</label>
            <select id="repeat" title="Repeat"><option value="off">No repeat</option><option value="all">Repeat all</option><option value="one">Repeat one</option></select>
            <button class="icon" id="shuffle" aria-pressed="false" aria-label="Shuffle" title="Shuffle"><svg aria-hidden="true"><use href="#i-shuffle"/></svg></button>
          </div>
          <ol class="list" id="queue"></ol>
          <p class="dim" id="queue-note"></p>
          <form class="row" id="add">
            <input type="text" class="grow" id="address" aria-label="Address or path to add" placeholder="https://…" autocomplete="off" autocapitalize="off" spellcheck="false" required>
            <button>Add</button>
            <button type="button" id="clear">Clear</button>
          </form>
        </section>
        <section class="card" aria-labelledby="chapters-head" id="chapters-card" hidden>
          <div class="head"><h2 id="chapters-head">Chapters</h2>
            <button class="icon plain" data-command="previousChapter" aria-label="Previous chapter"><svg aria-hidden="true"><use href="#i-up"/></svg></button>
            <button class="icon plain" data-command="nextChapter" aria-label="Next chapter"><svg aria-hidden="true"><use href="#i-down"/></svg></button>
          </div>
          <ol class="list" id="chapters"></ol>
        </section>
        <section class="card" aria-labelledby="tracks-head">
          <div class="head"><h2 id="tracks-head">Tracks</h2></div>
          <div class="fields">
            <label>Video <select id="track-video"></select></label>
            <label>Audio <select id="track-audio"></select></label>
            <label>Subtitles <select id="track-subtitles"></select></label>
            <label>Delay (s) <input type="number" id="delay" step="0.1" value="0" aria-label="Subtitle delay in seconds" title="Subtitle delay in seconds"></label>
            <label>Aspect <select id="aspect"><option value="fit">Fit</option><option value="fill">Fill</option><option value="stretch">Stretch</option></select></label>
          </div>
        </section>
        <section class="card">
          <details id="details"><summary>Statistics</summary><dl id="statistics"></dl></details>
          <details><summary>Keys</summary><dl>
            <dt>Play or pause</dt><dd><kbd>Space</kbd></dd><dt>Seek by 10 s</dt><dd><kbd>←</kbd> <kbd>→</kbd></dd>
            <dt>Volume</dt><dd><kbd>9</kbd> <kbd>0</kbd></dd><dt>Mute</dt><dd><kbd>m</kbd></dd>
            <dt>Slower, faster</dt><dd><kbd>[</kbd> <kbd>]</kbd></dd><dt>Previous, next item</dt><dd><kbd>p</kbd> <kbd>n</kbd></dd>
            <dt>Previous, next chapter</dt><dd><kbd>,</kbd> <kbd>.</kbd></dd><dt>Full screen</dt><dd><kbd>f</kbd></dd>
            <dt>Screenshot</dt><dd><kbd>s</kbd></dd></dl></details>
          <button id="quit" hidden>Quit Playhead</button>
        </section>
        </div>
        </main>
        """
}
