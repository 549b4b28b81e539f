import type { GeoGeometry } from '@kianda/connectors';
import { zee } from '@kianda/geo';
import type { Feature } from '../../../../platform/feature-collections.ts';
import type { Link } from './documents.ts';

/** Text that is safe between tags and in quoted attributes. */
export function escapeHtml(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (letter) => names[letter] ?? letter);
}

const style = `
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
  body { margin: 0 auto; max-width: 72rem; padding: 1rem; }
  nav, footer { font-size: .9rem; } nav a + a::before { content: '› '; }
  table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .9rem; }
  th, td { border-bottom: 1px solid #8884; padding: .35rem .75rem; text-align: start; vertical-align: top; }
  svg { background: #7db4c822; max-width: 100%; height: auto; border: 1px solid #8884; }
  code { font-size: .85rem; } ul { padding-inline-start: 1.2rem; }
  @media (min-width: 48rem) { .two { display: grid; grid-template-columns: 2fr 1fr; gap: 1.5rem; } }
`;

/** A whole page. `crumbs` lead from the service to here. */
export function page(title: string, crumbs: readonly Link[], body: string): string {
  return `<!doctype html>
<html lang="pt-PT">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Kianda</title><style>${style}</style></head>
<body>
<nav aria-label="Caminho">${crumbs.map(({ href, title: text }) => anchor(href, text ?? href)).join(' ')}</nav>
<main><h1>${escapeHtml(title)}</h1>${body}</main>
</body></html>`;
}

export function anchor(href: string, text: string, rel?: string): string {
  return `<a href="${escapeHtml(href)}"${rel === undefined ? '' : ` rel="${escapeHtml(rel)}"`}>${escapeHtml(text)}</a>`;
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** Links under a heading, each with the kind of document it leads to. */
export function linkList(links: readonly Link[]): string {
  const items = links.map(({ href, title, type }) => {
    const kind = type === undefined ? '' : ` <code>${escapeHtml(type)}</code>`;
    return `<li>${anchor(href, title ?? href)}${kind}</li>`;
  });
  return `<h2>Ligações</h2><ul>${items.join('')}</ul>`;
}

export function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return paragraph('Sem elementos.');
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

type Bounds = readonly [west: number, south: number, east: number, north: number];

/** A small map of the features with the ZEE behind them, to see where they are. */
export function map(features: readonly Feature[], bounds: Bounds | null): string {
  if (bounds === null) return '';
  const [west, south, east, north] = widened(bounds);
  const scale = 600 / (east - west);
  const height = Math.min(900, Math.max(200, (north - south) * scale));
  const at = ([lon = 0, lat = 0]: readonly number[]) =>
    `${((lon - west) * scale).toFixed(1)} ${((north - lat) * scale).toFixed(1)}`;
  const ring = (positions: readonly (readonly number[])[], close: boolean) =>
    `M${positions.map(at).join('L')}${close ? 'Z' : ''}`;
  const shape = (geometry: GeoGeometry): string => {
    switch (geometry.type) {
      case 'Point':
        return dot(geometry.coordinates);
      case 'MultiPoint':
        return geometry.coordinates.map(dot).join('');
      case 'LineString':
        return `<path d="${ring(geometry.coordinates, false)}"/>`;
      case 'MultiLineString':
        return geometry.coordinates.map((line) => `<path d="${ring(line, false)}"/>`).join('');
      case 'Polygon':
        return `<path d="${geometry.coordinates.map((line) => ring(line, true)).join('')}" fill="#1c7ed622"/>`;
      default:
        return `<path d="${geometry.coordinates.flatMap((rings) => rings.map((line) => ring(line, true))).join('')}" fill="#1c7ed622"/>`;
    }
  };
  const dot = (position: readonly number[]) => {
    const [x, y] = at(position).split(' ');
    return `<circle cx="${x}" cy="${y}" r="4" fill="#1c7ed6"/>`;
  };
  const shapes = features.flatMap(({ geometry }) => (geometry === null ? [] : [shape(geometry)]));
  const zeePath = zee.coordinates.flatMap((rings) => rings.map((line) => ring(line, true))).join('');
  return `<svg viewBox="0 0 600 ${height.toFixed(0)}" role="img" aria-label="Mapa dos elementos desta página"
    stroke="#1c7ed6" fill="none"><path d="${zeePath}" stroke="#888" stroke-dasharray="4 3"/>${shapes.join('')}</svg>`;
}

/** Never a point alone: a degree around it. */
function widened([west, south, east, north]: Bounds): Bounds {
  const margin = Math.max(0.5, 0.1 * Math.max(east - west, north - south));
  return [west - margin, south - margin, east + margin, north + margin];
}
