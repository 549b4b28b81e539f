/** Style of the portal, for screens of both themes and for paper. */
export const siteStyle = `:root{color-scheme:light dark;--fundo:#f2f5f8;--folha:#fff;--texto:#13202b;--texto2:#425362;--linha:#dde4ea;--cor:#0b6880;--sobre:#fff}
@media (prefers-color-scheme:dark){:root{--fundo:#0a131a;--folha:#101c25;--texto:#e4edf3;--texto2:#a8bac7;--linha:#1f303c;--cor:#63c1d5;--sobre:#0a131a}}
*{box-sizing:border-box}
body{margin:0;background:var(--fundo);color:var(--texto);font:1rem/1.6 system-ui,"Segoe UI",Roboto,sans-serif}
header,main,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
.marca{margin:0;color:var(--texto2);font-size:.875rem}
.ministerio{margin:0;font-size:1.25rem;font-weight:700}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem;margin:1rem 0 0;padding:0 0 .5rem;border-bottom:1px solid var(--linha);list-style:none}
nav a{display:block;padding:.5rem .75rem;border-radius:.375rem;color:var(--cor);text-decoration:none}
nav a:hover{text-decoration:underline}
nav a[aria-current]{background:var(--cor);color:var(--sobre)}
a{color:var(--cor)}
h1{margin:1.5rem 0 .25rem;font-size:1.75rem;line-height:1.2}
h2{margin:2rem 0 .75rem;font-size:1.25rem}
.abertura{margin:0 0 1.5rem;max-width:70ch;color:var(--texto2)}
.figuras{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.75rem;margin:0}
.figura{padding:.875rem 1rem;border:1px solid var(--linha);border-radius:.5rem;background:var(--folha)}
.figura dt{color:var(--texto2);font-size:.875rem}
.figura dd{margin:0}
.figura strong{font-size:1.75rem;font-variant-numeric:tabular-nums}
.figura small{display:block;color:var(--texto2);font-size:.75rem;line-height:1.4;overflow-wrap:anywhere}
.tabela{overflow-x:auto;border:1px solid var(--linha);border-radius:.5rem;background:var(--folha)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
caption{padding:.75rem 1rem;font-weight:600;text-align:left}
th,td{padding:.5rem 1rem;border-top:1px solid var(--linha);text-align:left;vertical-align:top}
.numero{font-variant-numeric:tabular-nums;text-align:right}
.texto{padding:1rem;border:1px solid var(--linha);border-radius:.5rem;background:var(--folha);white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
footer{margin-top:3rem;padding-bottom:2rem;border-top:1px solid var(--linha);color:var(--texto2);font-size:.75rem}
.salto{position:absolute;left:-999rem}
.salto:focus{left:1rem;top:1rem}
:focus-visible{outline:2px solid var(--cor);outline-offset:2px}
@media print{:root{--fundo:#fff;--folha:#fff;--texto:#000;--texto2:#333;--linha:#999;--cor:#000;--sobre:#fff}
body{font-size:10.5pt}nav,.salto{display:none}header,main,footer{max-width:none;padding:0}
.figura,tr{break-inside:avoid}h2{break-after:avoid}.tabela{overflow:visible;border:0}
main a[href^="http"]::after{content:" (" attr(href) ")";font-size:9pt}@page{margin:18mm}}
`;
