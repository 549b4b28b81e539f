import { token } from '../time-series/plot.ts';

/** A drawing that stands alone: its text, and its size in pixels. */
export type Drawing = { readonly text: string; readonly width: number; readonly height: number };

const head = 34;
const foot = 26;
const margin = 10;

/** A chart's SVG with a title above and a line of source below, on the page's surface. */
export function drawingOf(svg: SVGElement, title: string, source: string): Drawing {
  const box = svg.getBoundingClientRect();
  const width = Math.round(box.width) + 2 * margin;
  const height = Math.round(box.height) + head + foot;
  const inner = new XMLSerializer().serializeToString(svg);
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="${token('--k-surface')}"/>` +
    textElement({ text: title, y: 22, size: 14, weight: 600, colour: token('--k-text') }) +
    `<g transform="translate(${margin} ${head})">${inner}</g>` +
    textElement({ text: source, y: height - 9, size: 11, weight: 400, colour: token('--k-text-2') }) +
    '</svg>';
  return { text, width, height };
}

type Text = {
  readonly text: string;
  /** Base line and size of the letters, pixels. */
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly colour: string;
};

function textElement({ text, y, size, weight, colour }: Text): string {
  const font = escaped(token('--k-font'));
  return (
    `<text x="${margin}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" ` +
    `font-family="${font}">${escaped(text)}</text>`
  );
}

/** The drawing as a PNG of twice its size in pixels. */
export async function pictureOfDrawing({ text, width, height }: Drawing): Promise<Blob> {
  const image = new Image();
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await new Promise((done, failed) => {
    image.onload = done;
    image.onerror = () => failed(new Error(`picture: a drawing of ${width} × ${height} could not be read`));
    image.src = address;
  });
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('picture: this browser gives no 2D canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error(`picture: a canvas of ${canvas.width} × ${canvas.height} gave no PNG`);
  return blob;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
