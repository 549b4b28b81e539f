import { z } from 'zod';

/** What a setting may be. `undefined` and the empty text (as container tools pass it) both mean "not set". */
type Field<T> = z.ZodType<T, string | undefined>;

function field<T>(parse: (text: string) => T | Failure, whenUnset: T): Field<T> {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const trimmed = text?.trim() ?? '';
      if (trimmed === '') return whenUnset;
      const parsed = parse(trimmed);
      if (!(parsed instanceof Failure)) return parsed;
      context.issues.push({ code: 'custom', message: parsed.message, input: text });
      return z.NEVER;
    });
}

class Failure {
  readonly message: string;
  constructor(expected: string, received: string) {
    this.message = `esperado ${expected}; recebido «${received}»`;
  }
}

export const text = (): Field<string | null> => field<string | null>((value) => value, null);
export const textOr = (fallback: string): Field<string> => field((value) => value, fallback);

/** Like `text`; only the name says that its value must never appear in a message. */
export const secret = (minLength = 1): Field<string | null> =>
  field<string | null>(
    (value) =>
      value.length >= minLength ? value : new Failure(`um segredo com pelo menos ${minLength} caracteres`, '[oculto]'),
    null,
  );

export const integer = (min: number, max: number, fallback: number): Field<number> =>
  field((value) => {
    const number = Number(value);
    const fits = /^\d+$/.test(value) && number >= min && number <= max;
    return fits ? number : new Failure(`um número inteiro de ${min} a ${max}`, value);
  }, fallback);

export const oneOf = <const T extends string>(choices: readonly T[]): Field<T | null> =>
  field<T | null>(
    (value) => choices.find((choice) => choice === value) ?? new Failure(`um de: ${choices.join(', ')}`, value),
    null,
  );

/** Comma-separated choices, each at most once. */
export const someOf = <const T extends string>(choices: readonly T[]): Field<readonly T[]> =>
  field<readonly T[]>((value) => {
    const words = items(value);
    const found = choices.filter((choice) => words.includes(choice));
    return found.length === words.length ? found : new Failure(`um ou mais de: ${choices.join(', ')}`, value);
  }, choices);

export const list = (): Field<readonly string[]> => field<readonly string[]>(items, []);

function items(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Absolute address without a final slash, so that paths are appended the same way everywhere. */
export const address = (...protocols: readonly string[]): Field<string | null> =>
  field<string | null>((value) => {
    const parsed = checkedAddress(value, protocols.length === 0 ? ['http', 'https'] : protocols);
    return parsed instanceof Failure ? parsed : value.replace(/\/+$/, '');
  }, null);

/** Comma-separated web addresses without final slashes, in their order. */
export const addresses = (): Field<readonly string[]> =>
  field<readonly string[]>((value) => {
    const checked = items(value).map((item) => checkedAddress(item, ['http', 'https']));
    const failed = checked.find((item) => item instanceof Failure);
    return failed ?? items(value).map((item) => item.replace(/\/+$/, ''));
  }, []);

/** Address kept as written: an issuer of identities is compared letter by letter, final slash included. */
export const exactAddress = (): Field<string | null> =>
  field<string | null>((value) => checkedAddress(value, ['http', 'https']), null);

function checkedAddress(value: string, allowed: readonly string[]): string | Failure {
  const failure = new Failure(`um endereço ${allowed.join(':// ou ')}://`, withoutPassword(value));
  if (!URL.canParse(value)) return failure;
  return allowed.includes(new URL(value).protocol.slice(0, -1)) ? value : failure;
}

function withoutPassword(value: string): string {
  return value.replace(/:[^:/@]*@/, ':[oculto]@');
}

export const email = (): Field<string | null> =>
  field<string | null>(
    (value) => (z.email().safeParse(value).success ? value : new Failure('um endereço de correio eletrónico', value)),
    null,
  );
