import { euphoticDepthMeters, netPrimaryProduction } from '../ocean/primary-production.ts';
import { dayLengthHours, estimatedPar } from '../ocean/sunlight.ts';

/** Cells of the sea that are looked at; arrays in the same order. */
export type SeaCells = {
  readonly lat: Float64Array;
  /** Square metres. */
  readonly area: Float64Array;
  /** Metres to the sea bed; NaN where it is not known, and the water counts as deep enough. */
  readonly seabed: Float64Array;
};

/** Fields of a day at those cells; NaN is missing. */
type SeaDay = {
  /** 1–366. */
  readonly dayOfYear: number;
  /** Surface chlorophyll-a, mg m⁻³. */
  readonly chlorophyll: Float32Array;
  readonly sstCelsius: Float32Array;
};

/** Content and production of a cell: chlorophyll of the lit water, mg m⁻², and production, mg C m⁻² d⁻¹; NaN is not known. */
type CellDay = { readonly stock: number; readonly production: number };

/** Light at the surface of a latitude, estimated where it is not measured: see `estimatedPar`. */
type Sun = { readonly par: number; readonly dayLengthHours: number };

/**
 * Chlorophyll of the euphotic zone (Morel & Berthon 1989; the sea bed ends it) and net primary production (VGPM) of a
 * cell whose chlorophyll is `factor` times what was seen.
 */
export function cellDay(
  seen: { readonly chlorophyll: number; readonly sstCelsius: number; readonly seabed: number },
  sun: Sun,
  factor: number,
): CellDay {
  const chlorophyll = seen.chlorophyll * factor;
  if (!(chlorophyll > 0)) return { stock: Number.NaN, production: Number.NaN };
  const lit = euphoticDepthMeters(chlorophyll);
  const depth = seen.seabed > 0 ? Math.min(lit, seen.seabed) : lit;
  const production = netPrimaryProduction({ chlorophyll, sstCelsius: seen.sstCelsius, ...sun });
  return { stock: chlorophyll * depth, production };
}

/** Factors of chlorophyll at which a day is added up; between them lines on a double logarithmic scale. */
export const factorNodes: readonly number[] = [0.4, 0.6, 0.8, 1, 1.25, 1.6, 2.5];
const centralNode = factorNodes.indexOf(1);

/** A zone's means of a day over the cells that were seen, one of each factor. */
export type ZoneDay = {
  /** Square metres of the cells with chlorophyll, and of those with production. */
  readonly seenArea: number;
  readonly producingArea: number;
  /** mg Chl m⁻² and mg C m⁻² d⁻¹; NaN where nothing was seen. */
  readonly stock: Float64Array;
  readonly production: Float64Array;
};

export type DaySums = {
  readonly zones: readonly ZoneDay[];
  /** Of each cell, as it was seen; NaN is not known. */
  readonly stock: Float32Array;
  readonly production: Float32Array;
};

/**
 * Adds a day up over zones (indexes of cells). `sunshineShare`: of the possible hours of sun, for the light that is not
 * measured.
 */
export function sumDay(cells: SeaCells, day: SeaDay, zones: readonly Uint32Array[], sunshineShare: number): DaySums {
  const nodes = factorNodes.map((factor) => fieldsOf(cells, day, factor, sunshineShare));
  const central = nodes[centralNode];
  if (central === undefined) throw new RangeError('factors: one of them has to be 1');
  return { ...central, zones: zones.map((zone) => zoneDay(cells.area, zone, nodes)) };
}

type Fields = { readonly stock: Float32Array; readonly production: Float32Array };

function fieldsOf(cells: SeaCells, day: SeaDay, factor: number, sunshineShare: number): Fields {
  const count = cells.lat.length;
  const [stock, production] = [new Float32Array(count), new Float32Array(count)];
  let sun: Sun & { readonly lat: number } = { lat: Number.NaN, par: 0, dayLengthHours: 0 };
  for (let cell = 0; cell < count; cell += 1) {
    const lat = cells.lat[cell] ?? 0;
    // Cells of a row have the same sun.
    if (lat !== sun.lat) {
      const [hours, par] = [dayLengthHours(lat, day.dayOfYear), estimatedPar(lat, day.dayOfYear, sunshineShare)];
      sun = { lat, par, dayLengthHours: hours };
    }
    const seen = {
      chlorophyll: day.chlorophyll[cell] ?? Number.NaN,
      sstCelsius: day.sstCelsius[cell] ?? Number.NaN,
      seabed: cells.seabed[cell] ?? Number.NaN,
    };
    const made = cellDay(seen, sun, factor);
    stock[cell] = made.stock;
    production[cell] = made.production;
  }
  return { stock, production };
}

function zoneDay(area: Float64Array, zone: Uint32Array, nodes: readonly Fields[]): ZoneDay {
  const stock = nodes.map((node) => weightedMean(node.stock, area, zone));
  const production = nodes.map((node) => weightedMean(node.production, area, zone));
  return {
    seenArea: stock[0]?.area ?? 0,
    producingArea: production[0]?.area ?? 0,
    stock: Float64Array.from(stock, ({ mean }) => mean),
    production: Float64Array.from(production, ({ mean }) => mean),
  };
}

function weightedMean(values: Float32Array, area: Float64Array, zone: Uint32Array) {
  let [sum, seen] = [0, 0];
  for (const cell of zone) {
    const value = values[cell] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const weight = area[cell] ?? 0;
    sum += value * weight;
    seen += weight;
  }
  return { mean: sum / seen, area: seen };
}

/** Value at a factor between nodes, on a double logarithmic scale; beyond the nodes the last line goes on. */
export function atFactor(values: Float64Array, factor: number): number {
  const above = factorNodes.findIndex((node) => node >= factor);
  const high = Math.min(Math.max(above === -1 ? factorNodes.length - 1 : above, 1), factorNodes.length - 1);
  const low = high - 1;
  const [x0, x1] = [Math.log(factorNodes[low] ?? 1), Math.log(factorNodes[high] ?? 1)];
  const [y0, y1] = [Math.log(values[low] ?? Number.NaN), Math.log(values[high] ?? Number.NaN)];
  return Math.exp(y0 + ((Math.log(factor) - x0) / (x1 - x0)) * (y1 - y0));
}
