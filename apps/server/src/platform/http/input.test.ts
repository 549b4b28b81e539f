import { type Endpoint, servicePrefixes } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { inputOf } from './input.ts';

const unknownName = 'parametro_que_nao_existe';

/** Issues of a query with a name that no contract has; the parameters of the path are those of another test. */
function issuesOf({ params: _params, ...endpoint }: Endpoint): readonly { path: string; message: string }[] {
  try {
    inputOf(endpoint, { params: undefined, query: { [unknownName]: '1' }, body: undefined });
    return [];
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return error.issues ?? [];
    // Its body was refused: the query had passed.
    throw error;
  }
}

test('every endpoint of the platform refuses an unknown query parameter by its name', () => {
  const foreign = new Set(['storage', 'identity', 'workflow', 'stac', 'features']);
  const own = allEndpoints.filter(({ format, service }: Endpoint) => {
    if (format === 'standard') return false;
    return !foreign.has(service) || format === undefined || format === 'envelope';
  });
  expect(own.length).toBeGreaterThan(300);
  const silent = own.filter((one: Endpoint) => {
    const named = issuesOf(one).find(({ path }) => path === `query.${unknownName}`);
    return named?.message.startsWith(`Parâmetro desconhecido: «${unknownName}».`) !== true;
  });
  expect(silent.map(({ id, service }) => `${id} (${servicePrefixes[service]})`)).toEqual([]);
});
