import { isIP } from 'node:net';
import { z } from 'zod';
import { databaseUrlOf } from '../platform/db/hosts.ts';

/** Schema of a setting. `undefined` and the empty text (as container tools pass it) both mean "not set". */
type Field<T> = z.ZodType<T, string | undefined>;

/** Properties of a field by which a screen offers the right input. */
export type FieldMeta = {
  readonly kind?: 'integer' | 'text' | 'email' | 'choice' | 'secret';
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
};

function field<T>(parse: (text: string) => T | Failure, whenUnset: T, meta: FieldMeta = {}): Field<T> {
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
    })
    .meta({ ...meta });
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
    { kind: 'secret' },
  );

/** A secret that goes in an `Authorization: Bearer` header, which carries no other characters (RFC 6750). */
export const bearerSecret = (minLength: number): Field<string | null> =>
  field<string | null>(
    (value) =>
      value.length >= minLength && /^[A-Za-z0-9._~+/-]+=*$/.test(value)
        ? value
        : new Failure(
            `um segredo com pelo menos ${minLength} caracteres, só letras sem acento, algarismos e - . _ ~ + / (com = só no fim), porque vai num cabeçalho Authorization: Bearer`,
            '[oculto]',
          ),
    null,
    { kind: 'secret' },
  );

/** A whole number, or 0 for never. */
export const integerOrNever = (min: number, max: number): Field<number> =>
  field(
    (value) => {
      const number = Number(value);
      const fits = /^\d+$/.test(value) && (number === 0 || (number >= min && number <= max));
      return fits ? number : new Failure(`0 (nunca), ou um número inteiro de ${min} a ${max}`, value);
    },
    0,
    { kind: 'integer', min: 0, max },
  );

export const integer = (min: number, max: number, fallback: number): Field<number> =>
  field(
    (value) => {
      const number = Number(value);
      const fits = /^\d+$/.test(value) && number >= min && number <= max;
      return fits ? number : new Failure(`um número inteiro de ${min} a ${max}`, value);
    },
    fallback,
    { kind: 'integer', min, max },
  );

export const oneOf = <const T extends string>(choices: readonly T[]): Field<T | null> =>
  field<T | null>(
    (value) => choices.find((choice) => choice === value) ?? new Failure(`um de: ${choices.join(', ')}`, value),
    null,
    { kind: 'choice', choices },
  );

/** Comma-separated choices, each at most once; `whenUnset` (all of them) when unset. */
export const someOf = <const T extends string>(
  choices: readonly T[],
  whenUnset: readonly T[] = choices,
): Field<readonly T[]> =>
  field<readonly T[]>((value) => {
    const words = items(value);
    const found = choices.filter((choice) => words.includes(choice));
    return found.length === words.length ? found : new Failure(`um ou mais de: ${choices.join(', ')}`, value);
  }, whenUnset);

export const list = (): Field<readonly string[]> => field<readonly string[]>(items, []);

/** `host:port`, `[2001:db8::1]:port`; comma-separated. */
export const hostPorts = (): Field<readonly string[]> =>
  field<readonly string[]>((value) => {
    const bad = items(value).find((item) => !isHostPort(item));
    return bad === undefined ? items(value) : new Failure('máquina:porta', bad);
  }, []);

/** One `host:port`. */
export const hostPort = (): Field<string | null> =>
  field<string | null>((value) => (isHostPort(value) ? value : new Failure('máquina:porta', value)), null);

function isHostPort(value: string): boolean {
  const port = /^(?:\[[0-9a-f:.]+\]|[^\s:,[\]/]+):(\d{1,5})$/i.exec(value)?.[1];
  return port !== undefined && Number(port) <= 65_535;
}

/** Comma-separated addresses and networks: `192.0.2.7`, `198.51.100.0/24`. */
export const networks = (): Field<readonly string[]> =>
  field<readonly string[]>((value) => {
    const bad = items(value).find((item) => !isNetwork(item));
    return bad === undefined ? items(value) : new Failure('um endereço IP ou uma rede (192.0.2.0/24)', bad);
  }, []);

export type Station = {
  readonly address: string;
  readonly name: string;
  readonly antenna: 'terrestrial' | 'satellite' | null;
};

const antennas: Readonly<Record<string, Station['antenna']>> = { terrestre: 'terrestrial', satelite: 'satellite' };

/** Comma-separated stations, address, name and antenna: `ais-luanda.interno:4001=Luanda/terrestre`, `192.0.2.7=Namibe`. */
export const stations = (): Field<readonly Station[]> =>
  field<readonly Station[]>((value) => {
    const read: Station[] = [];
    for (const item of items(value)) {
      const station = stationOf(item);
      if (station === null) return new Failure('endereço=nome, com /terrestre ou /satelite se se souber', item);
      read.push(station);
    }
    return read;
  }, []);

function stationOf(item: string): Station | null {
  const [, address = '', name = '', antenna] = /^([^\s=]+)=([^=/]{1,60})(?:\/(terrestre|satelite))?$/.exec(item) ?? [];
  if (address === '' || name.trim() === '') return null;
  return { address, name: name.trim(), antenna: antennas[antenna ?? ''] ?? null };
}

function isNetwork(value: string): boolean {
  const [ip = '', bits, ...rest] = value.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

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

/** Address of a PostgreSQL, with one host or several of which one takes writes. */
export const databaseAddress = (): Field<string | null> =>
  field<string | null>((value) => {
    const url = databaseUrlOf(value.replace(/\/+$/, ''));
    return url ?? new Failure('um endereço postgresql:// ou postgres://', withoutPassword(value));
  }, null);

/** Comma-separated web addresses without final slashes, in their order. */
export const addresses = (): Field<readonly string[]> =>
  field<readonly string[]>((value) => {
    const checked = items(value).map((item) => checkedAddress(item, ['http', 'https']));
    const failed = checked.find((item) => item instanceof Failure);
    return failed ?? items(value).map((item) => item.replace(/\/+$/, ''));
  }, []);

/** `*` for any, `none`, or origins of pages separated by commas: `https://mapas.example.ao`. `whenUnset` (any) when unset. */
export const origins = (whenUnset: '*' | readonly string[] = '*'): Field<'*' | readonly string[]> =>
  field<'*' | readonly string[]>((value) => {
    if (value === '*') return '*';
    if (value === 'none') return [];
    const bad = items(value).find((item) => !URL.canParse(item) || new URL(item).origin !== item);
    return bad === undefined ? items(value) : new Failure('*, none, ou origens como https://mapas.example.ao', bad);
  }, whenUnset);

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
    { kind: 'email' },
  );
