import { filterFault, limits } from './ast.ts';

export type Token = {
  readonly type: 'name' | 'quotedName' | 'string' | 'number' | 'symbol' | 'end';
  /** As written for names and symbols; the value for strings. */
  readonly text: string;
  /** Names and symbols in capitals, to compare with keywords. */
  readonly upper: string;
  readonly at: string;
};

const space = /[\s\u00a0]+/y;
const name = /[:_\p{L}][:_.\p{L}\p{M}\p{Nd}]*/uy;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const symbol = /<>|<=|>=|[=<>+\-*/%^(),]/y;
/** `''` and `\'` are a quote; any other backslash is itself. */
const string = /'((?:[^'\\]|''|\\'|\\(?!'))*)'/y;
const quoted = /"((?:[^"]|"")+)"/y;

/** Where a character stands, counted from 1. */
function positionLabel(index: number): string {
  return `na posição ${index + 1}`;
}

/** Tokens of a CQL2 text, `end` last. Throws a 400 at the first character that begins none. */
export function tokensOf(text: string): readonly Token[] {
  if (text.length > limits.characters) {
    throw filterFault(`mais de ${limits.characters} caracteres (${text.length}).`, '');
  }
  const tokens: Token[] = [];
  let index = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match !== null) index += match[0].length;
    return match;
  };
  const add = (type: Token['type'], value: string, start: number) =>
    tokens.push({ type, text: value, upper: value.toUpperCase(), at: positionLabel(start) });

  while (index < text.length) {
    if (take(space) !== null) continue;
    const start = index;
    const isString = take(string);
    if (isString !== null) {
      add('string', (isString[1] ?? '').replaceAll(/''|\\'/g, "'"), start);
      continue;
    }
    const isQuoted = take(quoted);
    if (isQuoted !== null) {
      add('quotedName', (isQuoted[1] ?? '').replaceAll('""', '"'), start);
      continue;
    }
    const word = take(name);
    if (word !== null) {
      add('name', word[0], start);
      continue;
    }
    const digits = take(number);
    if (digits !== null) {
      add('number', digits[0], start);
      continue;
    }
    const sign = take(symbol);
    if (sign === null) throw badCharacter(text, start);
    add('symbol', sign[0], start);
  }
  tokens.push({ type: 'end', text: '', upper: '', at: positionLabel(text.length) });
  return tokens;
}

function badCharacter(text: string, index: number): Error {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  if (character === "'" || character === '"') return filterFault('aspas por fechar.', positionLabel(index));
  return filterFault(`carácter inesperado «${character}».`, positionLabel(index));
}
