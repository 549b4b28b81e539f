import { mostPrinted } from '@kianda/contract/vessels/exports.contract';
import { angolaBbox, type Bbox, hourMs, type Position, ports } from '@kianda/geo';
import {
  type Block,
  figure,
  type PlatformDocument,
  place,
  shortInstant,
  type TableColumn,
} from '../../../platform/documents/index.ts';
import type { Exported, ExportSet } from './export-set.ts';

/** Marks on the map; with more of them nothing is told apart. */
const mostMarks = 3_000;

/** An export on paper: a map with everything, and a table with the first ones. */
export function exportDocument(set: ExportSet, columns: readonly TableColumn[], author: string): PlatformDocument {
  const { title, things, provenance, nowMs } = set;
  const rows = things.filter(({ geometry }) => geometry.type === 'Point');
  const printed = rows.slice(0, mostPrinted);
  const left = rows.length - printed.length;
  return {
    title,
    subtitle: `${figure(rows.length, 0)} ${rows.length === 1 ? 'registo' : 'registos'}`,
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
        caption:
          left === 0
            ? title
            : `Os primeiros ${figure(printed.length, 0)}; os outros ${figure(left, 0)} estão nos formatos de dados`,
        columns: [{ label: 'Nome', share: 4 }, ...columns, { label: 'Posição', share: 4 }],
        rows: printed.map((thing) => [thing.name, ...columns.map(({ label }) => cellOf(thing, label)), placeOf(thing)]),
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
