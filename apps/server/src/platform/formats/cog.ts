import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Grid } from '@kianda/geo';
import { gridBox } from './geotiff.ts';
import { type Tag, tagTypes, writeDirectories } from './tiff-directory.ts';

const deflated = promisify(deflate);

/** One layer of a file, row-major, south → north; NaN is no data. */
export type CogBand = {
  readonly name: string;
  /** Of the value, as people read it; null: none. */
  readonly unit: string | null;
  readonly values: Float32Array;
  /** `codes` are never mixed: a smaller version takes one of them. */
  readonly kind: 'number' | 'codes';
};

const tileSide = 256;
const float32Bytes = 4;
/** Sides of a smaller version and of its cells beside the version before. */
const shrink = 2;

type Image = {
  readonly columns: number;
  readonly rows: number;
  readonly bands: readonly Float32Array[];
  /** Order of the rows in memory; in the file the first is in the north. */
  readonly isSouthFirst: boolean;
};

/** Tiles that are compressed at once: a raster may have thousands, and none waits in memory. */
const tilesAtOnce = 32;

/** Place of the first cell of a row, counted from the north. */
const rowStart = ({ columns, rows, isSouthFirst }: Image, row: number): number =>
  (isSouthFirst ? rows - 1 - row : row) * columns;

/**
 * A grid with several bands as a cloud-optimised GeoTIFF in EPSG:4326: tiles, smaller versions of itself, the directory
 * first and the smallest version's tiles before the others', each band's tiles apart, compressed. `west` and `south` of
 * the grid are the centre of its first cell.
 */
export async function cog(grid: Grid, bands: readonly CogBand[]): Promise<Uint8Array> {
  const { columns, rows } = grid;
  const wrong = bands.find(({ values }) => values.length !== columns * rows);
  if (wrong !== undefined) {
    throw new RangeError(`${wrong.name}: received ${wrong.values.length} values, expected ${columns} × ${rows}`);
  }
  const images: Image[] = [{ columns, rows, bands: bands.map(({ values }) => values), isSouthFirst: true }];
  for (let last = images[0]; last !== undefined && Math.max(last.columns, last.rows) > tileSide; last = images.at(-1)) {
    images.push(smaller(last, bands));
  }
  const tiles: Uint8Array[][] = [];
  for (const image of images) tiles.push(await tilesOf(image));
  return writeDirectories(
    images.map((image, place) => ({
      tags: [...imageTags(image, bands.length, place > 0), ...(place === 0 ? placeTags(grid, bands) : nodata)],
      tiles: tiles[place] ?? [],
    })),
  );
}

/** Half as many cells each way: the mean of those that are known of four, or the first known one of codes. */
function smaller(image: Image, described: readonly CogBand[]): Image {
  const [width, height] = [Math.ceil(image.columns / shrink), Math.ceil(image.rows / shrink)];
  const halved = image.bands.map((values, place) => {
    const made = new Float32Array(width * height);
    const isCode = described[place]?.kind === 'codes';
    for (let row = 0; row < height; row += 1) halveRow(image, values, { row, isCode, into: made });
    return made;
  });
  return { columns: width, rows: height, bands: halved, isSouthFirst: false };
}

function halveRow(
  image: Image,
  values: Float32Array,
  { row, isCode, into }: { readonly row: number; readonly isCode: boolean; readonly into: Float32Array },
): void {
  const width = Math.ceil(image.columns / shrink);
  const [above, below] = [row * shrink, row * shrink + 1];
  const starts = [rowStart(image, above), below < image.rows ? rowStart(image, below) : -1];
  for (let column = 0; column < width; column += 1) {
    let [sum, known, first] = [0, 0, Number.NaN];
    for (const start of starts) {
      if (start < 0) continue;
      const end = start + Math.min(column * shrink + shrink, image.columns);
      for (let at = start + column * shrink; at < end; at += 1) {
        const value = values[at] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        if (known === 0) first = value;
        sum += value;
        known += 1;
      }
    }
    into[row * width + column] = isCode ? first : sum / known;
  }
}

/** Compressed tiles, row by row from the north-west, all of a band together. */
async function tilesOf(image: Image): Promise<Uint8Array[]> {
  const [across, down] = [Math.ceil(image.columns / tileSide), Math.ceil(image.rows / tileSide)];
  const made: Uint8Array[] = [];
  for (const values of image.bands) {
    for (let first = 0; first < across * down; first += tilesAtOnce) {
      const raw = Array.from({ length: Math.min(tilesAtOnce, across * down - first) }, (_, place) => {
        const tile = first + place;
        return predicted(cutOf(image, values, [tile % across, Math.floor(tile / across)]));
      });
      made.push(...(await Promise.all(raw.map((bytes) => deflated(bytes)))));
    }
  }
  return made;
}

function cutOf(
  image: Image,
  values: Float32Array,
  [column, line]: readonly [column: number, line: number],
): Float32Array {
  const [left, top] = [column * tileSide, line * tileSide];
  const cut = new Float32Array(tileSide * tileSide).fill(Number.NaN);
  for (let row = top; row < Math.min(image.rows, top + tileSide); row += 1) {
    const start = rowStart(image, row);
    cut.set(values.subarray(start + left, start + Math.min(image.columns, left + tileSide)), (row - top) * tileSide);
  }
  return cut;
}

/**
 * TIFF's predictor for floating point: of each row the highest bytes of all numbers, then the next ones, each byte less
 * the one before. Neighbours are alike, so that hardly anything is left to compress.
 */
function predicted(tile: Float32Array): Uint8Array {
  const given = new Uint8Array(tile.buffer);
  const rowBytes = tileSide * float32Bytes;
  const made = new Uint8Array(given.length);
  for (let start = 0; start < given.length; start += rowBytes) {
    let before = 0;
    for (let place = 0; place < rowBytes; place += 1) {
      const plane = Math.floor(place / tileSide);
      // Numbers lie lowest byte first in memory; the first plane has the highest ones.
      const byte = given[start + (place % tileSide) * float32Bytes + (float32Bytes - 1 - plane)] ?? 0;
      made[start + place] = byte - before;
      before = byte;
    }
  }
  return made;
}

function imageTags({ columns, rows }: Image, bands: number, isSmaller: boolean): Tag[] {
  const { short, long } = tagTypes;
  const each = (value: number, count = bands) => new Array<number>(count).fill(value);
  return [
    { id: 254, type: long, values: [isSmaller ? 1 : 0] },
    { id: 256, type: long, values: [columns] },
    { id: 257, type: long, values: [rows] },
    { id: 258, type: short, values: each(8 * float32Bytes) },
    // Deflate, black is nought, planes apart, predictor of floating point, IEEE numbers.
    { id: 259, type: short, values: [8] },
    { id: 262, type: short, values: [1] },
    { id: 277, type: short, values: [bands] },
    { id: 284, type: short, values: [2] },
    { id: 317, type: short, values: [3] },
    { id: 322, type: long, values: [tileSide] },
    { id: 323, type: long, values: [tileSide] },
    ...(bands > 1 ? [{ id: 338, type: short, values: each(0, bands - 1) }] : []),
    { id: 339, type: short, values: each(3) },
  ];
}

const nodata: readonly Tag[] = [{ id: 42_113, type: tagTypes.ascii, values: 'nan' }];

function placeTags(grid: Grid, bands: readonly CogBand[]): Tag[] {
  const { short, double, ascii } = tagTypes;
  const [west, , , north] = gridBox(grid);
  return [
    { id: 33_550, type: double, values: [grid.lonStepDegrees, grid.latStepDegrees, 0] },
    { id: 33_922, type: double, values: [0, 0, 0, west, north, 0] },
    // Geographic, a value for an area, WGS 84.
    { id: 34_735, type: short, values: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326] },
    { id: 42_112, type: ascii, values: gdalMetadata(bands) },
    ...nodata,
  ];
}

/** Names and units of the bands, as GDAL and QGIS read them. */
function gdalMetadata(bands: readonly CogBand[]): string {
  const item = (name: string, sample: number, role: string, text: string) =>
    `<Item name="${name}" sample="${sample}" role="${role}">${escaped(text)}</Item>`;
  const items = bands.flatMap(({ name, unit }, sample) => [
    item('DESCRIPTION', sample, 'description', name),
    ...(unit === null ? [] : [item('UNITTYPE', sample, 'unittype', unit)]),
  ]);
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
