import { fromArrayBuffer } from 'geotiff';

/** The layers of a GeoTIFF with numbers, row-major, south → north. */
export async function readBands(bytes: Uint8Array): Promise<readonly Float32Array[]> {
  const tiff = await fromArrayBuffer(Uint8Array.from(bytes).buffer);
  const image = await tiff.getImage();
  const [columns, rows] = [image.getWidth(), image.getHeight()];
  const rasters = (await image.readRasters()) as unknown as readonly Float32Array[];
  return Array.from(rasters, (values) => {
    const turned = new Float32Array(columns * rows);
    for (let line = 0; line < rows; line += 1) {
      turned.set(values.subarray(line * columns, (line + 1) * columns), (rows - 1 - line) * columns);
    }
    return turned;
  });
}
