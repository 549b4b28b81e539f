/** Reads one GeoTIFF that was sent, in a process of its own: `raster-file.service.ts` starts it. */
import GeoTIFF, { type GeoTIFFImage } from 'geotiff';
import { type ReadPart, serveParser } from '../../../../platform/untrusted/parser-process.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { RasterItem, RasterTask } from './raster.types.ts';
import { placedGrid, wgs84 } from './raster-grid.rules.ts';
import { warpedRows } from './raster-projection.rules.ts';

/** Rows that are read at once, at least; a block of the file that is higher is read whole. */
const rowsAtOnce = 256;
/** A block of the file is unpacked whole: the bytes that all its bands may take. */
const mostBlockBytes = 268_435_456;
const bitsPerByte = 8;

await serveParser<RasterTask, RasterItem>(async function* ({ sizeBytes, mostCells, band }, part) {
  const image = await firstImage(part, sizeBytes);
  const { grid, isNorthFirst, source } = placedGrid(factsOf(image), mostCells);
  const count = image.getSamplesPerPixel();
  const bands = await Promise.all(Array.from({ length: count }, (_, place) => describedBand(image, place)));
  const shown = bands.map(({ name, unit }) => ({ name, unit }));
  const crs = `EPSG:${source?.code ?? wgs84}`;
  yield [{ kind: 'file', file: { grid, bands: shown, crs }, isNorthFirst }];
  const chosen = bands[band - 1];
  if (chosen === undefined) throw new UnreadableFile(`O ficheiro tem ${count} bandas, e pediu-se a ${band}.`);
  requireSmallBlocks(image);
  const how = { scale: chosen.scale, offset: chosen.offset, noData: noDataOf(image) };
  if (source === null) {
    for await (const [first, values] of cellRows(image, { band, how })) yield [{ kind: 'rows', first, values }];
    return;
  }
  const cells = new Float32Array(source.columns * source.rows);
  for await (const [first, values] of cellRows(image, { band, how })) cells.set(values, first * source.columns);
  for (let first = 0; first < grid.rows; first += rowsAtOnce) {
    const end = Math.min(first + rowsAtOnce, grid.rows);
    yield [{ kind: 'rows', first, values: warpedRows(cells, { source, grid }, [first, end]) }];
  }
});

type Measure = Parameters<typeof measured>[1];

/** Rows of the file with the place of their first, in its order. */
async function* cellRows(
  image: GeoTIFFImage,
  { band, how }: { readonly band: number; readonly how: Measure },
): AsyncGenerator<readonly [first: number, values: Float32Array]> {
  const [columns, rows] = [image.getWidth(), image.getHeight()];
  const step = Math.max(rowsAtOnce, Math.min(image.getTileHeight(), rows));
  for (let first = 0; first < rows; first += step) {
    const window = [0, first, columns, Math.min(first + step, rows)];
    const [read] = (await readOrRefuse(image.readRasters({ window, samples: [band - 1] }))) as unknown as readonly [
      ArrayLike<number>,
    ];
    yield [first, measured(read, how)];
  }
}

async function firstImage(part: ReadPart, sizeBytes: number): Promise<GeoTIFFImage> {
  const fetchSlice = async ({ offset, length }: { readonly offset: number; readonly length: number }) => {
    const data = await part(offset, Math.min(offset + length, sizeBytes));
    return { offset, length: data.byteLength, data };
  };
  const source: Parameters<typeof GeoTIFF.fromSource>[0] = {
    fileSize: sizeBytes,
    fetchSlice,
    fetch: async (slices) => Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    close: async () => undefined,
  };
  const tiff = await readOrRefuse(GeoTIFF.fromSource(source));
  return readOrRefuse(tiff.getImage(0));
}

/** The library's errors are of the file: it is cut off, or packed in a way that is not read. */
async function readOrRefuse<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const message = 'O ficheiro não se lê como GeoTIFF: grave-o de novo, sem compressão ou com DEFLATE.';
    throw new UnreadableFile(message, { cause: error });
  }
}

function factsOf(image: GeoTIFFImage): Parameters<typeof placedGrid>[0] {
  const keys = image.getGeoKeys();
  const transformation = image.fileDirectory.getValue('ModelTransformation');
  return {
    ...{ columns: image.getWidth(), rows: image.getHeight() },
    keys: {
      model: keys?.GTModelTypeGeoKey,
      geographic: keys?.GeographicTypeGeoKey,
      projected: keys?.ProjectedCSTypeGeoKey,
      citation: keys?.GeogCitationGeoKey ?? keys?.GTCitationGeoKey,
    },
    place: placeOf(image),
    isTurned: transformation !== undefined && isTurned(transformation),
    isPoint: !image.pixelIsArea(),
  };
}

function placeOf(image: GeoTIFFImage): { readonly origin: number[]; readonly step: number[] } | null {
  try {
    const [x = Number.NaN, y = Number.NaN] = image.getOrigin();
    const [dx = Number.NaN, dy = Number.NaN] = image.getResolution();
    // The library gives the place of the tie point, which may stand on another cell than the first.
    const [column = 0, row = 0] = image.fileDirectory.getValue('ModelTiepoint') ?? [];
    return { origin: [x - column * dx, y - row * dy], step: [dx, dy] };
  } catch {
    // The library's way to say that the image has no affine transformation.
    return null;
  }
}

/** The second and the fifth of the sixteen numbers turn the image. */
const isTurned = (numbers: ArrayLike<number>): boolean => (numbers[1] ?? 0) !== 0 || (numbers[4] ?? 0) !== 0;

function requireSmallBlocks(image: GeoTIFFImage): void {
  const bits = Math.max(bitsPerByte, Number(image.getBitsPerSample(0)));
  const cells = image.getTileWidth() * image.getTileHeight();
  if ((cells * bits * image.getSamplesPerPixel()) / bitsPerByte > mostBlockBytes) {
    throw new UnreadableFile('Os blocos do ficheiro são grandes de mais: grave-o em mosaicos de 256 × 256 células.');
  }
}

/** Value that the file calls no data; null where it names nothing. */
function noDataOf(image: GeoTIFFImage): number | null {
  const text = String(image.fileDirectory.getValue('GDAL_NODATA') ?? '')
    .replace(/\0/g, '')
    .trim();
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? null : value;
}

type Described = {
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  readonly offset: number;
};

/** Name, unit and the scale of the stored numbers, as GDAL writes them. */
async function describedBand(image: GeoTIFFImage, place: number): Promise<Described> {
  const metadata = (await readOrRefuse(image.getGDALMetadata(place))) ?? {};
  const text = (key: string) => {
    const value = metadata[key];
    return typeof value === 'string' ? value.replace(/\p{Cc}/gu, '').trim() : '';
  };
  const number = (key: string, usual: number) => {
    const value = Number.parseFloat(text(key));
    return Number.isFinite(value) ? value : usual;
  };
  return {
    name: (text('DESCRIPTION') || `Banda ${place + 1}`).slice(0, 120),
    unit: text('UNITTYPE').slice(0, 30),
    ...{ scale: number('SCALE', 1), offset: number('OFFSET', 0) },
  };
}

/** Values as they were measured; what the file calls no data, or is no number, is NaN. */
function measured(
  read: ArrayLike<number>,
  { scale, offset, noData }: { readonly scale: number; readonly offset: number; readonly noData: number | null },
): Float32Array {
  const values = new Float32Array(read.length);
  const rounded = noData === null ? null : Math.fround(noData);
  for (let cell = 0; cell < values.length; cell += 1) {
    const value = read[cell] ?? Number.NaN;
    const isNone = !Number.isFinite(value) || value === noData || value === rounded;
    values[cell] = isNone ? Number.NaN : value * scale + offset;
  }
  return values;
}
