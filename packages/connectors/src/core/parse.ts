import type { z } from 'zod';
import { ProviderError } from './failures.ts';
import type { RawBody } from './http.ts';
import { addressOf } from './status.ts';

/** Decodes a body as UTF-8 text. */
export function decodeText(body: RawBody): string {
  return new TextDecoder().decode(body.bytes);
}

/**
 * A provider's JSON, checked. Throws `schema` with the path, what was expected and what came. A body that stops short is
 * no change of schema but a broken transfer: it is thrown as `network`, so that the run is tried again.
 */
export function parseJson<Schema extends z.ZodType>(body: RawBody, schema: Schema): z.output<Schema> {
  return parseValue(decodeJson(body), schema, body.url);
}

/** As `parseJson`, for a value already decoded. `url` only names the source in the message. */
export function parseValue<Schema extends z.ZodType>(value: unknown, schema: Schema, url: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const where = path.length === 0 ? '(raiz)' : path.map(String).join('.');
  throw new ProviderError(
    'schema',
    `${addressOf(url)}: em ${where}, ${issue?.message ?? 'formato inesperado'}; recebido ${shown(at(value, path))}`,
    { cause: parsed.error },
  );
}

function decodeJson(body: RawBody): unknown {
  const text = decodeText(body);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const start = text.trimStart()[0];
    const end = text.trimEnd().at(-1);
    const cut = (start === '{' && end !== '}') || (start === '[' && end !== ']') || text.length === 0;
    if (cut)
      throw new ProviderError('network', `${addressOf(body.url)}: resposta truncada (${body.bytes.length} bytes)`, {
        cause,
      });
    throw new ProviderError(
      'schema',
      `${addressOf(body.url)}: esperado JSON, recebido ${body.contentType || 'sem tipo'} ${shown(text)}`,
      { cause },
    );
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nada' : (JSON.stringify(value) ?? typeof value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
