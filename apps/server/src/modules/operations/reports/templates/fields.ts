import type { RampName } from '@kianda/contract/core/ramps';
import type { DerivedGrid } from '@kianda/contract/sea/ocean/derived.contract';
import type { FieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { ports } from '@kianda/geo';
import { type Block, figure, type MapArrows, type MapField, shortDate } from '../../../../platform/documents/index.ts';
import { type ReportWriter, statisticsOf } from '../writing/report-writer.ts';

/** Stored integer that stands for "no value" (land, cloud). */
const missingCode = -32_768;
/** Arrows along the longer side of a map: more of them are a hedge. */
const arrowsAcross = 24;

export type GridAnswer = FieldGrid | DerivedGrid;

/** Values of a grid, row-major from the south-west, NaN where nothing is known. Throws when the answer is truncated. */
export function valuesOf({ values, columns, rows, scale, offset }: GridAnswer): Float32Array {
  const bytes = Buffer.from(values, 'base64');
  if (bytes.length !== columns * rows * 2) {
    throw new RangeError(`field: expected ${columns * rows * 2} bytes, received ${bytes.length}`);
  }
  return Float32Array.from({ length: columns * rows }, (_, index) => {
    const stored = bytes.readInt16LE(index * 2);
    return stored === missingCode ? Number.NaN : stored * scale + offset;
  });
}

/** Speed of two components on one grid; NaN where either is missing. */
export function speedOf(east: GridAnswer, north: GridAnswer): Float32Array {
  const [u, v] = [valuesOf(east), valuesOf(north)];
  return u.map((value, index) => Math.hypot(value, v[index] ?? Number.NaN));
}

type Look = {
  readonly label: string;
  readonly unit: string;
  readonly ramp: RampName;
  readonly range: readonly [number, number];
  readonly log: boolean;
};

function mapOf(
  writer: ReportWriter,
  title: string,
  drawing: { readonly description: string; readonly field: MapField; readonly arrows: MapArrows | null },
): Block {
  const { description, field, arrows } = drawing;
  return {
    kind: 'map',
    title,
    alt: `${title}. ${description}`,
    bbox: writer.bbox,
    height: 220,
    areas: [],
    tracks: [],
    points: ports.map(({ position, name }) => ({ position, label: name, symbol: 'square', size: 2.5 })),
    symbols: [{ symbol: 'square', label: 'Portos' }],
    field,
    ...(arrows === null ? {} : { arrows }),
  };
}

function fieldOf(grid: GridAnswer, values: Float32Array, look: Look): MapField {
  const { west, south, lonStepDegrees, latStepDegrees, columns, rows } = grid;
  return { west, south, lonStepDegrees, latStepDegrees, columns, rows, values, ...look };
}

/** Ends of the colours: the usual range, drawn in to what the field has so that its patterns are seen. */
function rangeOf({ range, log, ramp }: Look, values: Float32Array): readonly [number, number] {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  const low = sorted[Math.floor(sorted.length * 0.02)];
  const high = sorted[Math.floor((sorted.length - 1) * 0.98)];
  // Zero must stay in the middle of a scale of anomalies, and a scale of powers of ten keeps its ends.
  if (low === undefined || high === undefined || log || ramp === 'balance' || !(high > low)) return range;
  return [Math.max(range[0], Math.floor(low)), Math.min(range[1], Math.ceil(high))];
}

/** Map of a field on its day. */
export function fieldMap(writer: ReportWriter, { grid, ...look }: Look & { readonly grid: GridAnswer }): Block {
  const values = valuesOf(grid);
  const { min, max } = statisticsOf([...values].filter((value) => !Number.isNaN(value)));
  const range = rangeOf(look, values);
  return mapOf(writer, `${look.label}, ${shortDate(Date.parse(grid.slice.time))}`, {
    description: `Valores de ${figure(min, 2)} a ${figure(max, 2)} ${look.unit}; média sobre a ZEE ${figure(grid.slice.zeeMean, 2)} ${look.unit}; fonte ${grid.slice.provider}.`,
    field: fieldOf(grid, values, { ...look, range }),
    arrows: null,
  });
}

/** Map of a flow: colours for its speed, arrows towards where it goes. */
export function flowMap(
  writer: ReportWriter,
  flow: {
    readonly east: GridAnswer;
    readonly north: GridAnswer;
    readonly label: string;
    readonly unit: string;
    readonly range: readonly [number, number];
  },
): Block {
  const { east, north, label, unit, range } = flow;
  const [u, v] = [valuesOf(east), valuesOf(north)];
  const [west, south, right, top] = writer.bbox;
  const inside = Math.max((right - west) / east.lonStepDegrees, (top - south) / east.latStepDegrees);
  const every = Math.max(1, Math.round(inside / arrowsAcross));
  const arrows: MapArrows['arrows'][number][] = [];
  for (let row = 0; row < east.rows; row += every) {
    for (let column = 0; column < east.columns; column += every) {
      const [eastward, northward] = [u[row * east.columns + column], v[row * east.columns + column]];
      if (eastward === undefined || northward === undefined || Number.isNaN(eastward + northward)) continue;
      const position = [east.west + column * east.lonStepDegrees, east.south + row * east.latStepDegrees] as const;
      arrows.push({ position: [...position], east: eastward, north: northward });
    }
  }
  const values = speedOf(east, north);
  const look: Look = { label, unit, ramp: 'speed', range, log: false };
  return mapOf(writer, `${label}, ${shortDate(Date.parse(east.slice.time))}`, {
    description: `Intensidade e sentido; fonte ${east.slice.provider}.`,
    field: fieldOf(east, values, look),
    arrows: { label, unit, arrows },
  });
}
