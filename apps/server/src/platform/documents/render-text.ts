import { closingOf } from './closing.ts';
import type { Block, PlatformDocument } from './document.ts';
import { clean, madeWords } from './pt-format.ts';

/** Rows of a table that the text tells; the file has them all. */
const mostRows = 40;

/** A document as plain text: what it says, for reading on a screen before the file is opened. Pictures by their words. */
export function renderText(document: PlatformDocument): string {
  const { title, subtitle, facts, blocks, createdMs } = document;
  const lines = [
    title,
    '='.repeat(title.length),
    ...(subtitle === '' ? [] : [subtitle]),
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...[...blocks, ...closingOf(document)].flatMap(linesOf),
    '',
    madeWords(createdMs),
  ];
  return clean(lines.join('\n'));
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', block.text, (block.level === 1 ? '-' : '·').repeat(block.text.length)];
    case 'paragraph':
      return ['', block.text];
    case 'facts':
      return ['', ...block.items.map(([label, value]) => `${label}: ${value}`)];
    case 'table': {
      const { caption, columns, rows, empty } = block;
      const more = rows.length - mostRows;
      return [
        '',
        `${caption}:`,
        ...(rows.length === 0 ? [`  ${empty}`] : []),
        ...rows
          .slice(0, mostRows)
          .map((row) => `  ${columns.map(({ label }, index) => `${label}: ${row[index] ?? '—'}`).join(' · ')}`),
        ...(more > 0 ? [`  … e mais ${more} no ficheiro.`] : []),
      ];
    }
    case 'chart':
      return ['', `[Gráfico] ${block.title}. ${block.alt}`];
    case 'map':
      return ['', `[Mapa] ${block.title}. ${block.alt}`];
    case 'image':
      return ['', `[Imagem] ${block.alt}`];
    case 'page-break':
      return [];
  }
}
