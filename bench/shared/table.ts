/** Tables for a terminal, in Portuguese. */
import { cpus, loadavg, totalmem } from 'node:os';

const format = new Intl.NumberFormat('pt-PT', { maximumFractionDigits: 1, useGrouping: 'always' });

/** `12 345,6`; a dash for what could not be measured. */
export function figure(value: number | null, unit = ''): string {
  if (value === null || Number.isNaN(value)) return '—';
  return unit === '' ? format.format(value) : `${format.format(value)} ${unit}`;
}

/** Rows under a head, the first column to the left and the others to the right. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  process.stdout.write(`\n${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`);
}

const loadBefore = loadavg()[0] ?? 0;

/** Conditions of a figure: the machine, and its load before the run. */
export function printMachine(): void {
  const [first] = cpus();
  process.stdout.write(
    `\nMáquina: ${cpus().length} × ${first?.model ?? 'CPU desconhecida'}, ${figure(totalmem() / 1024 ** 3, 'GB')} de memória; ` +
      `carga antes da medição ${figure(loadBefore)}; Node ${process.versions.node}. ` +
      'O gerador de carga corre na mesma máquina.\n',
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('median: received 0 values, expected at least 1');
  return middle;
}
