import { fromArrayBuffer } from 'geotiff';

/** The layers of a GeoTIFF with numbers, row-major, south → north. */
export async function readBands(bytes: Uint8Array): Promise<readonly Float32Array[]> {
  const tiff = await fromArrayBuffer(bufferOf(bytes));
  const image = await tiff.getImage();
  const [columns, rows] = [image.getWidth(), image.getHeight()];
  const rasters = (await image.readRasters()) as unknown as readonly Float32Array[];
  for (const values of rasters) turn(values, columns, rows);
  return rasters;
}

/** The buffer of a file itself where there is nothing else in it. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : Uint8Array.from(bytes).buffer;
}

/** Puts the rows in the other order, where they stand. */
function turn(values: Float32Array, columns: number, rows: number): void {
  for (let [low, high] = [0, rows - 1]; low < high; low += 1, high -= 1) {
    const kept = values.slice(low * columns, (low + 1) * columns);
    values.copyWithin(low * columns, high * columns, (high + 1) * columns);
    values.set(kept, high * columns);
  }
}
