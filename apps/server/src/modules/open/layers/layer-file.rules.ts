import type { LayerFormat } from '@kianda/contract/open/layers/layers.contract';

const startsWith = (head: Uint8Array, text: string): boolean =>
  Buffer.from(head.subarray(0, text.length)).toString('latin1') === text;

/** Format of a file by its first bytes, and by its name where they are only text; null where it is none that is read. */
export function formatOf(name: string, head: Uint8Array): LayerFormat | null {
  if (startsWith(head, 'SQLite format 3\0')) return 'geopackage';
  if (startsWith(head, 'fgb')) return 'flatgeobuf';
  if (startsWith(head, 'PAR1')) return 'geoparquet';
  if (startsWith(head, 'PK\u0003\u0004')) return 'shapefile';
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (['geojson', 'json', 'geojsonl', 'geojsons', 'ndjson'].includes(extension)) return 'geojson';
  if (extension === 'kml') return 'kml';
  if (['csv', 'tsv', 'txt'].includes(extension)) return 'csv';
  return /^\s*\{/.test(Buffer.from(head).toString('utf8')) ? 'geojson' : null;
}

/** Last part of a path, without control characters. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/\p{Cc}/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'ficheiro' : clean.slice(0, 200);
}
