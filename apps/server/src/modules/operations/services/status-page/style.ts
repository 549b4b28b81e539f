/** The page's whole style; its hash stands in the page's security policy. */
export const style = `
:root{color-scheme:light dark;--back:#f6f8fa;--sheet:#fff;--text:#16202a;--soft:#4c5a68;--line:#d5dce3;--link:#0b6177;
--good:#1d7a46;--goodback:#e0f3e7;--warn:#8a5300;--warnback:#fdf0d5;--bad:#b3261e;--badback:#fbe4e1;--plan:#2b5d9b;
--planback:#e2ecf8;--none:#c3ccd5}
@media (prefers-color-scheme:dark){:root{--back:#0e1419;--sheet:#161e25;--text:#e8edf2;--soft:#a9b6c2;--line:#2c3843;
--link:#6cc4dc;--good:#6fd19b;--goodback:#12301f;--warn:#f0b95b;--warnback:#352610;--bad:#ff9d93;--badback:#3d1714;
--plan:#9cc3f2;--planback:#15273c;--none:#3c4853}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.25rem 1rem 3rem;background:var(--back);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.2}h2{margin:2rem 0 .75rem;font-size:1.25rem}h3{margin:0;font-size:1rem}
p{margin:.35rem 0}a{color:var(--link)}a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.operator,.note,.when time,footer,dt{color:var(--soft);font-size:.875rem}
.whole{margin:1.25rem 0 .5rem;padding:1rem;border:1px solid;border-radius:8px;font-size:1.25rem}
.services,ol{list-style:none;margin:0;padding:0}
.services>li,article{margin-bottom:.75rem;padding:.9rem 1rem;border:1px solid var(--line);border-radius:8px;
background:var(--sheet);break-inside:avoid}
.line{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:baseline}
.state{padding:.05rem .55rem;border:1px solid;border-radius:1rem;font-size:.875rem;font-weight:600;white-space:nowrap}
.operational{color:var(--good);background:var(--goodback)}.degraded{color:var(--warn);background:var(--warnback)}
.down{color:var(--bad);background:var(--badback)}.maintenance{color:var(--plan);background:var(--planback)}
.unknown{color:var(--soft);background:var(--sheet)}
.bar{display:block;width:100%;height:28px;margin:.5rem 0}rect.operational{fill:var(--good)}
rect.degraded{fill:var(--warn)}rect.down{fill:var(--bad)}rect.maintenance{fill:var(--plan)}rect.none{fill:var(--none)}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0}dl div{display:flex;gap:.4rem;align-items:baseline}dd{margin:0}
ol li{padding:.5rem 0 .25rem;border-top:1px solid var(--line)}ol{margin-top:.5rem}
.when{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline}.text{white-space:pre-line}
footer{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
@media print{:root{--back:#fff;--sheet:#fff;--text:#000;--soft:#333;--line:#999;--link:#000}body{max-width:none;padding:0}
footer,.note a{display:none}svg,.state,.whole{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
