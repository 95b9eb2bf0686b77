extension RemotePage {
    static let style = #"""
        :root {
          --paper: #f4f5f7; --card: #ffffff; --ink: #16191d; --dim: #555d68; --line: #d5d9df;
          --accent: #0b62c4; --on-accent: #ffffff; --track: #d9dde3; --buffer: #9fb6d1; --gap: #c62828;
          --warn: #8a1c1c; --warn-paper: #fde8e6; --hover: #eceff3;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #121417; --card: #1c2025; --ink: #eceff2; --dim: #a5aeb9; --line: #343a42;
            --accent: #6fb1ff; --on-accent: #08203d; --track: #3a414a; --buffer: #5f7f9f; --gap: #ff7b72;
            --warn: #ffb4ad; --warn-paper: #3d1d1b; --hover: #262b32;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.4 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
        }
        h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
        ol, ul { list-style: none; }
        h2 { font-size: 1rem; }
        .icons { display: none; }
        svg { width: 24px; height: 24px; fill: currentColor; display: block; }
        button, select, input[type=text], input[type=number] {
          font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
          border-radius: 8px; min-height: 44px; padding: 0 12px;
        }
        button { cursor: pointer; }
        button:hover { background: var(--hover); }
        button:disabled { opacity: .45; cursor: default; }
        button.icon { width: 44px; padding: 0; display: inline-grid; place-items: center; flex: none; }
        button.plain { border-color: transparent; background: transparent; }
        button.plain:hover { background: var(--hover); }
        button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        button.main { width: 64px; height: 64px; border-radius: 50%; background: var(--accent); border: 0; color: var(--on-accent); }
        button.main svg { width: 34px; height: 34px; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        header { display: flex; align-items: center; gap: 12px; padding: 8px 16px; max-width: 1240px; margin: 0 auto; }
        header h1 { font-size: 1.05rem; flex: 1; }
        #connection { font-size: .875rem; color: var(--dim); display: flex; gap: 8px; align-items: center; }
        #connection::before { content: ""; width: 10px; height: 10px; border-radius: 50%; background: #2e9e4f; }
        .lost #connection::before { background: var(--gap); }
        #banner, #problem {
          max-width: 1208px; margin: 0 auto 8px; padding: 12px 16px; border-radius: 8px;
          background: var(--warn-paper); color: var(--warn); border: 1px solid currentColor;
        }
        #problem {
          position: fixed; left: 16px; right: 16px; bottom: 16px; z-index: 2; margin: 0 auto;
          box-shadow: 0 4px 16px #0006;
        }
        [hidden] { display: none !important; }
        main { display: grid; gap: 16px; padding: 0 16px 32px; max-width: 1240px; margin: 0 auto; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; min-width: 0; }
        .stage {
          position: relative; background: #000; border-radius: 8px; overflow: hidden; aspect-ratio: 16 / 9;
          display: grid; place-items: center; color: #8b939d;
        }
        .stage img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
        .stage.art { background: var(--paper); }
        .stage svg { width: 72px; height: 72px; }
        #subtitle {
          min-height: 3.6em; padding: 8px 0; text-align: center; white-space: pre-line; display: grid;
          align-items: center; font-size: 1.05rem;
        }
        .names { display: flex; gap: 12px; align-items: start; }
        .names > div { flex: 1; min-width: 0; }
        #title { font-size: 1.25rem; overflow-wrap: anywhere; }
        .dim, #about, #chapter { color: var(--dim); font-size: .9375rem; overflow-wrap: anywhere; }
        .seek { position: relative; height: 44px; margin-top: 8px; }
        .bar { position: absolute; left: 0; right: 0; top: 18px; height: 8px; border-radius: 4px; background: var(--track); overflow: hidden; }
        .bar i { position: absolute; top: 0; bottom: 0; }
        .bar .buffer { background: var(--buffer); }
        .bar .done { background: var(--accent); left: 0; }
        .bar .gap { background: var(--gap); min-width: 3px; }
        .bar .mark { background: var(--card); width: 2px; }
        .seek input { position: absolute; inset: 0; width: 100%; height: 44px; }
        input[type=range] { appearance: none; background: transparent; margin: 0; cursor: pointer; }
        input[type=range]::-webkit-slider-runnable-track { height: 44px; background: transparent; }
        input[type=range]::-moz-range-track { height: 44px; background: transparent; }
        input[type=range]::-webkit-slider-thumb {
          appearance: none; width: 20px; height: 20px; margin-top: 12px; border-radius: 50%;
          background: var(--accent); border: 2px solid var(--card);
        }
        input[type=range]::-moz-range-thumb { width: 16px; height: 16px; border-radius: 50%; background: var(--accent); border: 2px solid var(--card); }
        input[type=range]:disabled { opacity: .4; cursor: default; }
        #volume { flex: 1; min-width: 80px; height: 44px; background: linear-gradient(to right, var(--accent) var(--share), var(--track) 0) center / 100% 6px no-repeat; }
        #speed { width: 5.2em; }
        .times { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; color: var(--dim); font-size: .9375rem; }
        .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 12px; }
        .center { justify-content: center; }
        .grow { flex: 1; min-width: 0; }
        .head { display: flex; align-items: center; gap: 8px; min-height: 44px; }
        .head h2 { flex: 1; }
        .list { max-height: 420px; overflow: auto; margin: 8px -8px 0; }
        .list li { display: flex; align-items: center; border-top: 1px solid var(--line); padding: 2px 8px; gap: 4px; }
        .list li:first-child { border-top: 0; }
        .list li.over { box-shadow: inset 0 3px 0 var(--accent); }
        .list .name { flex: 1; min-width: 0; text-align: left; border: 0; background: transparent; padding: 8px 4px; overflow-wrap: anywhere; }
        .list .name:hover { background: var(--hover); }
        .list [aria-current=true] .name { font-weight: 700; color: var(--accent); }
        .list .time { color: var(--dim); font-variant-numeric: tabular-nums; flex: none; }
        .fields { display: grid; gap: 12px; }
        .fields label { display: grid; grid-template-columns: 6.5em 1fr; align-items: center; gap: 8px; }
        .fields select, .fields input { width: 100%; min-width: 0; }
        dl { display: grid; grid-template-columns: 1fr auto; gap: 6px 16px; font-size: .9375rem; margin-top: 8px; }
        dt { color: var(--dim); }
        dd { font-variant-numeric: tabular-nums; text-align: right; }
        summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; font-weight: 700; }
        summary::before { content: "▸"; width: 1.2em; }
        details[open] > summary::before { content: "▾"; }
        kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 6px; font: inherit; }
        .only-readers { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .side { display: grid; gap: 16px; align-content: start; min-width: 0; }
        @media (min-width: 960px) {
          main { grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr); align-items: start; }
          .now { position: sticky; top: 8px; }
        }
        @media (max-width: 480px) {
          main { padding: 0 8px 24px; gap: 8px; }
          .side { gap: 8px; }
          .card { padding: 12px; }
          .stage { margin: -12px -12px 0; border-radius: 11px 11px 0 0; }
        }
        @media (prefers-reduced-motion: no-preference) { button { transition: background-color .12s; } }
        """#
}
