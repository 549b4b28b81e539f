import type { Bbox } from './bbox.ts';
import { dayMs, hourMs } from './time.ts';

/**
 * Heat tiles: presence of vessels as a gridded space-time cube, one tile of the Web Mercator pyramid at a time.
 *
 * Tile z/x/y is that of every web map (y from the north); it has 64 × 64 cells, each a tile of zoom z + 6, so that cells
 * nest: `cell = row * 64 + column`, row 0 at the north edge. 180° is 180° W. Frames are whole hours or days since 1970,
 * or months (year × 12 + month, January 0), all UTC.
 *
 * Bytes: `K H T 1`, then unsigned LEB128 numbers: interval (0 hour, 1 day, 2 month), measure (0 hours, 1 vessels),
 * first frame, frames, runs; and for each run: cell − cell of the run before, start − first frame, length, `length`
 * values. Runs come by cell and then by frame; a cell with long silences has several. Hours are in hundredths.
 */
export type HeatTile = {
  readonly interval: HeatInterval;
  readonly measure: HeatMeasure;
  readonly firstFrame: number;
  readonly frames: number;
  /** By run: its cell, its first frame after `firstFrame`, and where its values begin; one entry more closes the last. */
  readonly cells: Uint16Array;
  readonly starts: Uint32Array;
  readonly offsets: Uint32Array;
  /** Hours of presence, or vessels. */
  readonly values: Float32Array;
};

export const heatIntervals = ['hour', 'day', 'month'] as const;
export type HeatInterval = (typeof heatIntervals)[number];
export const heatMeasures = ['hours', 'vessels'] as const;
export type HeatMeasure = (typeof heatMeasures)[number];

/** Cells of a tile along each side, and their zoom below the tile's. */
export const heatSide = 64;
export const heatCellZoom = 6;
/** Deeper tiles do not exist: cells of zoom 16 are some 600 m wide. */
export const heatMaxZoom = 10;

const magic = [0x4b, 0x48, 0x54, 1] as const;
const hoursScale = 100;
/** Latitude at which a square map of the world ends. */
export const mercatorLatitude = 85.05112877980659;

/** Frame that contains an instant. */
export function heatFrameOf(interval: HeatInterval, timeMs: number): number {
  if (interval === 'hour') return Math.floor(timeMs / hourMs);
  if (interval === 'day') return Math.floor(timeMs / dayMs);
  const at = new Date(timeMs);
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

/** First instant of a frame, epoch ms. */
export function heatFrameStartMs(interval: HeatInterval, frame: number): number {
  if (interval === 'hour') return frame * hourMs;
  if (interval === 'day') return frame * dayMs;
  return Date.UTC(Math.floor(frame / 12), frame % 12, 1);
}

/** Web Mercator tile that contains a position; latitudes beyond ±85.05° count to the outermost row, 180° to 180° W. */
export function mercatorTile(lon: number, lat: number, zoom: number): { x: number; y: number } {
  const side = 2 ** zoom;
  const radians = (Math.min(mercatorLatitude, Math.max(-mercatorLatitude, lat)) * Math.PI) / 180;
  const x = Math.floor(((lon + 180) / 360) * side);
  const y = Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * side);
  return { x: ((x % side) + side) % side, y: Math.min(side - 1, Math.max(0, y)) };
}

/** Edges of a tile, degrees. */
export function mercatorTileBbox(zoom: number, x: number, y: number): Bbox {
  const side = 2 ** zoom;
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  return [(x / side) * 360 - 180, lat(y + 1), ((x + 1) / side) * 360 - 180, lat(y)];
}

/** Edges of a cell of a tile, degrees. */
export function heatCellBbox(zoom: number, x: number, y: number, cell: number): Bbox {
  return mercatorTileBbox(
    zoom + heatCellZoom,
    x * heatSide + (cell % heatSide),
    y * heatSide + Math.floor(cell / heatSide),
  );
}

/** Values of a tile about to be written, by cell and then by frame: each pair once. */
export type HeatEntries = {
  readonly cells: ArrayLike<number>;
  readonly frames: ArrayLike<number>;
  /** Hours, or vessels. */
  readonly values: ArrayLike<number>;
};

/** Silences up to so many frames are written as zeros: a new run costs as much. */
const bridgedFrames = 3;

/** Writes a tile. */
export function encodeHeatTile(
  head: Pick<HeatTile, 'interval' | 'measure' | 'firstFrame' | 'frames'>,
  { cells, frames, values }: HeatEntries,
): Uint8Array {
  const begins: number[] = [];
  for (let at = 0; at < cells.length; at += 1)
    if (at === 0 || cells[at] !== cells[at - 1] || frame(at) - frame(at - 1) - 1 > bridgedFrames) begins.push(at);
  const bytes = createByteWriter(64 + cells.length * 4);
  for (const byte of magic) bytes.byte(byte);
  bytes.varint(heatIntervals.indexOf(head.interval));
  bytes.varint(heatMeasures.indexOf(head.measure));
  bytes.varint(head.firstFrame);
  bytes.varint(head.frames);
  bytes.varint(begins.length);
  const scale = head.measure === 'hours' ? hoursScale : 1;
  let cellBefore = 0;
  for (let run = 0; run < begins.length; run += 1) {
    const begin = begins[run] ?? 0;
    const end = begins[run + 1] ?? cells.length;
    const cell = cells[begin] ?? 0;
    bytes.varint(cell - cellBefore);
    cellBefore = cell;
    bytes.varint(frame(begin) - head.firstFrame);
    bytes.varint(frame(end - 1) - frame(begin) + 1);
    for (let at = begin; at < end; at += 1) {
      for (let silent = at === begin ? frame(at) : frame(at - 1) + 1; silent < frame(at); silent += 1) bytes.varint(0);
      bytes.varint(Math.round((values[at] ?? 0) * scale));
    }
  }
  return bytes.done();

  function frame(at: number): number {
    return frames[at] ?? 0;
  }
}

/** Reads a tile. Throws `RangeError` for bytes that are not one. */
export function decodeHeatTile(bytes: Uint8Array): HeatTile {
  if (magic.some((byte, index) => bytes[index] !== byte))
    throw new RangeError(
      `heat tile: expected to begin with ${magic.join(' ')}, received ${bytes.subarray(0, 4).join(' ')}`,
    );
  let at: number = magic.length;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError(`heat tile: ends in the midst of a number, at byte ${at}`);
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const interval = heatIntervals[next()];
  const measure = heatMeasures[next()];
  if (interval === undefined || measure === undefined) throw new RangeError('heat tile: unknown interval or measure');
  const [firstFrame, frames, runs] = [next(), next(), next()];
  // A run has four bytes at least: no memory is allocated for runs that cannot be present.
  if (runs * 4 > bytes.length - at) throw new RangeError(`heat tile: ${runs} runs in ${bytes.length} bytes`);
  const cells = new Uint16Array(runs);
  const starts = new Uint32Array(runs);
  const offsets = new Uint32Array(runs + 1);
  const values = new Float32Array(bytes.length - at);
  const scale = measure === 'hours' ? hoursScale : 1;
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    cells[run] = (run === 0 ? 0 : (cells[run - 1] ?? 0)) + next();
    starts[run] = next();
    for (let left = next(); left > 0; left -= 1) {
      values[count] = next() / scale;
      count += 1;
    }
    offsets[run + 1] = count;
  }
  return { interval, measure, firstFrame, frames, cells, starts, offsets, values: values.slice(0, count) };
}

/** Sums of the frames `from` ≤ frame < `to` by cell: one number for each of the 4096 cells. */
export function sumHeatTile(tile: HeatTile, from: number, to: number): Float64Array {
  const sums = new Float64Array(heatSide * heatSide);
  for (let run = 0; run < tile.cells.length; run += 1) {
    const offset = tile.offsets[run] ?? 0;
    const end = tile.offsets[run + 1] ?? offset;
    const start = tile.firstFrame + (tile.starts[run] ?? 0);
    const cell = tile.cells[run] ?? 0;
    const last = Math.min(end, offset + to - start);
    for (let at = offset + Math.max(0, from - start); at < last; at += 1)
      sums[cell] = (sums[cell] ?? 0) + (tile.values[at] ?? 0);
  }
  return sums;
}

function createByteWriter(expected: number) {
  let bytes = new Uint8Array(expected);
  let length = 0;
  const byte = (value: number) => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length] = value;
    length += 1;
  };
  return {
    byte,
    varint(value: number) {
      let left = value;
      for (; left >= 128; left = Math.floor(left / 128)) byte((left % 128) + 128);
      byte(left);
    },
    done: () => bytes.slice(0, length),
  };
}
