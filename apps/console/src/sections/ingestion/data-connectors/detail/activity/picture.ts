import { downloadBlob, downloadText } from '@kianda/ui';

/** Words that a saved picture carries, so that it can be read without the page it came from. */
export type Caption = { readonly title: string; readonly notes: readonly string[] };

const inlined = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-weight', 'opacity'] as const;
const namespace = 'http://www.w3.org/2000/svg';
const margin = 16;
const line = 18;

/**
 * A chart as an SVG file of its own: the style sheet's values written into it, its title above, source and licence
 * below, on the page's surface.
 */
export function pictureOf(chart: SVGSVGElement, caption: Caption): { svg: string; width: number; height: number } {
  const chartWidth = Number(chart.getAttribute('width'));
  const chartHeight = Number(chart.getAttribute('height'));
  const width = chartWidth + 2 * margin;
  const height = chartHeight + 2 * margin + line * (caption.notes.length + 2);
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [...chart.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of inlined) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
  });
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(margin + line));
  const page = getComputedStyle(document.documentElement);
  const text = page.getPropertyValue('--k-text') || '#13202b';
  const root = document.createElementNS(namespace, 'svg');
  root.setAttribute('xmlns', namespace);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  root.setAttribute('font-family', 'Inter, system-ui, sans-serif');
  const surface = document.createElementNS(namespace, 'rect');
  surface.setAttribute('width', '100%');
  surface.setAttribute('height', '100%');
  surface.setAttribute('fill', page.getPropertyValue('--k-surface') || '#ffffff');
  root.append(surface, words(caption.title, margin, 14, text), copy);
  caption.notes.forEach((note, index) => {
    root.append(words(note, margin + line + chartHeight + line * (index + 1), 11, text));
  });
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

function words(content: string, y: number, size: number, colour: string): SVGTextElement {
  const text = document.createElementNS(namespace, 'text');
  text.setAttribute('x', String(margin));
  text.setAttribute('y', String(y + 4));
  text.setAttribute('font-size', String(size));
  text.setAttribute('fill', colour);
  text.textContent = content;
  return text;
}

export function saveSvg(name: string, chart: SVGSVGElement, caption: Caption): void {
  downloadText(`${name}.svg`, 'image/svg+xml', pictureOf(chart, caption).svg);
}

/** The same at twice the size, in pixels. Throws where the browser cannot draw it. */
export async function savePng(name: string, chart: SVGSVGElement, caption: Caption): Promise<void> {
  const { svg, width, height } = pictureOf(chart, caption);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('canvas gave no picture');
    downloadBlob(`${name}.png`, blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}
