import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { chartHeight, drawChart } from './chart.ts';
import { closingOf, hasSimulated } from './closing.ts';
import type { Block, Fact, ImageBlock, PlatformDocument, TableBlock } from './document.ts';
import { type Drawing, paper } from './drawing.ts';
import { drawMap, heightOfMap } from './map.ts';
import { paint } from './pdf-paint.ts';
import { writeTable } from './pdf-table.ts';
import { fontFiles, page, sizes, textBottom, textWidth } from './pdf-text.ts';
import { clean, madeWords, simulatedWord } from './pt-format.ts';

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/**
 * A document as PDF: A4, tagged for screen readers, with its font inside, page numbers, and where its figures come from
 * at its end. The same document gives the same bytes.
 */
export async function renderPdf(document: PlatformDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: page.top, bottom: page.bottom, left: page.left, right: page.right },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'pt-PT',
    tagged: true,
    displayTitle: true,
    info: {
      Title: clean(document.title),
      Subject: clean(document.subject),
      Author: clean(document.author),
      Keywords: clean(document.keywords.join(', ')),
      Creator: 'Kianda',
      Producer: 'Kianda',
      CreationDate: new Date(document.createdMs),
      ModDate: new Date(document.createdMs),
    },
  });
  pdf.registerFont('regular', fontFiles.regular);
  pdf.registerFont('bold', fontFiles.bold);
  const bytes = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);

  writeOpening(pdf, root, document);
  const blocks = [...document.blocks, ...closingOf(document)];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') need(pdf, 60 + heightAfter(blocks, index));
    await writeBlock(pdf, root, block);
    await nextTurn();
  }
  root.end();
  writeEdges(pdf, document);
  pdf.end();
  return bytes;
}

/** Room a heading leaves for what follows: alone at the foot of a page it belongs to nothing. */
function heightAfter(blocks: readonly Block[], index: number): number {
  const next = blocks[index + 1];
  switch (next?.kind) {
    case 'heading':
      return 40 + heightAfter(blocks, index + 1);
    case 'chart':
      return chartHeight;
    case 'map':
      return heightOfMap(next);
    case 'table':
      return next.rows.length === 0 ? 40 : 90;
    default:
      return 40;
  }
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

function writeOpening(pdf: Pdf, root: Element, { title, subtitle, facts }: PlatformDocument): void {
  writeText(pdf, root, title, { tag: 'H1', size: sizes.title, isBold: true, after: 3, colour: paper.accent });
  if (subtitle !== '')
    writeText(pdf, root, subtitle, { tag: 'P', size: sizes.subheading, after: 10, colour: paper.muted });
  writeFacts(pdf, root, facts);
  pdf.y += 6;
}

async function writeBlock(pdf: Pdf, root: Element, block: Block): Promise<void> {
  switch (block.kind) {
    case 'heading':
      return writeHeading(pdf, root, block.level, block.text);
    case 'paragraph':
      return writeParagraph(pdf, root, block.text, block.tone ?? 'body');
    case 'facts':
      writeFacts(pdf, root, block.items);
      pdf.y += 6;
      return;
    case 'table':
      return writeCaptioned(pdf, root, block);
    case 'chart':
      return writeFigure(pdf, root, drawChart(block, textWidth), block);
    case 'map':
      return writeFigure(pdf, root, drawMap(block, textWidth), block);
    case 'image':
      return writeImage(pdf, root, block);
    case 'page-break':
      pdf.addPage();
  }
}

type TextStyle = {
  /** Element of the tagged structure. */
  readonly tag: string;
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: string;
  readonly after: number;
};

function writeText(pdf: Pdf, parent: Element, text: string, style: TextStyle): void {
  const { tag, size, isBold = false, colour = paper.ink, after } = style;
  const written = clean(text);
  if (written.trim() === '') return;
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf
        .font(isBold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(colour);
      pdf.text(written, page.left, pdf.y, { width: textWidth, lineGap: size * 0.22 });
    }),
  );
  pdf.x = page.left;
  pdf.y += after;
}

/** Begins a new page where less than `height` points are left of this one. */
function need(pdf: Pdf, height: number): void {
  if (pdf.y + height > textBottom) pdf.addPage();
}

function writeHeading(pdf: Pdf, root: Element, level: 1 | 2, text: string): void {
  pdf.y += level === 1 ? 12 : 6;
  const size = level === 1 ? sizes.heading : sizes.subheading;
  writeText(pdf, root, text, { tag: level === 1 ? 'H2' : 'H3', size, isBold: true, after: 4 });
}

function writeParagraph(pdf: Pdf, root: Element, text: string, tone: 'body' | 'note' | 'warning'): void {
  need(pdf, 30);
  const isNote = tone === 'note';
  const colour = tone === 'warning' ? paper.coral : isNote ? paper.muted : paper.ink;
  const size = isNote ? sizes.small : sizes.body;
  writeText(pdf, root, text, { tag: 'P', size, colour, isBold: tone === 'warning', after: isNote ? 3 : 6 });
}

const labelWidth = 150;

function writeFacts(pdf: Pdf, root: Element, items: readonly Fact[]): void {
  for (const [label, value] of items) {
    pdf.font('regular').fontSize(sizes.body);
    const written = clean(value) || '—';
    const options = { width: textWidth - labelWidth, lineGap: 2 };
    const height = Math.max(14, pdf.heightOfString(written, options) + 2);
    need(pdf, Math.min(height, 200));
    const y = pdf.y;
    root.add(
      pdf.struct('P', {}, () => {
        pdf.fillColor(paper.muted).text(clean(label), page.left, y, { width: labelWidth - 10, lineGap: 2 });
        const afterLabel = pdf.y;
        pdf.fillColor(paper.ink).text(written, page.left + labelWidth, y, options);
        pdf.y = Math.max(pdf.y, afterLabel);
      }),
    );
    pdf.x = page.left;
    pdf.y += 2;
  }
}

async function writeCaptioned(pdf: Pdf, root: Element, table: TableBlock): Promise<void> {
  need(pdf, 70);
  writeText(pdf, root, table.caption, { tag: 'P', size: sizes.small, isBold: true, after: 3 });
  if (table.rows.length === 0)
    writeText(pdf, root, table.empty, { tag: 'P', size: sizes.body, colour: paper.muted, after: 6 });
  else await writeTable(pdf, root, table);
  pdf.y += 8;
}

type FigureTexts = { readonly title: string; readonly alt: string };

function writeFigure(pdf: Pdf, root: Element, drawing: Drawing, { title, alt }: FigureTexts): void {
  need(pdf, drawing.height + 24);
  writeText(pdf, root, title, { tag: 'P', size: sizes.small, isBold: true, after: 3 });
  const y = pdf.y;
  root.add(pdf.struct('Figure', { alt: clean(alt) }, () => paint(pdf, drawing, page.left, y)));
  pdf.x = page.left;
  pdf.y = y + drawing.height + 8;
}

function writeImage(pdf: Pdf, root: Element, { bytes, share, aspect, alt, caption }: ImageBlock): void {
  const width = textWidth * share;
  const height = width * aspect;
  const source = Buffer.from(bytes);
  need(pdf, height + 20);
  const y = pdf.y;
  root.add(pdf.struct('Figure', { alt: clean(alt) }, () => pdf.image(source, page.left, y, { width })));
  pdf.y = y + height + 3;
  writeText(pdf, root, caption, { tag: 'P', size: sizes.small, colour: paper.muted, after: 6 });
}

/** Head and foot of every page, known only once there is no further page. */
function writeEdges(pdf: Pdf, document: PlatformDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  const isSimulated = hasSimulated(document);
  const right = (text: string, y: number) => {
    pdf.text(text, page.width - page.right - pdf.widthOfString(text), y, { lineBreak: false });
  };
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text below the margin would otherwise begin a page of its own.
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font('bold').fontSize(sizes.small).fillColor(paper.accent);
    pdf.text('Kianda', page.left, 30, { lineBreak: false });
    pdf.font('regular').fillColor(paper.muted);
    pdf.text(shortened(pdf, clean(document.title), 300), page.left + 42, 30, { lineBreak: false });
    if (isSimulated) {
      pdf.font('bold').fillColor(paper.coral);
      right(simulatedWord, 30);
    }
    pdf
      .moveTo(page.left, 46)
      .lineTo(page.width - page.right, 46)
      .lineWidth(0.5)
      .undash()
      .stroke(paper.line);
    pdf.font('regular').fontSize(sizes.small).fillColor(paper.muted);
    const made = madeWords(document.createdMs);
    pdf.text(made, page.left, page.height - 38, { lineBreak: false });
    right(`Página ${index + 1} de ${count}`, page.height - 38);
    pdf.endMarkedContent();
  }
}

function shortened(pdf: Pdf, text: string, width: number): string {
  let fit = text;
  while (fit.length > 1 && pdf.widthOfString(`${fit}…`) > width) fit = fit.slice(0, -1);
  return fit === text ? text : `${fit}…`;
}
