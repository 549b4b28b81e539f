import type { PlatformDocument } from './document.ts';
import { renderHtml } from './render-html.ts';
import { renderPdf } from './render-pdf.ts';

export type FileFormat = 'pdf' | 'html' | 'docx';

/** As `render-docx.ts`, which loads its painter and its library only where somebody writes such a file. */
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
