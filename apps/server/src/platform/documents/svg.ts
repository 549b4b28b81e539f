import type { Drawing, Shape } from './drawing.ts';
import { clean } from './pt-format.ts';

/** Text as XML and HTML hold it, without what no page may hold. */
export function escapeXml(text: string): string {
  return clean(text).replaceAll(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A drawing as SVG that needs nothing else; `alt` is what it shows, for those who do not see it. */
export function svgOf(drawing: Drawing, alt: string): string {
  const { width, height } = drawing;
  const body = drawing.shapes.map(shapeSvg).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img" aria-label="${escapeXml(alt)}" font-family="Inter, system-ui, sans-serif">${body}</svg>`;
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case 'circle':
      return `<circle cx="${short(shape.at[0])}" cy="${short(shape.at[1])}" r="${short(shape.radius)}" fill="${shape.fill}" stroke="${shape.stroke}" stroke-width="0.7"/>`;
    case 'clip': {
      // An SVG of its own cuts at its frame, and needs no name that another picture of the page might have too.
      const [x, y, w, h] = shape.box;
      const inside = shape.shapes.map(shapeSvg).join('');
      return `<svg x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" viewBox="${[x, y, w, h].map(short).join(' ')}">${inside}</svg>`;
    }
    case 'text': {
      const [x, y] = shape.at;
      const turn = shape.isUpright === true ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : '';
      const weight = shape.isBold === true ? ' font-weight="600"' : '';
      const anchor = shape.anchor === undefined ? '' : ` text-anchor="${shape.anchor}"`;
      return `<text x="${short(x)}" y="${short(y)}" font-size="${short(shape.size)}" fill="${shape.colour}"${weight}${anchor}${turn}>${escapeXml(shape.text)}</text>`;
    }
    case 'path': {
      const d = shape.lines
        .map((line) => line.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join(''))
        .map((line) => (shape.isClosed === true ? `${line}Z` : line))
        .join('');
      const dash = (shape.dash ?? []).length === 0 ? '' : ` stroke-dasharray="${shape.dash?.map(short).join(' ')}"`;
      const stroke =
        shape.stroke === undefined ? '' : ` stroke="${shape.stroke}" stroke-width="${short(shape.width ?? 1)}"${dash}`;
      const opacity = shape.fillOpacity === undefined ? '' : ` fill-opacity="${shape.fillOpacity}"`;
      return `<path d="${d}" fill="${shape.fill ?? 'none'}" fill-rule="evenodd" stroke-linejoin="round"${opacity}${stroke}/>`;
    }
  }
}
