import { type Budget, createBudget, filterFault } from './ast.ts';
import type { Token } from './lexer.ts';

/** State that the parts of the grammar share. */
export type Cursor = {
  readonly budget: Budget;
  peek(): Token;
  next(): Token;
  /** Takes the keyword or symbol when it comes next. */
  take(upper: string): boolean;
  /** Takes it, or refuses what stands in its place. */
  expect(upper: string): Token;
};

/** A reader over tokens that end with `end`. */
export function cursorOf(tokens: readonly Token[]): Cursor {
  let index = 0;
  const last = tokens.at(-1);
  const peek = (): Token => {
    const token = tokens[index] ?? last;
    if (token === undefined) throw new RangeError('expected tokens that end with an end, received none');
    return token;
  };
  const next = (): Token => {
    const token = peek();
    index += 1;
    return token;
  };
  const stands = ({ type, upper }: Token, wanted: string) => (type === 'name' || type === 'symbol') && upper === wanted;
  return {
    budget: createBudget(),
    peek,
    next,
    take(upper) {
      if (!stands(peek(), upper)) return false;
      index += 1;
      return true;
    },
    expect(upper) {
      const token = next();
      if (!stands(token, upper)) throw unexpected(token, `«${upper}»`);
      return token;
    },
  };
}

/** A 400 for the token that should not be there. */
export function unexpected({ type, text, at }: Token, wanted: string): Error {
  return filterFault(
    type === 'end' ? `o filtro acaba onde se esperava ${wanted}.` : `esperava ${wanted}, recebeu «${text}».`,
    at,
  );
}

/** The number a token writes; throws a 400 beyond what a double holds. */
export function finite(text: string, at: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw filterFault(`número fora dos limites: «${text.slice(0, 40)}».`, at);
}
