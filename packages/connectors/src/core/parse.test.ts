import { expect, test } from 'vitest';
import { z } from 'zod';
import { ProviderError } from './failures.ts';
import { parseJson } from './parse.ts';

const schema = z.object({ results: z.array(z.object({ id: z.string() })) });
const body = (text: string) => ({
  url: 'https://api.example/v3?token=segredo',
  status: 200,
  contentType: 'application/json',
  bytes: new TextEncoder().encode(text),
});

function failure(text: string): ProviderError {
  try {
    parseJson(body(text), schema);
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  throw new Error('esperado ProviderError');
}

test('devolve o valor verificado', () => {
  expect(parseJson(body('{"results":[{"id":"a","mais":1}]}'), schema)).toEqual({ results: [{ id: 'a' }] });
});

test('diz o caminho, o esperado e o recebido, sem a chave do URL', () => {
  const error = failure('{"results":[{"id":"a"},{"id":7}]}');
  expect(error).toMatchObject({ failure: 'schema', permanent: true });
  expect(error.message).toMatch(/results\.1\.id.*string.*recebido 7$/);
  expect(error.message).not.toContain('segredo');
});

test('uma página HTML não é JSON; um corpo cortado é falha de rede, para tentar de novo', () => {
  expect(failure('<html>manutenção</html>')).toMatchObject({ failure: 'schema' });
  expect(failure('{"results":[{"id":')).toMatchObject({ failure: 'network', permanent: false });
  expect(failure('')).toMatchObject({ failure: 'network' });
});
