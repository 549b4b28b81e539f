import type { LearningColumn, LearningSplit, LearningTarget } from '../training/training.types.ts';

type Rows = {
  readonly columns: readonly LearningColumn[];
  readonly target: LearningTarget;
  readonly split: LearningSplit;
};

/**
 * A number of 32 bits a row, by which a later table knows the rows that a training has seen: of its place or time, its
 * target and its categories. The sea of a row is left out, since it changes with every field that comes.
 */
export function rowMarks({ columns, target, split }: Rows): Uint32Array {
  const keys =
    split.kind === 'temporal'
      ? [split.times, ...columns.filter(({ name }) => places.has(name)).map(({ values }) => values)]
      : [split.longitudes, split.latitudes];
  const named = columns.filter(({ kind }) => kind === 'categorical');
  // Codes are numbered anew with every table: names stay.
  const classes = target.task === 'classes' ? target.classes : null;
  const float = new Float64Array(1);
  const bytes = new Uint8Array(float.buffer);
  return Uint32Array.from(target.values, (value, row) => {
    let mark = fnvStart;
    const add = (number: number) => {
      float[0] = number;
      for (const byte of bytes) mark = step(mark, byte);
    };
    for (const key of keys) add(key[row] ?? Number.NaN);
    if (classes === null) add(value);
    else mark = text(mark, classes[value] ?? '');
    for (const { values, categories } of named) mark = text(mark, categories?.[values[row] ?? -1] ?? '');
    return mark >>> 0;
  });
}

/** Rows whose mark is not among those seen; a mark seen twice stands for two rows. */
export function unseenRows(marks: Uint32Array, seen: Uint32Array): Uint32Array {
  const left = new Map<number, number>();
  for (const mark of seen) left.set(mark, (left.get(mark) ?? 0) + 1);
  const rows: number[] = [];
  marks.forEach((mark, row) => {
    const known = left.get(mark) ?? 0;
    if (known > 0) left.set(mark, known - 1);
    else rows.push(row);
  });
  return Uint32Array.from(rows);
}

const places: ReadonlySet<string> = new Set(['longitude', 'latitude']);
const fnvStart = 0x811c9dc5;
const fnvPrime = 0x01000193;
const step = (mark: number, byte: number) => Math.imul(mark ^ byte, fnvPrime);

function text(mark: number, written: string): number {
  let next = mark;
  for (let place = 0; place < written.length; place += 1) next = step(next, written.charCodeAt(place));
  return step(next, 0xff);
}
