import { formatNumber } from '@kianda/ui';
import type { MapLibreMap } from 'maplibre-gl';
import { rampTable } from '../../colour/ramps.ts';
import { type ColourScale, scaleTicks } from '../../colour/scale.ts';

/** What stands below a map that leaves the page: without it a picture could be of any day and any source. */
export type PictureCaption = {
  readonly title: string;
  /** Date and place. */
  readonly detail: string;
  readonly source: string;
  /** Colour bar of the field shown. */
  readonly legend: { readonly scale: ColourScale; readonly unit: string } | null;
};

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
  canvas.width = shown.width;
  canvas.height = shown.height + px(92);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('map picture: this browser gives no 2D canvas');
  context.fillStyle = token('--k-surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  await drawMap(map, context);

  const write = (text: string, x: number, y: number, colour: string, font: string) => {
    context.fillStyle = token(colour);
    context.font = font;
    context.fillText(text, px(x), shown.height + px(y));
  };
  const family = token('--k-font');
  write(caption.title, 16, 26, '--k-text', `600 ${px(15)}px ${family}`);
  write(caption.detail, 16, 48, '--k-text-2', `${px(13)}px ${family}`);
  write(caption.source, 16, 76, '--k-text-2', `${px(11)}px ${family}`);
  if (caption.legend !== null) drawLegend(context, caption.legend, canvas.width - px(336), shown.height, px, family);

  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error(`map picture: ${canvas.width} × ${canvas.height} gave no PNG`);
  return blob;
}

function drawLegend(
  context: CanvasRenderingContext2D,
  { scale, unit }: { readonly scale: ColourScale; readonly unit: string },
  left: number,
  top: number,
  px: (size: number) => number,
  family: string,
): void {
  const width = px(320);
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
