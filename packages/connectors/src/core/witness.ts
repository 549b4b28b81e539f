/** Origin of a recorded answer: one entry of `recorded/sources.json` in the folder of a provider's wire schema. */
export type RecordedAnswer = {
  readonly file: string;
  /** The request that was sent. */
  readonly request: string;
  readonly contentType: string;
  /** Public repository, or whose, and the place in it. */
  readonly repository: string;
  readonly path: string;
  /** Day (or month) on which the provider answered, as far as it is known. */
  readonly date: string;
  /** The part of the answer that was left out. */
  readonly trimmed: string;
};

/**
 * Evidence for the reading of a format: answers of the provider that others recorded, its documentation, or an
 * assumption that nobody else has confirmed.
 */
export type FormatWitness = {
  readonly kind: 'recorded' | 'documentation' | 'own';
  /** People or projects that recorded the answers. */
  readonly sources: readonly string[];
  /** Day (or month) of the newest of them; null where none is recorded. */
  readonly newest: string | null;
};

/** Evidence that a folder of recorded answers gives, read from its notes so that the two agree. */
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
