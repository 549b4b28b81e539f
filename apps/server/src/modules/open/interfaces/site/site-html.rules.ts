import type { Provenance } from '@kianda/contract';
import { formatInstant, formatNumber, UNKNOWN } from '@kianda/format';
import { siteTexts as texts } from './site.texts.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** A figure as the portal shows it: never without its source and date. */
export type SiteFigure = {
  readonly label: string;
  readonly value: number | null;
  readonly unit: string;
  readonly decimals: number;
  readonly provenance: Provenance;
  /** Why there is no value. */
  readonly missing?: string | undefined;
};

/** Source, date and kind of a value in a sentence. */
export function originOf(provenance: Provenance): string {
  if (provenance.state === 'fallback') return provenance.reason;
  const at = provenance.observedAt ?? provenance.retrievedAt;
  const date = provenance.observedAt === null ? texts.obtained(formatInstant(at)) : formatInstant(at);
  return `${texts.source} ${provenance.source} · ${date} · ${texts.states[provenance.state]}`;
}

export function figureHtml({ label, value, unit, decimals, provenance, missing }: SiteFigure): string {
  // A count of what nobody has brought yet is no nought: its origin says so.
  const known = provenance.state === 'fallback' ? null : value;
  const reason = provenance.state === 'fallback' ? provenance.reason : texts.unknown;
  const text = known === null ? UNKNOWN : formatNumber(known, { maxDecimals: decimals });
  const why = known === null ? (missing ?? reason) : originOf(provenance);
  return [
    '<div class="figura">',
    `<dt>${escaped(label)}</dt>`,
    `<dd><strong>${escaped(text)}</strong>${known === null || unit === '' ? '' : ` ${escaped(unit)}`}<small>${escaped(why)}</small></dd>`,
    '</div>',
  ].join('');
}

export const figuresHtml = (figures: readonly SiteFigure[]): string =>
  `<dl class="figuras">${figures.map(figureHtml).join('')}</dl>`;

/** A table with a caption; every cell is text. */
export function tableHtml(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cell = (value: string | number | null) =>
    typeof value === 'number'
      ? `<td class="numero">${escaped(formatNumber(value, { maxDecimals: 1 }))}</td>`
      : `<td>${escaped(value ?? UNKNOWN)}</td>`;
  const head = headings.map((heading) => `<th scope="col">${escaped(heading)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<div class="tabela" tabindex="0" role="region" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

type Page = {
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly body: string;
  readonly generatedAt: string;
  readonly operator: string;
};

/** Pages of the menu, in its order. */
export const sitePages = [
  ['index.html', texts.pages.home],
  ['oceano.html', texts.pages.ocean],
  ['pescas.html', texts.pages.fisheries],
  ['areas.html', texts.pages.areas],
  ['relatorios.html', texts.pages.reports],
  ['sobre.html', texts.pages.about],
] as const;

/** A whole page. Its addresses are relative, so that the folder works wherever it is put. */
export function pageHtml({ path, title, lead, body, generatedAt, operator }: Page): string {
  const up = '../'.repeat(path.split('/').length - 1);
  const menu = sitePages
    .map(
      ([file, name]) =>
        `<li><a href="${up}${file}"${file === path ? ' aria-current="page"' : ''}>${escaped(name)}</a></li>`,
    )
    .join('');
  return [
    '<!doctype html>',
    '<html lang="pt-AO">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="description" content="${escaped(lead)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)} · ${texts.ministryShort}</title>`,
    `<link rel="stylesheet" href="${up}estilo.css">`,
    '</head>',
    '<body>',
    `<a class="salto" href="#conteudo">${texts.skip}</a>`,
    `<header><p class="marca">${texts.country}</p><p class="ministerio">${texts.ministry}</p>`,
    `<nav aria-label="${texts.menu}"><ul>${menu}</ul></nav></header>`,
    `<main id="conteudo"><h1>${escaped(title)}</h1><p class="abertura">${escaped(lead)}</p>${body}</main>`,
    `<footer><p>${escaped(texts.generated(formatInstant(generatedAt), operator))}</p><p>${texts.noCookies}</p></footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
