import { biodiversityDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import { expect, test } from 'vitest';
import { readAddress } from '../page-frame/address.ts';
import { diversityFields, queryOf } from './state.ts';

const queryAt = (fragment: string) => queryOf(readAddress(diversityFields, fragment));

test('the filters of an address are a question that the platform takes', () => {
  const query = queryAt('grupo=Teleostei&desde=1990&ate=2020&fundo=50-200&qualidade=unflagged');
  expect(query).toEqual({
    ...{ rank: 'class', group: 'Teleostei', quality: 'unflagged' },
    ...{ fromYear: 1990, toYear: 2020, minDepth: 50, maxDepth: 200 },
  });
  expect(biodiversityDiversity.query.safeParse(query).success).toBe(true);
  expect(queryAt('')).toEqual({ rank: 'class', quality: 'all' });
});

test('a year still being written, and one before the first, ask for nothing', () => {
  expect(queryAt('desde=19')).not.toHaveProperty('fromYear');
  expect(queryAt('desde=2000&ate=1990')).not.toHaveProperty('toYear');
});
