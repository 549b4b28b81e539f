export { hasSimulated } from './closing.ts';
export type * from './document.ts';
export { renderHtml } from './render-html.ts';
export { renderPdf } from './render-pdf.ts';
export { renderText } from './render-text.ts';
export { figure, place, shortDate, shortInstant } from './words.ts';

/** As `render-docx.ts`, which loads its painter and its library only where somebody writes such a file. */
export async function renderDocx(document: import('./document.ts').PlatformDocument): Promise<Uint8Array> {
  const { renderDocx: render } = await import('./render-docx.ts');
  return render(document);
}
