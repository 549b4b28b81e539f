import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Drawing } from './drawing.ts';
import { fontFiles } from './pdf-text.ts';
import { svgOf } from './svg.ts';

/** Pixels of a picture beside its points: sharp on paper at the width of a page. */
const zoom = 2;

let ready: Promise<readonly Uint8Array[]> | null = null;

/** The painter and its letters, once for the process. */
function painter(): Promise<readonly Uint8Array[]> {
  ready ??= (async () => {
    const path = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
    const [module, regular, bold] = await Promise.all(
      [path, fontFiles.regular, fontFiles.bold].map((file) => readFile(file)),
    );
    if (module === undefined || regular === undefined || bold === undefined)
      throw new Error('painter: a file is missing');
    await initWasm(new Uint8Array(module));
    return [regular, bold];
  })();
  return ready;
}

/** A drawing as PNG, for files that cannot hold lines. The same drawing gives the same bytes. */
export async function pngOf(drawing: Drawing, alt: string): Promise<Uint8Array> {
  const fontBuffers = [...(await painter())];
  const resvg = new Resvg(svgOf(drawing, alt), {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: zoom },
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  try {
    const image = resvg.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    // Its memory is not the collector's: a report of many maps would keep them all.
    resvg.free();
  }
}
