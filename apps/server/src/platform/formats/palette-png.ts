import { crc32, deflateSync } from 'node:zlib';

/** Half the time of the usual level, a sixth more bytes: a tile is made for each look. */
const level = 4;
const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** First byte of a row, by ISO/IEC 15948 §9.2: the others are its pixels, or are to be added to those above. */
export const filters = { none: 0, up: 2 } as const;

type Colours = readonly (readonly [number, number, number])[];

export type PaletteImage = {
  readonly width: number;
  readonly height: number;
  /** From the top, each row after its filter: the place in the palette of each pixel; 0 is transparent. */
  readonly rows: Uint8Array;
  /** Red, green and blue of the places from 1 on, 255 at most. */
  readonly colours: Colours;
};

const palettes = new WeakMap<Colours, Uint8Array>();

/** A picture of few colours as PNG (ISO/IEC 15948), made at once: on another thread it takes longer to hand over than to make. */
export function palettePng({ width, height, rows, colours }: PaletteImage): Uint8Array {
  if (rows.length !== (width + 1) * height) {
    throw new RangeError(`palettePng: received ${rows.length} bytes, expected (${width} + 1) × ${height}`);
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  // Eight bits a pixel, by palette.
  head.setUint8(8, 8);
  head.setUint8(9, 3);
  return Buffer.concat([
    signature,
    chunk('IHDR', new Uint8Array(head.buffer)),
    paletteOf(colours),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** The chunks of the colours and of the one that is transparent, made once for each list of colours. */
function paletteOf(colours: Colours): Uint8Array {
  const known = palettes.get(colours);
  if (known !== undefined) return known;
  const made = Buffer.concat([
    chunk('PLTE', Uint8Array.from([0, 0, 0, ...colours.flat()])),
    chunk('tRNS', Uint8Array.of(0)),
  ]);
  palettes.set(colours, made);
  return made;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const made = Buffer.allocUnsafe(data.byteLength + 12);
  made.writeUInt32BE(data.byteLength, 0);
  made.write(name, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), data.byteLength + 8);
  return made;
}
