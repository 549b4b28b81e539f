import { foldText } from './text.ts';

/** A text that was typed to find something, cut into its telling words; `whole`: those in the singular, together. */
export type TypedQuery = { readonly folded: string; readonly words: readonly string[]; readonly whole: string };

/** Names by which a thing is looked for, folded once. */
export type Findable = {
  readonly title: string;
  /** Telling words of the title and of each further name in the singular, together. */
  readonly whole: string;
  readonly wholeNames: readonly string[];
  readonly titleWords: readonly string[];
  /** Further names: each counts as much as the title, nearly. */
  readonly names: readonly string[];
  readonly nameWords: readonly string[];
  /** Words that only say what it is about. */
  readonly aboutWords: readonly string[];
};

/** Words that say nothing by themselves. */
const smallWords = new Set('a as o os e de da das do dos em na nas no nos para por com ao aos à the of'.split(' '));

/** Words of a text, without accents and case: letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words without the small ones, unless there are no others. */
function telling(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !smallWords.has(word));
  return kept.length === 0 ? words : kept;
}

const wholeOf = (words: readonly string[]): string => telling(words).map(singularOf).join(' ');

/** Cuts what was typed into words; small ones go, unless there are no others. */
export function typedQuery(text: string): TypedQuery {
  const all = wordsOf(text);
  return { folded: all.join(' '), words: telling(all), whole: wholeOf(all) };
}

/** Prepares a thing to be found by its title, its further names and the words of what it is about. */
export function findable(title: string, names: readonly string[] = [], about: readonly string[] = []): Findable {
  const titleWords = wordsOf(title);
  const foldedNames = names.map((name) => wordsOf(name));
  return {
    title: titleWords.join(' '),
    whole: wholeOf(titleWords),
    wholeNames: foldedNames.map(wholeOf),
    titleWords: telling(titleWords),
    names: foldedNames.map((words) => words.join(' ')),
    nameWords: [...new Set(foldedNames.flat())],
    aboutWords: [...new Set(about.flatMap((text) => wordsOf(text)))],
  };
}

/** Regular endings of Portuguese plurals, and what stands in the singular; longer ones first. */
const plurals: readonly (readonly [RegExp, string])[] = [
  [/oes$/, 'ao'],
  [/aes$/, 'ao'],
  [/ais$/, 'al'],
  [/eis$/, 'el'],
  [/ns$/, 'm'],
  [/res$/, 'r'],
  [/s$/, ''],
];

/** A word as it stands in the singular, as far as its ending tells. */
export function singularOf(word: string): string {
  if (word.length < 4) return word;
  const found = plurals.find(([ending]) => ending.test(word));
  return found === undefined ? word : word.replace(found[0], found[1]);
}

/** Typing errors that a word of this length is forgiven. */
const errorsIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Whether `one` becomes `other` by at most `most` insertions, deletions, replacements or exchanges of neighbours (the
 * restricted Damerau-Levenshtein distance).
 */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      let cost = Math.min((row[to - 1] ?? 0) + (isSame ? 0 : 1), (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1);
      const isExchange = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isExchange) cost = Math.min(cost, (before[to - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return (row[other.length] ?? 0) <= most;
}

/** How well a typed word stands for one of `words`, 0 to 1. */
function wordScore(typed: string, words: readonly string[]): number {
  let best = 0;
  const singular = singularOf(typed);
  const errors = errorsIn(typed.length);
  for (const word of words) {
    if (word === typed) return 1;
    if (singularOf(word) === singular) best = Math.max(best, 0.97);
    else if (word.startsWith(typed)) best = Math.max(best, 0.75 + (0.2 * typed.length) / word.length);
    else if (typed.length >= 3 && word.includes(typed)) best = Math.max(best, 0.5);
    else if (best < 0.45 && errors > 0 && isTyping(typed, word, 1)) best = 0.45;
    else if (best < 0.3 && errors > 1 && isTyping(typed, word, errors)) best = 0.3;
  }
  return best;
}

/** Whether a word was meant by what was typed with errors: all of it, or its beginning. Numbers are never forgiven any. */
function isTyping(typed: string, word: string, errors: number): boolean {
  if (/\d/.test(typed)) return false;
  // The first letter is seldom wrong.
  const isSameStart = typed[0] === word[0];
  const allowed = isSameStart ? errors : Math.min(errors, typed.length > 4 ? 1 : 0);
  if (allowed > 0 && isNear(typed, word, allowed)) return true;
  return (
    isSameStart && typed.length >= 5 && word.length > typed.length && isNear(typed, word.slice(0, typed.length), 1)
  );
}

/** Weights of where a word stands. */
const inTitle = 1;
const inNames = 0.93;
const inAbout = 0.55;

/**
 * How well a thing answers what was typed, 0 (not at all) to 1000. Every word must be found; a whole name counts most, then
 * names that begin with it, then words anywhere, and things of fewer other words first.
 */
export function matchScore(query: TypedQuery, thing: Findable): number {
  if (query.words.length === 0) return 0;
  if (thing.whole === query.whole) return 1000;
  if (thing.wholeNames.includes(query.whole)) return 985;
  let sum = 0;
  let atTitle = 0;
  for (const word of query.words) {
    const title = wordScore(word, thing.titleWords);
    const best = Math.max(
      title * inTitle,
      wordScore(word, thing.nameWords) * inNames,
      wordScore(word, thing.aboutWords) * inAbout,
    );
    if (best === 0) return 0;
    sum += best;
    if (title > 0.7) atTitle += 1;
  }
  const quality = sum / query.words.length;
  const coverage = thing.titleWords.length === 0 ? 0 : Math.min(1, atTitle / thing.titleWords.length);
  const beginning = thing.title.startsWith(query.folded)
    ? 120
    : thing.names.some((name) => name.startsWith(query.folded))
      ? 80
      : 0;
  return Math.min(940, Math.round(quality * 700 + coverage * 100 + beginning));
}
