/** Where a recorded answer comes from: one entry of `recorded/sources.json` beside a provider's wire schema. */
export type RecordedAnswer = {
  readonly file: string;
  /** What was asked. */
  readonly request: string;
  readonly contentType: string;
  /** Public repository, or whose, and the place in it. */
  readonly repository: string;
  readonly path: string;
  /** Day (or month) on which the provider answered, as far as it is known. */
  readonly date: string;
  /** What was left out of the answer. */
  readonly trimmed: string;
};

/**
 * What the reading of a format rests on: answers of the provider that others recorded, its documentation, or a form that
 * nobody but us has confirmed.
 */
export type FormatWitness = {
  readonly kind: 'recorded' | 'documentation' | 'own';
  /** Who recorded the answers. */
  readonly sources: readonly string[];
  /** Day (or month) of the newest of them; null where none is recorded. */
  readonly newest: string | null;
};

/** The witness that a folder of recorded answers is: read from its notes, so that it says what the folder has. */
export function recordedBy(answers: readonly RecordedAnswer[]): FormatWitness {
  return {
    kind: 'recorded',
    sources: [...new Set(answers.map(({ repository }) => repository))],
    newest:
      answers
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null,
  };
}

/** Read from the provider's documentation alone. */
export const DOCUMENTED: FormatWitness = { kind: 'documentation', sources: [], newest: null };
/** Neither an answer nor a documentation confirms it. */
export const OUR_OWN: FormatWitness = { kind: 'own', sources: [], newest: null };
