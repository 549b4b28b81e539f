import { type AlertRule, alertRules } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { singularOf, wordsOf } from '@kianda/format/match';

/** Parts of what was typed that alerts are looked for by, besides their text. */
export type SoughtAlerts = {
  /** Rules whose name has all of the words. */
  readonly rules: readonly AlertRule[];
  /** Words that may name a vessel; empty where none is long enough to. */
  readonly vessel: readonly string[];
  /** The same with the name of a rule beside: the words of the vessel, and the rules; null where there are not both. */
  readonly both: { readonly vessel: readonly string[]; readonly rules: readonly AlertRule[] } | null;
  /** First and last number that the digits begin; null where what is typed is no number of an alert. */
  readonly numbers: readonly [first: string, last: string] | null;
};

/** Words that say what is looked for, and name none. */
export const describingAlerts = ['alerta', 'embarcação', 'navio', 'barco', 'MMSI', 'IMO', 'indicativo', 'matrícula'];
const describing: ReadonlySet<string> = new Set(describingAlerts.flatMap(wordsOf).map(singularOf));

const rulesByWord = (Object.keys(alertRules) as AlertRule[]).map((rule) => ({
  rule,
  words: wordsOf(alertRules[rule]),
}));
const isIn = (word: string, words: readonly string[]): boolean =>
  words.some((one) => one.startsWith(word) || singularOf(one) === singularOf(word));
const rulesNamed = (words: readonly string[]): readonly AlertRule[] =>
  words.length === 0
    ? []
    : rulesByWord.filter((named) => words.every((word) => isIn(word, named.words))).map(({ rule }) => rule);

/** Shorter words are in the names of too many vessels, and in no group of three letters. */
const leastLetters = 3;
const naming = (words: readonly string[]): readonly string[] =>
  words.some(({ length }) => length >= leastLetters) ? words : [];

/** Cuts what was typed into words of rules, names and numbers of vessels, the number of an alert. */
export function soughtAlerts(words: readonly string[]): SoughtAlerts {
  const telling = words.filter((word) => !describing.has(singularOf(word)));
  const ofRules = telling.filter((word) => word.length >= leastLetters && rulesNamed([word]).length > 0);
  const others = naming(telling.filter((word) => !ofRules.includes(word)));
  const rules = rulesNamed(ofRules);
  return {
    rules: ofRules.length === telling.length ? rules : [],
    vessel: naming(telling),
    both: others.length > 0 && rules.length > 0 ? { vessel: others, rules } : null,
    numbers: numbersFrom(words.join('')),
  };
}

/** Digits of an identifier, at the least as many as the name of a dossier has. */
const numberText = /^[0-9a-f]{8,32}$/;

function numbersFrom(digits: string): SoughtAlerts['numbers'] {
  return numberText.test(digits) ? [digits.padEnd(32, '0'), digits.padEnd(32, 'f')] : null;
}
