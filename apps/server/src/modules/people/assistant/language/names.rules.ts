import { isNear, wordsOf } from '@kianda/format/match';
import type { Named } from './language.types.ts';

/** Words before a name that tell its kind only: `Porto do Lobito` is Lobito. */
const generic = /^(?:porto|foz|baia|largo|plataforma|area marinha|parque nacional|reserva(?: parcial)?) (?:d[eoa]s? )?/;
const articles = /\b(?:d[eoa]s?|o|a) /g;

const folded = (text: string): string => wordsOf(text).join(' ');

/** Names that people give it: its title, its former name in brackets, its further names, and the name without its kind. */
function namesOf(named: Named): readonly string[] {
  const [title = '', inBrackets] = named.title.split(/\s*\(/);
  const full = [title, ...(inBrackets === undefined ? [] : [inBrackets.replace(')', '')]), ...(named.names ?? [])].map(
    folded,
  );
  const shorter = isPlace(named)
    ? full.map((name) => name.replace(generic, ''))
    : named.kind === 'species'
      ? partsOf(full[0] ?? '')
      : [];
  return [...new Set([...full, ...shorter])].filter((name) => name.length >= 3);
}

/** Short forms of a common name: `jubarte` of baleia-jubarte, `peixe boi` of peixe-boi-africano; never a place alone. */
function partsOf(name: string): readonly string[] {
  const words = name.split(' ');
  const [, ...rest] = words;
  const withoutFirst = rest.length === 1 && (rest[0]?.length ?? 0) >= 5 ? rest : [];
  const beginnings = words.slice(2, -1).map((_, index) => words.slice(0, index + 2).join(' '));
  return [...withoutFirst, ...(words.length > 2 ? [words.slice(0, 2).join(' ')] : []), ...beginnings].filter(
    (part) => !/ d[eoa]s?$/.test(part),
  );
}

const errorsIn = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : 2);
const singular = (word: string): string => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word);

function isWord(typed: string, name: string): boolean {
  if (typed === name || singular(typed) === singular(name)) return true;
  if (/\d/.test(name) || typed[0] !== name[0]) return false;
  return isNear(typed, name, Math.min(errorsIn(typed.length), errorsIn(name.length)));
}

/** Letters of a name that stand in a question, 0 where it does not: all its words in a row. */
function lettersFound(words: readonly string[], name: string): number {
  const parts = name.replaceAll(articles, '').split(' ');
  const plain = words.filter((word) => !/^(?:d[eoa]s?|o|a)$/.test(word));
  const starts = plain.length - parts.length;
  for (let at = 0; at <= starts; at += 1) {
    const typed = parts.map((_, index) => plain[at + index] ?? '');
    if (!parts.every((part, index) => isWord(typed[index] ?? '', part))) continue;
    // A name as it stands comes before one that is only near: Luanda is not Luando.
    const mistyped = parts.filter((part, index) => part !== typed[index]).length;
    return name.length - mistyped / 2;
  }
  return 0;
}

export type Found = { readonly named: Named; readonly letters: number; readonly name: string };

/** The things that a question names, the longest names first. */
export function namedIn(words: readonly string[], names: readonly Named[]): readonly Found[] {
  return names
    .flatMap((named) => {
      const best = namesOf(named)
        .map((name) => ({ named, name, letters: lettersFound(words, name) }))
        .sort((a, b) => b.letters - a.letters)[0];
      return best !== undefined && best.letters > 0 ? [best] : [];
    })
    .sort((a, b) => b.letters - a.letters);
}

const isPlace = ({ kind }: Named): boolean => kind !== 'species' && kind !== 'vessel';

/**
 * Of the longest name found, all places that bear one of the names of its place, the plainest title first: who asks for
 * Namibe means Moçâmedes, its port and its stations.
 */
export function placeIn(found: readonly Found[], names: readonly Named[]): readonly Named[] {
  const places = found.filter(({ named }) => isPlace(named));
  const letters = places[0]?.letters;
  const first = places
    .filter((one) => one.letters === letters)
    .sort((a, b) => plainness(a.named.title) - plainness(b.named.title))[0]?.named;
  if (first === undefined) return [];
  const aliases = new Set(namesOf(first));
  const others = names.filter((one) => isPlace(one) && one !== first && namesOf(one).some((name) => aliases.has(name)));
  return [first, ...others.sort((a, b) => plainness(a.title) - plainness(b.title))];
}

const order = ['porto', 'baia', 'foz', 'plataforma', 'largo'];
function plainness(title: string): number {
  const at = order.indexOf(folded(title).split(' ')[0] ?? '');
  return at === -1 ? 0 : at + 1;
}

/** The name of a place without what stands in brackets. */
export const shortTitle = ({ title }: Named): string => title.replace(/\s*\(.*$/, '');
