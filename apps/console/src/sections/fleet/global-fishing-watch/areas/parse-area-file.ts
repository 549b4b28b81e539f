import { mostBytes, type Parsed, parseArea } from './parse-area.ts';
import { parseTexts as texts } from './texts.pt.ts';

/** A contour from a file, by its name's ending. Shapefiles bring their reader with them when one comes. */
export async function parseAreaFile(file: File): Promise<Parsed> {
  if (file.size > mostBytes) return { ok: false, reason: texts.tooBig };
  if (!file.name.toLowerCase().endsWith('.zip')) return parseArea(file.name, await file.text());
  const { parseShapefile } = await import('./parse-shapefile.ts');
  return parseShapefile(new Uint8Array(await file.arrayBuffer()));
}
