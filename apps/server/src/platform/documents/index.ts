export { hasSimulated } from './closing.ts';
export type * from './document.ts';
export { figure, place, shortDate, shortInstant } from './pt-format.ts';
export { RenderError, renderFile } from './render-file.ts';
export { renderHtml } from './render-html.ts';
export { renderPdf } from './render-pdf.ts';
export { renderText } from './render-text.ts';
export { renderDocx } from './renderers.ts';
