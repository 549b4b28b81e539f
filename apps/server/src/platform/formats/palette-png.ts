import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const deflated = promisify(deflate);
/** Half the time of the usual level, a sixth more bytes: a tile is made for each look. */
const level = 4;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type PaletteImage = {
  readonly width: number;
  readonly height: number;
  /** Place in the palette of each pixel, row by row from the top; 0 is transparent. */
  readonly pixels: Uint8Array;
  /** Red, green and blue of the places from 1 on, 255 at most. */
  readonly colours: readonly (readonly [number, number, number])[];
};

/** A picture of few colours as PNG (ISO/IEC 15948). */
export async function palettePng({ width, height, pixels, colours }: PaletteImage): Promise<Uint8Array> {
  if (pixels.length !== width * height) {
    throw new RangeError(`palettePng: received ${pixels.length} pixels, expected ${width} × ${height}`);
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  // Eight bits a pixel, by palette.
  head.setUint8(8, 8);
  head.setUint8(9, 3);
  // Each row begins with the number of its filter, 0: none.
  const rows = new Uint8Array(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    Uint8Array.from(signature),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('PLTE', Uint8Array.from([0, 0, 0, ...colours.flat()])),
    chunk('tRNS', Uint8Array.from([0])),
    chunk('IDAT', await deflated(rows, { level })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const made = Buffer.alloc(body.byteLength + 8);
  made.writeUInt32BE(data.byteLength, 0);
  made.set(body, 4);
  made.writeUInt32BE(crc32(body), body.byteLength + 4);
  return made;
}
