import { formatNumber } from '@kianda/format';
import { rampTable } from '@kianda/viz/colour/ramps.ts';
import { type ColourScale, scaleTicks } from '@kianda/viz/colour/scale.ts';
import type { Field } from '@kianda/viz/field/decode.ts';
import { paintField } from '@kianda/viz/field/raster.ts';

/** Height of the field in a film, and of the words and colours below it, in pixels. */
const [fieldPixels, captionPixels] = [880, 140];
const narrowest = 480;
const margin = 20;

export type FilmFrame = {
  readonly field: Field;
  /** Date, as people read it. */
  readonly when: string;
};

export type FilmCaption = {
  readonly title: string;
  readonly unit: string;
  readonly source: string;
  readonly scale: ColourScale;
};

/** Even sides: encoders of video take no others. */
export function filmSize({ grid }: Field): {
  readonly width: number;
  readonly height: number;
  readonly fieldWidth: number;
} {
  const fieldWidth = Math.round((fieldPixels * grid.columns) / grid.rows / 2) * 2;
  return { width: Math.max(narrowest, fieldWidth), height: fieldPixels + captionPixels, fieldWidth };
}

/** Draws one frame of the film: the field, its date, its colours and where it comes from. */
export function drawFilmFrame(
  context: CanvasRenderingContext2D,
  { field, when }: FilmFrame,
  caption: FilmCaption,
): void {
  const { width, height, fieldWidth } = filmSize(field);
  const raster = paintField(field, caption.scale);
  const picture = document.createElement('canvas');
  picture.width = raster.width;
  picture.height = raster.height;
  picture.getContext('2d')?.putImageData(new ImageData(raster.pixels, raster.width, raster.height), 0, 0);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#dfe4e8';
  context.fillRect(0, 0, width, fieldPixels);
  context.drawImage(picture, (width - fieldWidth) / 2, 0, fieldWidth, fieldPixels);
  context.fillStyle = '#13202b';
  context.font = '600 24px sans-serif';
  context.fillText(`${caption.title} (${caption.unit})`, margin, fieldPixels + 34, width - 2 * margin);
  context.font = '22px sans-serif';
  context.fillText(when, margin, fieldPixels + 64);
  context.font = '13px sans-serif';
  context.fillText(caption.source, margin, height - 8, width - 2 * margin);
  drawColours(context, caption.scale, width);
}

function drawColours(context: CanvasRenderingContext2D, scale: ColourScale, width: number): void {
  const table = rampTable(scale.ramp);
  const length = width - 2 * margin;
  const top = fieldPixels + 76;
  for (let x = 0; x < length; x += 1) {
    const index = Math.round((x / (length - 1)) * (table.length / 4 - 1)) * 4;
    const [red = 0, green = 0, blue = 0] = table.subarray(index, index + 3);
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(margin + x, top, 1, 14);
  }
  context.fillStyle = '#13202b';
  context.font = '14px sans-serif';
  for (const tick of scaleTicks(scale)) {
    const place = scale.position(tick);
    context.textAlign = place === 0 ? 'left' : place === 1 ? 'right' : 'center';
    context.fillText(formatNumber(tick, { maxDecimals: 2 }), margin + place * length, top + 32);
  }
  context.textAlign = 'left';
}

export type Film = {
  readonly count: number;
  readonly framesPerSecond: number;
  readonly caption: FilmCaption;
  /** The frame of a place in the film. */
  readonly frameAt: (index: number) => Promise<FilmFrame>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Encodes a film in the browser (WebCodecs): H.264 in MP4 where it can, else VP9 or VP8 in WebM. Null where this browser
 * encodes none of them. Throws what `frameAt` throws, and where the signal ends it.
 */
export async function encodeFilm(
  film: Film,
): Promise<{ readonly blob: Blob; readonly extension: 'mp4' | 'webm' } | null> {
  const {
    BufferTarget,
    CanvasSource,
    getFirstEncodableVideoCodec,
    Mp4OutputFormat,
    Output,
    QUALITY_HIGH,
    WebMOutputFormat,
  } = await import('mediabunny');
  const first = await film.frameAt(0);
  const { width, height } = filmSize(first.field);
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { width, height });
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (codec === null || context === null) return null;
  const isMp4 = codec === 'avc';
  const target = new BufferTarget();
  const output = new Output({ format: isMp4 ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: Math.max(1, film.framesPerSecond) });
  await output.start();
  const seconds = 1 / film.framesPerSecond;
  for (let index = 0; index < film.count; index += 1) {
    if (film.signal.aborted) {
      await output.cancel();
      film.signal.throwIfAborted();
    }
    drawFilmFrame(context, index === 0 ? first : await film.frameAt(index), film.caption);
    await source.add(index * seconds, seconds);
    film.onProgress(index + 1);
  }
  await output.finalize();
  if (target.buffer === null) return null;
  const type = isMp4 ? 'video/mp4' : 'video/webm';
  return { blob: new Blob([target.buffer], { type }), extension: isMp4 ? 'mp4' : 'webm' };
}
