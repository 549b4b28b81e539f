export type * from './document.ts';
export { renderPdf } from './render-pdf.ts';
export { figure, longDate, place, shortDate, shortInstant } from './words.ts';
