import type { PlatformDocument } from './document.ts';
import { renderHtml } from './render-html.ts';
import { renderPdf } from './render-pdf.ts';

export type FileFormat = 'pdf' | 'html' | 'docx';

/** Loads `render-docx.ts`, with its painter and its library, only when such a file is written. */
export async function renderDocx(document: PlatformDocument): Promise<Uint8Array> {
  const { renderDocx: render } = await import('./render-docx.ts');
  return render(document);
}

/** A document as a file of each format. */
export const renderers: Readonly<Record<FileFormat, (document: PlatformDocument) => Promise<Uint8Array>>> = {
  pdf: renderPdf,
  html: renderHtml,
  docx: renderDocx,
};
