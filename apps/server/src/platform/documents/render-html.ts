import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawChart } from './chart.ts';
import { closingOf, hasSimulated } from './closing.ts';
import type { Block, Fact, PlatformDocument, TableBlock } from './document.ts';
import { drawMap } from './map.ts';
import { textWidth } from './pdf-text.ts';
import { madeWords, simulatedWord } from './pt-format.ts';
import { escapeXml, svgOf } from './svg.ts';

const style = `
:root{color-scheme:light;--ink:#10202b;--muted:#52636f;--line:#c3ced5;--soft:#f1f5f7;--accent:#0b6480;--coral:#b8402a}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:2rem 1.25rem 3rem;font:15px/1.5 Inter,system-ui,sans-serif;color:var(--ink);background:#fff}
header{border-bottom:1px solid var(--line);margin-bottom:1.5rem;padding-bottom:1rem}
h1{color:var(--accent);font-size:1.75rem;line-height:1.2;margin:.2rem 0}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.5rem 0}
.note,.made,figcaption,.subtitle{color:var(--muted)}
.note,.made{font-size:13px}
.warning{color:var(--coral);font-weight:600}
.mark{color:var(--coral);font-weight:600;letter-spacing:.05em}
dl{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:.2rem 1rem;margin:.6rem 0}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0;break-inside:avoid}
figure svg,figure img{max-width:100%;height:auto}
figcaption,caption{font-size:13px;font-weight:600;text-align:left;padding:.2rem 0;color:var(--ink)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th{background:var(--soft);text-align:left;border-bottom:1.5px solid var(--accent)}
td{border-bottom:1px solid var(--line)}
th,td{padding:.3rem .5rem;vertical-align:top;overflow-wrap:anywhere}
.right{text-align:right}
@media print{@page{size:A4;margin:18mm}body{max-width:none;padding:0;font-size:10pt}table,.note,.made,figcaption,caption{font-size:8.5pt}h2,h3{break-after:avoid}tr{break-inside:avoid}thead{display:table-header-group}.page{break-before:page}.wide{overflow:visible}}
`;

/** Rows between which others get their turn. */
const rowsPerTurn = 500;

/**
 * A document as one HTML file that asks the network for nothing: style, charts and maps (SVG) inside, fit for a screen
 * reader and for print. The same document gives the same bytes.
 */
export async function renderHtml(document: PlatformDocument): Promise<Uint8Array> {
  const { title, subtitle, subject, author, keywords, facts, createdMs } = document;
  const parts: string[] = [
    `<!doctype html><html lang="pt-PT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    `<title>${escapeXml(title)}</title><meta name="description" content="${escapeXml(subject)}">`,
    `<meta name="author" content="${escapeXml(author)}"><meta name="keywords" content="${escapeXml(keywords.join(', '))}">`,
    `<style>${style}</style></head><body><header>`,
    hasSimulated(document) ? `<p class="mark">${simulatedWord}</p>` : '',
    `<h1>${escapeXml(title)}</h1>`,
    subtitle === '' ? '' : `<p class="subtitle">${escapeXml(subtitle)}</p>`,
    factsHtml(facts),
    '</header><main>',
  ];
  for (const block of [...document.blocks, ...closingOf(document)]) {
    parts.push(block.kind === 'table' ? await tableHtml(block) : blockHtml(block));
    await nextTurn();
  }
  parts.push(`</main><footer><p class="made">Kianda · ${escapeXml(madeWords(createdMs))}</p></footer></body></html>\n`);
  return Buffer.from(parts.join('\n'));
}

function blockHtml(block: Exclude<Block, TableBlock>): string {
  switch (block.kind) {
    case 'heading': {
      const tag = block.level === 1 ? 'h2' : 'h3';
      return `<${tag}>${escapeXml(block.text)}</${tag}>`;
    }
    case 'paragraph': {
      const tone = block.tone ?? 'body';
      return `<p${tone === 'body' ? '' : ` class="${tone}"`}>${escapeXml(block.text).replaceAll('\n', '<br>')}</p>`;
    }
    case 'facts':
      return factsHtml(block.items);
    case 'chart':
      return figureHtml(block.title, svgOf(drawChart(block, textWidth), block.alt));
    case 'map':
      return figureHtml(block.title, svgOf(drawMap(block, textWidth), block.alt));
    case 'image': {
      const type = block.bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
      const source = `data:${type};base64,${Buffer.from(block.bytes).toString('base64')}`;
      const width = Math.round(block.share * 100);
      return figureHtml(block.caption, `<img src="${source}" alt="${escapeXml(block.alt)}" style="width:${width}%">`);
    }
    case 'page-break':
      return '<div class="page"></div>';
  }
}

const figureHtml = (title: string, inside: string): string =>
  `<figure><figcaption>${escapeXml(title)}</figcaption>${inside}</figure>`;

function factsHtml(items: readonly Fact[]): string {
  const rows = items.map(([label, value]) => `<dt>${escapeXml(label)}</dt><dd>${escapeXml(value) || '—'}</dd>`);
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
}

async function tableHtml({ caption, columns, rows, empty }: TableBlock): Promise<string> {
  if (rows.length === 0) return `<h3>${escapeXml(caption)}</h3><p class="note">${escapeXml(empty)}</p>`;
  const side = (index: number) => (columns[index]?.align === 'right' ? ' class="right"' : '');
  const head = columns.map(({ label }, index) => `<th scope="col"${side(index)}>${escapeXml(label)}</th>`).join('');
  const body: string[] = [];
  for (const [number, row] of rows.entries()) {
    body.push(
      `<tr>${columns.map((_, index) => `<td${side(index)}>${escapeXml(row[index] ?? '')}</td>`).join('')}</tr>`,
    );
    if (number % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
  }
  return `<div class="wide"><table><caption>${escapeXml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}
