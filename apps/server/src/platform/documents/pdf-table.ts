import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TableBlock } from './document.ts';
import { paper } from './drawing.ts';
import { page, sizes, textBottom, textWidth } from './pdf-text.ts';
import { clean } from './pt-format.ts';

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

const padding = { x: 4, y: 3 } as const;
const lineHeight = 11;
/** Rows between which others get their turn: a long table must not keep the whole process waiting. */
const rowsPerTurn = 40;
/** A cell with more is cut: a row higher than a page would have no place at all. */
const mostLines = 12;

type Cell = {
  readonly lines: readonly string[];
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
};

/** A table over as many pages as it needs, its head on each of them. */
export async function writeTable(pdf: Pdf, root: Element, table: TableBlock): Promise<void> {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
  let x = page.left;
  const columns = table.columns.map(({ share, label, align = 'left' }) => {
    const width = (textWidth * share) / shares;
    x += width;
    return { label, align, x: x - width, width };
  });
  const cellsOf = (texts: readonly string[], font: 'regular' | 'bold'): Cell[] => {
    pdf.font(font).fontSize(sizes.small);
    return columns.map((column, index) => ({
      ...column,
      lines: wrapped(pdf, clean(texts[index] ?? ''), column.width - 2 * padding.x),
    }));
  };
  const head = cellsOf(
    table.columns.map(({ label }) => label),
    'bold',
  );
  const element = pdf.struct('Table');
  root.add(element);
  const writeHead = () => writeRow(pdf, element, head, 'TH');

  if (pdf.y + heightOf(head) + 2 * lineHeight + 2 * padding.y > textBottom) pdf.addPage();
  writeHead();
  let index = 0;
  for (const row of table.rows) {
    const cells = cellsOf(row, 'regular');
    if (pdf.y + heightOf(cells) > textBottom) {
      pdf.addPage();
      writeHead();
    }
    writeRow(pdf, element, cells, 'TD');
    index += 1;
    if (index % rowsPerTurn === 0) await nextTurn();
  }
  element.end();
}

const heightOf = (cells: readonly Cell[]): number =>
  Math.max(...cells.map(({ lines }) => lines.length)) * lineHeight + 2 * padding.y;

function writeRow(pdf: Pdf, table: Element, cells: readonly Cell[], kind: 'TH' | 'TD'): void {
  const y = pdf.y;
  const height = heightOf(cells);
  pdf.markContent('Artifact', { type: 'Layout' });
  if (kind === 'TH') pdf.rect(page.left, y, textWidth, height).fill(paper.soft);
  pdf
    .moveTo(page.left, y + height)
    .lineTo(page.left + textWidth, y + height)
    .lineWidth(kind === 'TH' ? 0.9 : 0.4)
    .undash()
    .stroke(kind === 'TH' ? paper.accent : paper.line);
  pdf.endMarkedContent();
  const row = pdf.struct('TR');
  table.add(row);
  for (const cell of cells) {
    row.add(
      pdf.struct(kind, {}, () => {
        pdf
          .font(kind === 'TH' ? 'bold' : 'regular')
          .fontSize(sizes.small)
          .fillColor(paper.ink);
        cell.lines.forEach((line, index) => {
          const shift = cell.align === 'right' ? cell.width - padding.x - pdf.widthOfString(line) : padding.x;
          pdf.text(line, cell.x + shift, y + padding.y + index * lineHeight, { lineBreak: false });
        });
      }),
    );
  }
  row.end();
  pdf.x = page.left;
  pdf.y = y + height;
}

/** Lines of a text no wider than that; a word longer than a line is cut where it must. */
function wrapped(pdf: Pdf, text: string, width: number): string[] {
  if (pdf.widthOfString(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const put = (word: string) => {
    const longer = line === '' ? word : `${line} ${word}`;
    if (pdf.widthOfString(longer) <= width) {
      line = longer;
      return;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (pdf.widthOfString(line) > width && line.length > 1) {
      let fit = line.length - 1;
      while (fit > 1 && pdf.widthOfString(line.slice(0, fit)) > width) fit -= 1;
      lines.push(line.slice(0, fit));
      line = line.slice(fit);
    }
  };
  for (const word of text.split(/\s+/)) put(word);
  if (line !== '') lines.push(line);
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), '…'];
}
