import { token } from './plot.ts';

/** A canvas with a title above and a line of source below, on the page's surface, as a PNG. */
export async function pictureOf(chart: HTMLCanvasElement, title: string, source: string): Promise<Blob> {
  const ratio = chart.width / Math.max(1, chart.clientWidth);
  const canvas = document.createElement('canvas');
  const [head, foot, margin] = [34 * ratio, 26 * ratio, 10 * ratio];
  canvas.width = chart.width + 2 * margin;
  canvas.height = chart.height + head + foot;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('picture: this browser gives no 2D canvas');
  context.fillStyle = token('--k-surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, margin, head);
  context.fillStyle = token('--k-text');
  context.font = `600 ${14 * ratio}px ${token('--k-font')}`;
  context.fillText(title, margin, 22 * ratio);
  context.fillStyle = token('--k-text-2');
  context.font = `${11 * ratio}px ${token('--k-font')}`;
  context.fillText(source, margin, canvas.height - 9 * ratio);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error(`picture: a canvas of ${canvas.width} × ${canvas.height} gave no PNG`);
  return blob;
}
