/** Verdicts about each fault and test file, from the notes of one run. */

/** A line of notes, as `runner.ts` writes them. */
export type Note =
  | { readonly file: string }
  | { readonly outside: readonly number[] }
  | { readonly inside: readonly number[]; readonly failed: boolean }
  | { readonly trying: readonly number[] }
  | { readonly noticed: number }
  | { readonly survived: number }
  | { readonly unclear: readonly number[] };

/**
 * `unreached`: no test of the file runs through its place. `unclear`: some part of the file does, but only a run with the fault
 * on from the start can tell. `unsound`: the file fails without the fault as well. `endless`: its tests did not end.
 */
export type Verdict = 'noticed' | 'survived' | 'unreached' | 'unclear' | 'unsound' | 'endless';

export type FileNotes = {
  readonly reached: ReadonlySet<number>;
  /** Tests that failed as they are, perhaps because of the attempts of those before. */
  readonly failed: number;
  /** Faults that were on when the notes ended. */
  readonly last: readonly number[];
  verdictOf(fault: number): Verdict;
};

/** Notes by test file, as its absolute path. */
export function readNotes(text: string): ReadonlyMap<string, FileNotes> {
  const notes = new Map<string, Note[]>();
  let own: Note[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const note = JSON.parse(line) as Note;
    if ('file' in note) {
      own = [];
      notes.set(note.file, own);
    } else own.push(note);
  }
  return new Map([...notes].map(([file, lines]) => [file, notesOf(lines)]));
}

function notesOf(lines: readonly Note[]): FileNotes {
  const inside = lines.flatMap((note) => ('inside' in note ? note.inside : []));
  const outside = lines.flatMap((note) => ('outside' in note ? note.outside : []));
  const unclear = new Set([...outside, ...lines.flatMap((note) => ('unclear' in note ? note.unclear : []))]);
  const noticed = new Set(lines.flatMap((note) => ('noticed' in note ? note.noticed : [])));
  const survived = new Set(lines.flatMap((note) => ('survived' in note ? note.survived : [])));
  const reached = new Set([...inside, ...unclear]);
  const last = lines.at(-1);
  return {
    reached,
    failed: lines.filter((note) => 'inside' in note && note.failed).length,
    last: last !== undefined && 'trying' in last ? last.trying : [],
    verdictOf: (fault) => {
      if (noticed.has(fault)) return 'noticed';
      if (survived.has(fault) && !unclear.has(fault)) return 'survived';
      return reached.has(fault) ? 'unclear' : 'unreached';
    },
  };
}
