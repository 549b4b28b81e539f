import type { InterfaceEntry } from '@kianda/contract/open/interfaces/manifest';
import { zee } from '@kianda/geo';

const [width, height] = [480, 300];

/** Arrangement of a page's parts, as it is drawn. */
type Arrangement = 'map' | 'charts' | 'list' | 'form' | 'text';

const ofCategory: Readonly<Record<InterfaceEntry['category'], Arrangement>> = {
  analysis: 'charts',
  monitoring: 'map',
  spatial: 'map',
  fisheries: 'map',
  weather: 'map',
  social: 'text',
  data: 'list',
  mobile: 'form',
  testing: 'list',
  utilities: 'form',
};
const ofPage: Readonly<Record<string, Arrangement>> = {
  health_dashboard: 'list',
  enhanced_ocean_system: 'map',
  advanced_animations: 'map',
  collaboration: 'map',
  stac_oceanographic: 'list',
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly fill?: string };
const box = ({ x, y, w, h, fill = '#ffffff' }: Box) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="4" fill="${fill}" stroke="#dde4ea"/>`;
const line = (x: number, y: number, w: number) =>
  `<rect x="${x}" y="${y}" width="${w}" height="6" rx="3" fill="#c4ced7"/>`;

/** The platform's own outline of the EEZ, in a square of the picture; degrees are drawn alike in both directions. */
function zeePath(left: number, top: number, side: number): string {
  const [west, north, degrees] = [7.5, -4, 15];
  const scale = side / degrees;
  const rings = zee.coordinates.flatMap(([outer]) => (outer === undefined ? [] : [outer]));
  const at = ([lon = 0, lat = 0]: readonly number[]) =>
    `${(left + (lon - west) * scale).toFixed(1)},${(top + (north - lat) * scale).toFixed(1)}`;
  return rings.map((ring) => `M${ring.map(at).join('L')}Z`).join('');
}

const parts: Readonly<Record<Arrangement, string>> = {
  map: [
    `<rect x="12" y="52" width="456" height="236" rx="4" fill="#cfeaf1"/>`,
    `<path d="${zeePath(130, 54, 232)}" fill="#72c3d5" stroke="#0b6880" stroke-width="1.5"/>`,
    box({ x: 24, y: 64, w: 110, h: 96 }),
    ...[78, 96, 114, 132].map((y) => line(36, y, 84)),
  ].join(''),
  charts: [
    ...[12, 128, 244, 360].map(
      (x) => `${box({ x, y: 52, w: 108, h: 56 })}${line(x + 12, 66, 60)}${line(x + 12, 84, 40)}`,
    ),
    box({ x: 12, y: 118, w: 300, h: 170 }),
    '<polyline points="28,260 70,226 112,240 154,190 196,204 238,160 296,174" fill="none" stroke="#1489a4" stroke-width="3"/>',
    box({ x: 322, y: 118, w: 146, h: 170 }),
    ...[0, 1, 2, 3].map(
      (at) => `<rect x="${338 + at * 30}" y="${250 - at * 26}" width="18" height="${24 + at * 26}" fill="#45adc4"/>`,
    ),
  ].join(''),
  list: [0, 1, 2, 3, 4]
    .map((at) => {
      const y = 52 + at * 48;
      return `${box({ x: 12, y, w: 456, h: 40 })}<circle cx="32" cy="${y + 20}" r="6" fill="#2c9f68"/>${line(50, y + 17, 150 - at * 12)}${line(330, y + 17, 90)}`;
    })
    .join(''),
  form: [
    box({ x: 110, y: 52, w: 260, h: 236 }),
    ...[72, 116, 160].map((y) => `${line(128, y, 80)}${box({ x: 128, y: y + 12, w: 224, h: 22, fill: '#f7f9fb' })}`),
    '<rect x="128" y="222" width="112" height="28" rx="4" fill="#0b6880"/>',
  ].join(''),
  text: [
    '<rect x="12" y="52" width="456" height="64" rx="4" fill="#0b6880"/>',
    ...[12, 166, 320].map(
      (x) => `${box({ x, y: 126, w: 148, h: 76 })}${line(x + 12, 142, 90)}${line(x + 12, 160, 60)}`,
    ),
    ...[220, 236, 252, 268].map((y, at) => line(12, y, 440 - at * 40)),
  ].join(''),
};

/** A picture of a page's arrangement as SVG, which says that it is drawn: for pages that nobody can photograph. */
export function drawingOf({ id, name, category }: InterfaceEntry): string {
  const arrangement = ofPage[id] ?? ofCategory[category];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(`Desenho da disposição de ${name}`)}">`,
    `<rect width="${width}" height="${height}" fill="#f2f5f8"/>`,
    `<rect width="${width}" height="42" fill="#ffffff"/>`,
    `<text x="12" y="27" font-family="Inter,system-ui,sans-serif" font-size="15" font-weight="600" fill="#13202b">${escaped(name)}</text>`,
    parts[arrangement],
    '</svg>',
  ].join('');
}
