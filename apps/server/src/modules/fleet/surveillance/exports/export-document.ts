import { mostPrintedLater } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { mostPrinted } from '@kianda/contract/fleet/vessels/exports.contract';
import { angolaBbox, type Bbox, hourMs, type Position, ports } from '@kianda/geo';
import {
  type Block,
  figure,
  type PlatformDocument,
  place,
  shortInstant,
  type TableColumn,
} from '../../../../platform/documents/index.ts';
import type { Exported, ExportSet } from './geo-file-parts.ts';

/** Marks on the map; more of them would hide each other. */
const mostMarks = 3_000;

/** Which volume of several a document is, and whether it is the last one written. */
type Volume = { readonly number: number; readonly isLast: boolean };

/** An export on paper: a map, and a table; of several volumes each has its own. */
export function exportDocument(
  set: ExportSet,
  columns: readonly TableColumn[],
  author: string,
  volume: Volume | null = null,
): PlatformDocument {
  const { title, things, provenance, nowMs } = set;
  const rows = things.filter(({ geometry }) => geometry.type === 'Point');
  return {
    title: volume === null ? title : `${title}, volume ${volume.number}`,
    subtitle: volume === null ? records(rows.length) : stretchOf(volume, rows.length),
    subject: title,
    keywords: ['ZEE de Angola', 'embarcações'],
    author,
    createdMs: nowMs,
    facts: [
      ['Exportado', shortInstant(nowMs)],
      ['Pedido por', author],
    ],
    blocks: [
      ...mapOf(set),
      {
        kind: 'table',
        caption: title,
        columns: [{ label: 'Nome', share: 4 }, ...columns, { label: 'Posição', share: 4 }],
        rows: rows.map((thing) => [thing.name, ...columns.map(({ label }) => cellOf(thing, label)), placeOf(thing)]),
        empty: 'Nenhum registo.',
      },
    ],
    provenance: [{ label: title, provenance }],
    licences: [
      set.attribution,
      'Linha de costa: Natural Earth 1:10m (domínio público). ZEE: aproximação de trabalho; não representa limites legais.',
    ],
    citations: [set.citation],
  };
}

const records = (count: number): string => `${figure(count, 0)} ${count === 1 ? 'registo' : 'registos'}`;

function stretchOf({ number, isLast }: Volume, count: number): string {
  const before = (number - 1) * mostPrinted;
  const words = `Registos ${figure(before + 1, 0)} a ${figure(before + count, 0)}`;
  if (!isLast) return words;
  const isCut = before + count >= mostPrintedLater;
  return `${words}; último volume${isCut ? ': o que houver além destes está nos formatos de dados' : ''}`;
}

/** Columns are named as the properties they show. */
function cellOf({ properties }: Exported, label: string): string {
  const value = properties[label.toLowerCase()] ?? null;
  if (value === null) return '—';
  if (typeof value === 'number') return figure(value, 1);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? shortInstant(Date.parse(value)) : value;
}

const placeOf = ({ geometry }: Exported): string => (geometry.type === 'Point' ? place(geometry.coordinates) : '—');

function mapOf({ title, things }: ExportSet): Block[] {
  if (things.length === 0) return [];
  const points = things.flatMap(({ geometry }) => (geometry.type === 'Point' ? [geometry.coordinates] : []));
  const lines = things.flatMap(({ geometry, name }, index) =>
    geometry.type === 'LineString'
      ? [{ name, points: geometry.coordinates.map((position) => ({ position, timeMs: index * 2 * hourMs })) }]
      : [],
  );
  const seen = [...points, ...lines.flatMap((line) => line.points.map(({ position }) => position))];
  return [
    {
      kind: 'map',
      title: points.length > mostMarks ? `${title}: os primeiros ${figure(mostMarks, 0)} no mapa` : title,
      alt: `Mapa: ${title}, ${figure(things.length, 0)}.`,
      bbox: boxOf(seen),
      areas: [],
      tracks: lines.length === 0 ? [] : [{ name: title, points: lines.flatMap((line) => line.points) }],
      points: [
        ...ports.map(({ position, name }) => ({ position, label: name, symbol: 'square' as const })),
        ...(lines.length > 0
          ? []
          : points.slice(0, mostMarks).map((position) => ({ position, label: '', symbol: 'circle' as const }))),
      ],
      symbols: [
        ...(lines.length > 0 ? [] : [{ symbol: 'circle' as const, label: title }]),
        { symbol: 'square', label: 'Portos' },
      ],
    },
  ];
}

/** Around what is shown, within what the base map shows. */
function boxOf(positions: readonly Position[]): Bbox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  if (west > east || east - west > 40 || north - south > 40) return angolaBbox;
  const margin = Math.max(east - west, north - south, 0.3) * 0.08;
  return [west - margin, south - margin, east + margin, north + margin];
}
