import type { RasterPreview } from '@kianda/contract/open/storage/preview.contract';
import GeoTIFF, { type GeoTIFFImage } from 'geotiff';
import type { ObjectFile } from './object-file.ts';

/** Long side of the picture, in cells: enough to judge a file by. */
const wantedCells = 360;
/** Cells that are read for a picture at most; a file with more and no smaller version of itself shows none. */
const mostCellsRead = 16_000_000;
/** A file of a thousand pages is no overview pyramid, and one whose pages go round in a circle has no last. */
const mostPages = 16;
/** Code of GeoTIFF for a coordinate system that the file defines itself. */
const userDefined = 32_767;

const sampleKinds: Readonly<Record<number, string>> = { 1: 'uint', 2: 'int', 3: 'float' };

/**
 * A GeoTIFF as people judge it: size, bands, coordinate system, bounds, and one band (from 1) as a small picture.
 * Only the parts of the file that this needs are read. Throws where it is no TIFF, or has no such band.
 */
export async function previewRaster(file: ObjectFile, band: number): Promise<RasterPreview> {
  const tiff = await GeoTIFF.fromSource(sourceOf(file));
  const whole = await tiff.getImage(0);
  const bands = whole.getSamplesPerPixel();
  if (band > bands) throw new RangeError(`raster: band ${band} of ${bands}`);
  const smaller = await imagesOf(tiff);
  const noData = whole.getGDALNoData();
  const described = {
    kind: 'raster' as const,
    width: whole.getWidth(),
    height: whole.getHeight(),
    bands,
    band,
    sample: `${sampleKinds[whole.getSampleFormat(0)] ?? 'uint'}${whole.getBitsPerSample(0)}`,
    crs: crsOf(whole),
    bbox: boxOf(whole),
    noData: noData === null || !Number.isFinite(noData) ? null : noData,
    overviews: smaller.length - 1,
    isTiled: whole.isTiled,
  };
  const source = smaller.findLast((image) => Math.max(image.getWidth(), image.getHeight()) >= wantedCells) ?? whole;
  const tileCells = source.getTileWidth() * source.getTileHeight();
  if (source.getWidth() * source.getHeight() > mostCellsRead || tileCells > mostCellsRead) {
    return { ...described, picture: null, reason: 'too-large' };
  }
  return { ...described, ...(await pictureOf(source, band, noData)) };
}

async function pictureOf(
  image: GeoTIFFImage,
  band: number,
  noData: number | null,
): Promise<Pick<RasterPreview, 'picture' | 'reason'>> {
  const scale = Math.min(1, wantedCells / Math.max(image.getWidth(), image.getHeight()));
  const width = Math.max(1, Math.round(image.getWidth() * scale));
  const height = Math.max(1, Math.round(image.getHeight() * scale));
  const [read] = (await image.readRasters({
    samples: [band - 1],
    width,
    height,
  })) as readonly ArrayLike<number>[];
  const values = Float32Array.from(read ?? []);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value) || value === noData) {
      values[index] = Number.NaN;
      continue;
    }
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) return { picture: null, reason: 'no-values' };
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return { picture: { width, height, min, max, values: bytes.toString('base64') }, reason: null };
}

/** The image and its smaller versions, the largest first; pages of another shape are not among them. */
async function imagesOf(tiff: GeoTIFF): Promise<readonly GeoTIFFImage[]> {
  const images: GeoTIFFImage[] = [];
  while (images.length < mostPages) {
    const image = await pageOf(tiff, images.length);
    if (image === null) break;
    images.push(image);
  }
  const [whole] = images;
  if (whole === undefined) return [];
  const shape = whole.getWidth() / whole.getHeight();
  return images
    .filter((image) => Math.abs(image.getWidth() / image.getHeight() / shape - 1) < 0.05)
    .filter((image) => image.getSamplesPerPixel() === whole.getSamplesPerPixel())
    .toSorted((a, b) => b.getWidth() - a.getWidth());
}

/** A page by its number, from 0; null after the last. */
async function pageOf(tiff: GeoTIFF, index: number): Promise<GeoTIFFImage | null> {
  try {
    return await tiff.getImage(index);
  } catch (error) {
    // The library has no name to import for this.
    if (error instanceof Error && error.message.startsWith('No image at index')) return null;
    throw error;
  }
}

function crsOf(image: GeoTIFFImage): string | null {
  const keys = image.getGeoKeys();
  const code: unknown = keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey;
  return typeof code === 'number' && code > 0 && code !== userDefined ? `EPSG:${code}` : null;
}

/** West, south, east, north in the file's own coordinates; null where it says nothing of its place. */
function boxOf(image: GeoTIFFImage): [number, number, number, number] | null {
  try {
    const [west, south, east, north] = image.getBoundingBox();
    const box = [west, south, east, north].map((value) => value ?? Number.NaN);
    return box.every(Number.isFinite) ? (box as [number, number, number, number]) : null;
  } catch {
    // The library's way to say that the image has no affine transformation.
    return null;
  }
}

/** The parts of an object that geotiff asks for. */
function sourceOf(file: ObjectFile): Parameters<typeof GeoTIFF.fromSource>[0] {
  const fetchSlice = async ({ offset, length }: { readonly offset: number; readonly length: number }) => {
    const data = await file.slice(offset, offset + length);
    return { offset, length: data.byteLength, data };
  };
  return {
    fileSize: file.byteLength,
    fetchSlice,
    fetch: async (slices) => Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    close: async () => undefined,
  };
}
