import { formatNumber } from '@kianda/format';
import type { MapLibreMap } from 'maplibre-gl';
import { rampTable } from '../../colour/ramps.ts';
import { type ColourScale, scaleTicks } from '../../colour/scale.ts';

/** Caption of a map that leaves the page: without it a picture could be of any day and any source. */
export type PictureCaption = {
  readonly title: string;
  /** Date and place. */
  readonly detail: string;
  readonly source: string;
  /** Colour bar of the field shown. */
  readonly legend: { readonly scale: ColourScale; readonly unit: string } | null;
};

/** Width of a map under which the colour bar stands below the words. */
const narrowPixels = 860;
const margin = 16;
const legendPixels = 320;

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws the map's canvases as they are now. The drawing is only there while the map renders: it is asked to. */
function drawMap(map: MapLibreMap, context: CanvasRenderingContext2D): Promise<void> {
  return new Promise((done) => {
    map.once('render', () => {
      for (const canvas of map.getCanvasContainer().querySelectorAll('canvas')) {
        context.drawImage(canvas, 0, 0, map.getCanvas().width, map.getCanvas().height);
      }
      done();
    });
    map.triggerRepaint();
  });
}

/** The map as a PNG with title, date, colour bar and source below it. Throws where the browser gives no picture. */
export async function mapPicture(map: MapLibreMap, caption: PictureCaption): Promise<Blob> {
  const shown = map.getCanvas();
  const ratio = shown.width / Math.max(1, shown.clientWidth);
  const px = (size: number) => size * ratio;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('map picture: this browser gives no 2D canvas');
  const family = token('--k-font');
  // Beside the words there is room for the colour bar on a wide map only.
  const isNarrow = caption.legend !== null && shown.clientWidth < narrowPixels;
  const whole = shown.clientWidth - 2 * margin;
  const beside = caption.legend === null || isNarrow ? whole : whole - legendPixels - margin;
  const lines = captionLines(context, [
    { text: caption.title, font: `600 15px ${family}`, colour: '--k-text', room: beside, before: 26, next: 20 },
    { text: caption.detail, font: `13px ${family}`, colour: '--k-text-2', room: beside, before: 22, next: 18 },
    { text: caption.source, font: `11px ${family}`, colour: '--k-text-2', room: whole, before: 28, next: 15 },
  ]);
  const below = (lines.at(-1)?.y ?? 0) + 16;
  canvas.width = shown.width;
  canvas.height = shown.height + px(isNarrow ? below + 68 : below);
  context.fillStyle = token('--k-surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  await drawMap(map, context);

  for (const { text, font, colour, y } of lines) {
    context.fillStyle = token(colour);
    context.font = font.replace(/(\d+)px/, (_, size: string) => `${px(Number(size))}px`);
    context.fillText(text, px(margin), shown.height + px(y));
  }
  if (caption.legend !== null) {
    const width = Math.min(legendPixels, whole);
    const left = isNarrow ? margin : shown.clientWidth - margin - width;
    drawLegend(context, caption.legend, {
      left: px(left),
      top: shown.height + px(isNarrow ? below - 6 : 0),
      width: px(width),
      px,
      family,
    });
  }

  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error(`map picture: ${canvas.width} × ${canvas.height} gave no PNG`);
  return blob;
}

type CaptionPart = {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
  /** Width that its lines may take, and the steps down to its first line and from one line to the next. */
  readonly room: number;
  readonly before: number;
  readonly next: number;
};

/** The parts of a caption in lines that fit, each with its place below the map: a source cut off is none. */
function captionLines(context: CanvasRenderingContext2D, parts: readonly CaptionPart[]) {
  let y = 0;
  return parts.flatMap(({ text, font, colour, room, before, next }) => {
    context.font = font;
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map((line, at) => {
      y += at === 0 ? before : next;
      return { text: line, font, colour, y };
    });
  });
}

type LegendPlace = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly px: (size: number) => number;
  readonly family: string;
};

function drawLegend(
  context: CanvasRenderingContext2D,
  { scale, unit }: { readonly scale: ColourScale; readonly unit: string },
  { left, top, width, px, family }: LegendPlace,
): void {
  const colours = rampTable(scale.ramp);
  for (let x = 0; x < width; x += 1) {
    const index = Math.round((x / (width - 1)) * (colours.length / 4 - 1)) * 4;
    const [red = 0, green = 0, blue = 0] = colours.subarray(index, index + 3);
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(left + x, top + px(16), 1, px(12));
  }
  context.fillStyle = token('--k-text-2');
  context.font = `${px(11)}px ${family}`;
  for (const tick of scaleTicks(scale)) {
    const place = scale.position(tick);
    context.textAlign = place === 0 ? 'left' : place === 1 ? 'right' : 'center';
    context.fillText(formatNumber(tick, { maxDecimals: 2 }), left + place * width, top + px(44));
  }
  context.textAlign = 'right';
  context.fillText(unit, left + width, top + px(62));
  context.textAlign = 'left';
}
