/** A picture without what a camera writes into it, and its size in pixels. */
export type CleanJpeg = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

const start = 0xd8;
const scan = 0xda;
const comment = 0xfe;
/** Frames of the kinds that browsers draw: baseline, extended, progressive. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const mostSide = 8_192;

/**
 * A JPEG picture without metadata: place, time, device and hidden pictures go, colour and pixels stay. Null for what is
 * no such picture, or one of more than 8192 pixels a side. Nothing is decoded: the segments before the pixels are copied
 * or left out. Format: ITU-T T.81, annex B.
 */
export function cleanJpeg(bytes: Uint8Array): CleanJpeg | null {
  if (bytes[0] !== 0xff || bytes[1] !== start) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return null;
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (frames.has(marker) && length >= 8) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === scan) return size === null ? null : wholeOf(kept, bytes.subarray(at), size);
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Application segments carry Exif, XMP, thumbnails and maker's notes; the first (JFIF) and Adobe's say how colours are read. */
const isMetadata = (marker: number): boolean =>
  marker === comment || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);

function wholeOf(
  kept: readonly Uint8Array[],
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): CleanJpeg | null {
  if (width === 0 || height === 0 || width > mostSide || height > mostSide) return null;
  const end = endOf(pixels);
  if (end === null) return null;
  return { bytes: Buffer.concat([...kept, pixels.subarray(0, end)]), width, height };
}

/** Where the picture ends: what follows its last marker is no part of it. */
function endOf(pixels: Uint8Array): number | null {
  const at = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength).lastIndexOf(Buffer.from([0xff, 0xd9]));
  return at < 0 ? null : at + 2;
}
