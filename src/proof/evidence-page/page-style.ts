import { hash } from 'node:crypto';

/** Part of the format, like the words: see evidence-document.ts. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#1b1d22;--muted:#585e6b;--line:#d5d8de;--paper:#fff;--soft:#f4f5f7;--good:#17693a;--part:#7a4d00;--bad:#ad1f2d}
@media (prefers-color-scheme:dark){:root{--ink:#e8e9ed;--muted:#a3a9b6;--line:#3a3e48;--paper:#17181c;--soft:#202228;--good:#6fd39a;--part:#eebd5e;--bad:#ff929b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:820px;padding:24px 16px;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 4px;font-size:22px;line-height:1.25}
h2{margin:24px 0 8px;font-size:16px}
p,ul,ol,dl,pre,figure{margin:0}
ul,ol{padding:0;list-style:none}
.meta,.by{color:var(--muted);font-size:13px}
code,pre{font:12px/1.5 ui-monospace,monospace}
.rail{display:grid;grid-template-columns:repeat(5,1fr);gap:8px;margin-top:16px}
.rail li{padding:8px;border:1px solid var(--line);border-radius:8px;background:var(--soft)}
.rail b{display:block;font-size:13px}
.rail li>span{display:block;font-size:13px}
.mark{font-weight:700}
.good{color:var(--good)}
.part{color:var(--part)}
.bad{color:var(--bad)}
.none{color:var(--muted)}
.item{padding:10px 0;border-top:1px solid var(--line);break-inside:avoid}
.item>.line{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline}
.piece{margin:6px 0 0 14px;padding-left:10px;border-left:2px solid var(--line)}
pre{margin-top:6px;padding:8px;border:1px solid var(--line);border-radius:6px;background:var(--soft);white-space:pre-wrap}
img{display:block;max-width:100%;max-height:320px;margin-top:6px;border:1px solid var(--line)}
table{width:100%;border-collapse:collapse;font-size:12px;table-layout:fixed}
th,td{padding:4px 6px 4px 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
summary{cursor:pointer;font-weight:600}
.check{margin-top:16px;padding:10px;border:1px solid var(--line);border-radius:8px;font-size:13px}
@media (max-width:600px){.rail{grid-template-columns:1fr 1fr}table,tbody,tr,td{display:block}th{display:none}td{border:0}tr{border-top:1px solid var(--line)}}
@media print{@page{margin:12mm}:root{color-scheme:light;--ink:#000;--muted:#444;--line:#bbb;--paper:#fff;--soft:#fff;--good:#17693a;--part:#7a4d00;--bad:#ad1f2d}body{max-width:none;padding:0;font-size:11px}code,pre{font-size:9px}h1{font-size:16px}h2{margin:10px 0 4px;font-size:12px}.item{padding:4px 0}.rail{grid-template-columns:repeat(5,1fr);margin-top:8px}.rail li{padding:4px}.rail b,.rail li>span,.meta,.by,.check{font-size:10px}pre{max-height:120px;overflow:hidden}img{max-height:160px}details{display:none}}
`;

/** No script, nothing from elsewhere, and no style but the one above. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', pageStyle, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;
