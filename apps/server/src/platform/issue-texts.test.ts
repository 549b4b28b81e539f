import { allEndpoints } from '@kianda/contract/all';
import { expect, test } from 'vitest';
import { z } from 'zod';
import './issue-texts.ts';

const english = /\b(invalid|expected|received|too (small|big)|unrecognized|must|missing|string|number|NaN)\b/i;

const textsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('port') }),
  z.object({ kind: z.literal('area') }),
]);

test.each<[z.ZodType, unknown, string]>([
  [z.enum(['geojson', 'kml']), 'csv', 'Valor desconhecido. Os válidos são: geojson, kml.'],
  [z.literal('json'), 'xml', 'Só pode ser json.'],
  [z.string().min(2), 'a', 'Tem de ter pelo menos 2 caracteres.'],
  [z.string().min(1), '', 'Não pode ficar vazio.'],
  [z.string().max(1), 'ab', 'Tem de ter no máximo 1 carácter.'],
  [z.string().length(3), 'a', 'Tem de ter 3 caracteres.'],
  [z.array(z.number()).min(2), [], 'Tem de ter pelo menos 2 elementos.'],
  [z.number().min(1), 0, 'Tem de ser pelo menos 1.'],
  [z.number().max(9), 10, 'Tem de ser no máximo 9.'],
  [z.number().gt(0), 0, 'Tem de ser maior do que 0.'],
  [z.number().multipleOf(5), 3, 'Tem de ser múltiplo de 5.'],
  [z.coerce.number(), 'abc', 'Não é um número.'],
  [z.number().int(), 1.5, 'Não é um número inteiro.'],
  [z.string(), 5, 'Esperava-se um texto, e veio um número.'],
  [z.boolean(), 'sim', 'Esperava-se verdadeiro ou falso, e veio um texto.'],
  [z.object({}), null, 'Esperava-se um objeto, e veio nulo.'],
  [z.object({ name: z.string() }), {}, 'Falta: esperava-se um texto.'],
  [z.iso.datetime(), 'ontem', 'Não é uma data com hora e fuso, como 2026-11-30T12:00:00Z.'],
  [z.iso.date(), '30/11/2026', 'Não é uma data, como 2026-11-30.'],
  [z.uuid(), 'nope', 'Não é um identificador (UUID).'],
  [z.email(), 'rui', 'Não é um endereço de e-mail.'],
  [z.string().regex(/^\d+$/), 'a', 'Não tem a forma esperada (/^\\d+$/).'],
  [z.string().startsWith('/'), 'a', 'Tem de começar por «/».'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Campos desconhecidos: a, b.'],
  [z.union([z.string(), z.number()]), null, 'Não é nenhum dos valores que aqui se aceitam.'],
  [kinds, { kind: 'ship' }, 'Valor desconhecido. Os válidos são: port, area.'],
  [z.never(), 1, 'Aqui não se aceita nenhum valor.'],
  [z.custom(() => false), 1, 'Valor inválido.'],
])('%# a fault is told in Portuguese', (schema, value, text) => {
  expect(textsOf(schema, value)).toEqual([text]);
});

test('a text of the schema’s own is kept, and zod’s English loaded again changes nothing', () => {
  expect(textsOf(z.string().min(8, 'Curta de mais.'), 'a')).toEqual(['Curta de mais.']);
  z.config(z.locales.en());
  expect(textsOf(z.string(), 5)).toEqual(['Esperava-se um texto, e veio um número.']);
});

test('no endpoint tells a fault of its input in English', () => {
  const wrong = [undefined, null, 'não', 5, -1, Number.NaN, [], {}, { a: 1 }];
  const told = new Set(
    allEndpoints.flatMap(({ params, query, body }) =>
      [params, query, body].flatMap((part) =>
        part === undefined
          ? []
          : wrong.flatMap((value) => [
              ...textsOf(part, value),
              ...(part instanceof z.ZodObject
                ? textsOf(part, Object.fromEntries(Object.keys(part.shape).map((name) => [name, value])))
                : []),
            ]),
      ),
    ),
  );
  expect(told.size).toBeGreaterThan(50);
  // Names of values and patterns are the contract's own.
  const texts = [...told].map((text) => text.replace(/: [^:]+\.$| \(\/.*\/\w*\)|\(.*\)/, ''));
  expect(texts.filter((text) => english.test(text))).toEqual([]);
});
