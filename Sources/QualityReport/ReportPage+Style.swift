extension ReportPage {
    /// The style sheet. Colours have a contrast of at least 4.5 to 1 on both backgrounds.
    static let style = """
        :root{color-scheme:light dark;--back:#fff;--fore:#1b1f24;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;
        --error:#a40e26;--warning:#7d4e00;--note:#0a5699;--passed:#116329;--curve:#0a5699}
        @media(prefers-color-scheme:dark){:root{--back:#0d1117;--fore:#e6edf3;--soft:#9aa4ae;--line:#3d444d;--panel:#161b22;
        --error:#ff8f87;--warning:#e3b341;--note:#79c0ff;--passed:#7ee787;--curve:#79c0ff}}
        *{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--fore);font:15px/1.45 system-ui,sans-serif}
        header,main{max-width:1200px;margin:0 auto;padding:12px 16px}header p{color:var(--soft);margin:0}
        h1{font-size:1.5rem;margin:.3em 0}h2{font-size:1.15rem;overflow-wrap:anywhere}h3{font-size:1rem;margin:1.4em 0 .5em}
        section{border-top:1px solid var(--line);padding:4px 0 20px}a{color:var(--note)}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid var(--line);vertical-align:top}
        .scroll{overflow-x:auto}.summary td{overflow-wrap:anywhere}.badge{display:inline-block;font-size:.8rem;font-weight:600;padding:0 7px;border:1px solid;border-radius:10px;white-space:nowrap}
        .error{color:var(--error)}.warning{color:var(--warning)}.note{color:var(--note)}.passed{color:var(--passed)}
        .facts{display:flex;flex-wrap:wrap;gap:6px 28px;margin:0}.facts dt{color:var(--soft);font-size:.8rem}.facts dd{margin:0}
        .command{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:6px 10px;overflow-x:auto;color:var(--fore)}
        .controls{position:sticky;top:0;z-index:3;background:var(--back);padding:8px 0;border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:6px 16px;align-items:center}
        .controls[hidden]{display:none}.keys{color:var(--soft);font-size:.8rem}
        .findings{padding-left:2.2em}.findings li{margin:.5em 0;scroll-margin-top:60px}.findings li>*{color:var(--fore)}.findings li>.badge{color:inherit}.findings li>.time{color:var(--note)}
        .findings p{margin:.15em 0;overflow-wrap:anywhere}.findings li:focus,.findings li:target{outline:2px solid var(--note);outline-offset:4px}
        .findings details{color:var(--soft)}
        .timeline{position:relative;overflow:hidden}.lane{display:grid;grid-template-columns:120px 1fr;gap:10px;border-bottom:1px solid var(--line);padding:3px 0}
        .label{font-size:.8rem;color:var(--soft);overflow-wrap:anywhere}.track{position:relative;min-width:0}
        .axis span{position:absolute;font-size:.75rem;color:var(--soft);border-left:1px solid var(--line);padding-left:3px;white-space:nowrap}
        .strip .track{display:flex}.strip img{height:100%;object-fit:cover;display:block;min-width:0}
        figure{margin:10px 0}figure img{max-width:100%;height:auto}figcaption{color:var(--soft);font-size:.85rem}
        .mark{position:absolute;transform:translateX(-50%);text-decoration:none;font-weight:700;padding:0 2px;scroll-margin-top:80px}.mark.error{color:var(--error)}.mark.warning{color:var(--warning)}
        .mark:target,.mark:focus{outline:2px solid;border-radius:3px;z-index:2}
        .spans i{position:absolute;height:11px;background:currentColor;border-radius:2px;overflow:hidden;font-style:normal}
        .spans b{display:block;font:9px/11px system-ui,sans-serif;color:var(--back);padding-left:2px;white-space:nowrap}
        .curve svg{width:100%;height:100%;display:block;background:var(--panel)}.curve path{fill:none;stroke:var(--curve);stroke-width:1.5;vector-effect:non-scaling-stroke}
        .curve .limit{stroke:var(--error);stroke-dasharray:5 4}.scale{position:absolute;right:2px;font-size:.7rem;color:var(--soft);background:var(--panel)}.high{top:0}.low{bottom:0}
        .cursor{position:absolute;top:0;bottom:0;width:1px;background:var(--soft);pointer-events:none}
        .cursor::after{content:attr(data-time);position:absolute;left:3px;top:0;font-size:.75rem;background:var(--back)}
        @media(max-width:640px){.lane{grid-template-columns:1fr;gap:1px}.keys{display:none}th,td{padding-right:8px}
        .axis .label,.marks .label{display:none}.axis span:nth-child(even){display:none}}
        @media print{.controls{display:none!important}section{break-inside:auto}.findings li,.lane{break-inside:avoid}details{display:block}:root{--back:#fff;--fore:#000;--panel:#fff}}
        """

    /// The script: the filter, the keys, and the time under the pointer.
    static let script = """
        (function(){var form=document.querySelector('.controls');
        function all(s){return Array.prototype.slice.call(document.querySelectorAll(s))}
        function filter(){var text=form.elements.text.value.toLowerCase();all('.findings').forEach(function(list){var any=false;
        Array.prototype.forEach.call(list.children,function(item){var box=form.elements[item.className];
        var on=(!box||box.checked)&&item.textContent.toLowerCase().indexOf(text)>=0;item.hidden=!on;any=any||on});
        list.nextElementSibling.hidden=any})}
        if(form){form.hidden=false;form.addEventListener('input',filter);form.addEventListener('submit',function(e){e.preventDefault()});filter();
        window.addEventListener('hashchange',function(){var item=document.querySelector(location.hash||'x');if(item&&item.hidden){item.hidden=false}})}
        document.addEventListener('keydown',function(e){if(/INPUT|TEXTAREA/.test(e.target.tagName)||e.ctrlKey||e.metaKey||e.altKey)return;
        if(e.key==='/'&&form){e.preventDefault();form.elements.text.focus();return}
        if(e.key!=='j'&&e.key!=='k')return;var items=all('.findings li').filter(function(i){return !i.hidden});
        if(!items.length)return;var at=items.indexOf(document.activeElement);
        at=e.key==='j'?Math.min(at+1,items.length-1):Math.max(at-1,0);items[at].focus();items[at].scrollIntoView({block:'center'})});
        all('.timeline').forEach(function(line){var cursor=line.querySelector('.cursor');
        line.addEventListener('pointermove',function(e){var track=line.querySelector('.track').getBoundingClientRect();
        var x=(e.clientX-track.left)/track.width;cursor.hidden=x<0||x>1;if(cursor.hidden)return;
        cursor.style.left=(e.clientX-line.getBoundingClientRect().left)+'px';var t=x*line.dataset.duration;
        cursor.dataset.time=line.dataset.start?new Date((+line.dataset.start+t)*1000).toISOString().slice(11,19):Math.floor(t/60)+':'+('0'+(t%60).toFixed(1)).slice(-4)});
        line.addEventListener('pointerleave',function(){cursor.hidden=true})});
        window.addEventListener('beforeprint',function(){all('details').forEach(function(d){d.open=true})})})();
        """
}
