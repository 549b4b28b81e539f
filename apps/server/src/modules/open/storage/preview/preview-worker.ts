/** Describes one stored file, in a process of its own: `preview.ts` starts it. */
import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import type { PreviewTask } from './preview.ts';
import { previewRaster } from './raster.ts';
import { previewTable } from './table.ts';

await serveParser<PreviewTask, ObjectPreview>(async function* ({ kind, band, byteLength }, part) {
  const slice = (start: number, end = byteLength) => part(start, end);
  const file = { byteLength, slice };
  yield [kind === 'raster' ? await previewRaster(file, band) : await previewTable(file)];
});
