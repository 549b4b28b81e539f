export type * from './document.ts';
export { renderPdf } from './render-pdf.ts';
export { figure, place, shortDate, shortInstant } from './words.ts';
