// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { listSpecimens } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const list: DataOf<typeof listSpecimens> = {
  data: [
    {
      ...{ id: 'angola-inipm/C1/L1/7', survey: 'C1', station: 'L1', scientificName: 'Trachurus trecae' },
      ...{ commonName: 'Carapau', date: '2026-07-15', longitude: 12, latitude: -9, depthMeters: 40, gear: 'arrasto' },
      ...{ lengthCentimeters: 20.5, lengthKind: 'total', weightGrams: null, sex: 'F', maturity: 3 },
      ...{ habitat: 'plataforma', behaviour: null, isSimulated: false },
    },
  ],
  ...{ total: 61, page: 1, pageSize: 50, hasNext: true, hasPrev: false },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const path = '/admin-api/biodiversity/specimens/list';

test('the measured animals with length, depth and gear; what nobody noted is a dash with the reason', async () => {
  page.open('/?section=biological-samples', { [path]: { json: envelope(list) } });
  await page.says('Carapau');
  for (const part of ['61 exemplares', '20,5', '40', 'arrasto', 'Fêmea']) expect(page.text()).toContain(part);
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('Não foi anotado na amostragem.');
});

test('the filters of the address go to the server', async () => {
  const filters = 'q=Trachurus&arte=arrasto&minLength=10&maxDepth=200';
  const asked: Record<string, string>[] = [];
  page.open(`/?section=biological-samples&${filters}`, {
    [path]: (query) => {
      asked.push(Object.fromEntries(query));
      return { json: envelope(list) };
    },
  });
  await page.says('Carapau');
  expect(asked[0]).toMatchObject({ search: 'Trachurus', gear: 'arrasto', minLength: '10', maxDepth: '200' });
});
