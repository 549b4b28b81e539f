/** The table of the pages of the catalogue: each view leaves its rows, and the end of the run joins them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type InterfaceEntry, interfaces } from '@kianda/contract/open/interfaces/manifest';
import type { View } from './browser.ts';

const root = join(import.meta.dirname, '../../..');
const results = join(root, 'build/resultados');
const pages = join(root, 'apps/interfaces/dist');
const widths = [1440, 390] as const;

/** One page in one view. */
export type PageRow = {
  readonly id: string;
  readonly heading: string;
  /** Sources that it names, or why it names none. */
  readonly origin: string;
  readonly faults: readonly string[];
  /** Objections of axe among the faults. */
  readonly axe: number;
  /** Whether it opened again without a network; undefined where the view does not ask. */
  readonly offline?: string;
  readonly seconds: number;
};

const fileOf = (width: View['width']) => join(results, `paginas-${width}.json`);

/** Leaves the rows of a view to the end of the run. */
export function saveRows(width: View['width'], rows: readonly PageRow[]): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(fileOf(width), JSON.stringify(rows));
}

/** Forgets the rows of an earlier run. */
export function clearRows(): void {
  for (const width of widths) rmSync(fileOf(width), { force: true });
}

/** Script that the built page names, kB compressed, as its budget counts it; a page written by the server has none. */
function scriptText({ file, isStatic }: InterfaceEntry): string {
  if (isStatic === true || !existsSync(join(pages, file))) return '0';
  const named = readFileSync(join(pages, file), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g);
  const bytes = [...named].map(([, script = '']) => gzipSync(readFileSync(join(pages, script))).byteLength);
  return (bytes.reduce((sum, one) => sum + one, 0) / 1000).toFixed(1).replace('.', ',');
}

const columns = ['id', 'título', 'origem dos dados', 'faltas', 'axe', 'script (kB)', 'sem rede', '1440 px', '390 px'];

/** Writes the table of the views that were visited, and answers a line about it; null where none was. */
export function writeTable(): string | null {
  const views = widths.map((width) => {
    const rows: readonly PageRow[] = existsSync(fileOf(width)) ? JSON.parse(readFileSync(fileOf(width), 'utf8')) : [];
    return new Map(rows.map((row) => [row.id, row]));
  });
  const rows = views.flatMap((view) => [...view.values()]);
  if (rows.length === 0) return null;
  const lines = interfaces.map((entry) => {
    const seen = views.map((view) => view.get(entry.id));
    const first = seen.find((row) => row !== undefined);
    const each = (text: (row: PageRow) => string) => seen.map((row) => (row === undefined ? '—' : text(row)));
    return [
      ...[entry.id, first?.heading ?? '—', first?.origin ?? '—'],
      each(({ faults }) => String(faults.length)).join(' · '),
      each(({ axe }) => String(axe)).join(' · '),
      ...[scriptText(entry), seen.find((row) => row?.offline !== undefined)?.offline ?? '—'],
      ...each(({ seconds }) => `${seconds.toFixed(1).replace('.', ',')} s`),
    ];
  });
  const table = [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(join(results, 'paginas.md'), `# As páginas das interfaces, como se viram\n\n${table}\n`);
  const opened = lines.filter((cells) => cells[1] !== '—').length;
  const again = rows.filter(({ offline }) => offline?.startsWith('sim') === true).length;
  const faults = rows.reduce((sum, row) => sum + row.faults.length, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  return (
    `Interfaces: ${opened} de ${interfaces.length} vistas por dentro em ${Math.round(seconds)} s, ` +
    `${faults} faltas, ${again} abertas sem rede; a tabela está em build/resultados/paginas.md`
  );
}
