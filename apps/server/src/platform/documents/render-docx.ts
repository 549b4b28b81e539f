import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { drawChart } from './chart.ts';
import { closingOf, hasSimulated } from './closing.ts';
import type { Block, Fact, PlatformDocument, TableBlock } from './document.ts';
import { type Drawing, paper } from './drawing.ts';
import { drawMap } from './map.ts';
import { page, textWidth } from './pdf-text.ts';
import { pngOf } from './png.ts';
import { clean, madeWords, simulatedWord } from './pt-format.ts';
import { escapeXml } from './svg.ts';

/** Word counts in twentieths of a point, and pictures in pixels of 1/96 inch. */
const twips = 20;
const pixels = 96 / 72;
const colour = (hex: string): string => hex.slice(1);
const small = 16;
/** Rows turned into bytes at once. */
const rowsPerPiece = 500;

/**
 * A document as DOCX for those who go on writing in it: styles of headings, tables with repeated heads, charts and maps
 * as pictures with their words. Its bytes differ from one writing to the next: the format holds the moment of it.
 */
export async function renderDocx(document: PlatformDocument): Promise<Uint8Array> {
  const { title, subtitle, subject, author, keywords, facts, createdMs } = document;
  const pending: PendingRows[] = [];
  const children: (Paragraph | Table)[] = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(clean(title))] }),
    ...(subtitle === '' ? [] : [words(subtitle, { color: paper.muted, size: 24 })]),
    ...factsOf(facts),
  ];
  for (const block of [...document.blocks, ...closingOf(document)]) {
    children.push(...(await blockOf(block, pending)));
    await nextTurn();
  }
  const file = new Document({
    title: clean(title),
    subject: clean(subject),
    creator: clean(author),
    keywords: clean(keywords.join(', ')),
    lastModifiedBy: 'Kianda',
    styles,
    sections: [
      {
        properties: { page: pageProperties },
        headers: { default: headerOf(document) },
        footers: { default: footerOf(createdMs) },
        children,
      },
    ],
  });
  return withRows(new Uint8Array(await Packer.toBuffer(file)), pending);
}

const styles = {
  default: {
    document: { run: { font: 'Inter', size: 20, color: colour(paper.ink), language: { value: 'pt-PT' } } },
    title: { run: { size: 44, bold: true, color: colour(paper.accent) }, paragraph: { spacing: { after: 80 } } },
    heading1: {
      run: { size: 30, bold: true },
      paragraph: { spacing: { before: 320, after: 100 }, keepNext: true },
    },
    heading2: { run: { size: 24, bold: true }, paragraph: { spacing: { before: 200, after: 80 }, keepNext: true } },
  },
} as const;

const pageProperties = {
  size: { width: Math.round(page.width * twips), height: Math.round(page.height * twips) },
  margin: {
    top: page.top * twips,
    bottom: page.bottom * twips,
    left: page.left * twips,
    right: page.right * twips,
  },
} as const;

const edgeText = { color: colour(paper.muted), size: small } as const;

function headerOf(document: PlatformDocument): Header {
  const simulated = new TextRun({ text: ` · ${simulatedWord}`, bold: true, color: colour(paper.coral), size: small });
  const heading = new TextRun({ text: `Kianda · ${clean(document.title)}`, ...edgeText });
  return new Header({
    children: [new Paragraph({ children: hasSimulated(document) ? [heading, simulated] : [heading] })],
  });
}

function footerOf(createdMs: number): Footer {
  return new Footer({
    children: [
      new Paragraph({
        children: [
          new TextRun({ text: `${madeWords(createdMs)} · `, ...edgeText }),
          new TextRun({ children: ['Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES], ...edgeText }),
        ],
      }),
    ],
  });
}

type Style = { readonly color?: string; readonly size?: number; readonly bold?: boolean; readonly keepNext?: boolean };

function words(text: string, { color = paper.ink, size = 20, bold = false, keepNext = false }: Style = {}): Paragraph {
  const runs = clean(text)
    .split('\n')
    .map(
      (line, index) =>
        new TextRun({ text: line, size, bold, color: colour(color), ...(index > 0 ? { break: 1 } : {}) }),
    );
  return new Paragraph({ children: runs, spacing: { after: 100 }, keepNext });
}

async function blockOf(block: Block, pending: PendingRows[]): Promise<(Paragraph | Table)[]> {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: block.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
          children: [new TextRun(clean(block.text))],
        }),
      ];
    case 'paragraph': {
      const tone = block.tone ?? 'body';
      const color = { body: paper.ink, note: paper.muted, warning: paper.coral }[tone];
      return [words(block.text, { color, size: tone === 'note' ? small : 20, bold: tone === 'warning' })];
    }
    case 'facts':
      return factsOf(block.items);
    case 'table':
      return tableOf(block, pending);
    case 'chart':
      return picture(drawChart(block, textWidth), block.title, block.alt);
    case 'map':
      return picture(drawMap(block, textWidth), block.title, block.alt);
    case 'image': {
      const width = textWidth * block.share * pixels;
      const type = block.bytes[0] === 0x89 ? 'png' : 'jpg';
      return [
        new Paragraph({
          children: [
            new ImageRun({
              type,
              data: block.bytes,
              transformation: { width, height: width * block.aspect },
              altText: { name: clean(block.caption), description: clean(block.alt) },
            }),
          ],
        }),
        words(block.caption, { color: paper.muted, size: small }),
      ];
    }
    case 'page-break':
      return [new Paragraph({ pageBreakBefore: true, children: [] })];
  }
}

async function picture(drawing: Drawing, title: string, alt: string): Promise<Paragraph[]> {
  const data = await pngOf(drawing, alt);
  const transformation = { width: drawing.width * pixels, height: drawing.height * pixels };
  return [
    words(title, { size: small, bold: true, keepNext: true }),
    new Paragraph({
      spacing: { after: 120 },
      children: [
        new ImageRun({
          type: 'png',
          data,
          transformation,
          altText: { name: clean(title), description: clean(alt) },
        }),
      ],
    }),
  ];
}

function factsOf(items: readonly Fact[]): Paragraph[] {
  return items.map(
    ([label, value]) =>
      new Paragraph({
        spacing: { after: 40 },
        children: [
          new TextRun({ text: `${clean(label)}: `, color: colour(paper.muted) }),
          new TextRun({ text: clean(value) || '—' }),
        ],
      }),
  );
}

const line = { style: BorderStyle.SINGLE, size: 2, color: colour(paper.line) } as const;
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const borders = { top: none, left: none, right: none, bottom: line } as const;

function tableOf({ caption, columns, rows, empty }: TableBlock, pending: PendingRows[]): (Paragraph | Table)[] {
  const head = words(caption, { size: small, bold: true, keepNext: true });
  if (rows.length === 0) return [head, words(empty, { color: paper.muted })];
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => Math.round((textWidth * twips * share) / shares));
  const cell = (text: string, index: number, isHead: boolean) =>
    new TableCell({
      borders,
      width: { size: widths[index] ?? 0, type: WidthType.DXA },
      ...(isHead ? { shading: { fill: colour(paper.soft) } } : {}),
      margins: { top: 40, bottom: 40, left: 60, right: 60 },
      children: [
        new Paragraph({
          alignment: columns[index]?.align === 'right' ? AlignmentType.RIGHT : AlignmentType.LEFT,
          children: [new TextRun({ text, size: small, bold: isHead })],
        }),
      ],
    });
  const table = new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: widths,
    width: { size: widths.reduce((sum, one) => sum + one, 0), type: WidthType.DXA },
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map(({ label }, at) => cell(clean(label), at, true)),
      }),
      new TableRow({
        cantSplit: true,
        children: columns.map((_, at) => cell(cellMark(pending.length, at), at, false)),
      }),
    ],
  });
  pending.push({ columns: columns.length, rows });
  // Word joins two tables with nothing between them.
  return [head, table, new Paragraph({ spacing: { after: 120 }, children: [] })];
}

/** A table of the document whose one row stands for all of its rows until the file is packed. */
type PendingRows = { readonly columns: number; readonly rows: TableBlock['rows'] };

/** Stands in a cell until its text does. Of the private characters, which no text of ours has once it is clean. */
const cellMark = (table: number, column: number): string => `\u{F0000}${table}:${column}\u{F0001}`;

const bodyPath = 'word/document.xml';
const rowEnd = '</w:tr>';

/**
 * The file with every row of its tables. The library holds each cell as a tree of some twenty objects, hundreds of MiB
 * for a hundred pages; here it writes one row a table, and the others are that row with other texts.
 */
function withRows(file: Uint8Array, pending: readonly PendingRows[]): Uint8Array {
  if (pending.length === 0) return file;
  const parts = unzipSync(file);
  const body = strFromU8(parts[bodyPath] ?? new Uint8Array());
  const written: Uint8Array[] = [];
  let at = 0;
  for (const [table, { columns, rows }] of pending.entries()) {
    const mark = body.indexOf(cellMark(table, 0), at);
    const from = body.lastIndexOf('<w:tr>', mark);
    const to = body.indexOf(rowEnd, mark) + rowEnd.length;
    if (mark < 0 || from < at || to < mark) throw new Error(`docx: table ${table} has no row to repeat`);
    const pieces: string[] = [];
    let rest = body.slice(from, to);
    for (let column = 0; column < columns; column += 1) {
      const [before = '', ...after] = rest.split(cellMark(table, column));
      pieces.push(before);
      rest = after.join('');
    }
    written.push(strToU8(body.slice(at, from)));
    for (let first = 0; first < rows.length; first += rowsPerPiece) {
      const some = rows.slice(first, first + rowsPerPiece);
      const texts = some.map((row) => pieces.map((piece, at) => piece + escapeXml(row[at] ?? '')).join('') + rest);
      written.push(strToU8(texts.join('')));
    }
    at = to;
  }
  written.push(strToU8(body.slice(at)));
  return zipSync({ ...parts, [bodyPath]: Buffer.concat(written) });
}
