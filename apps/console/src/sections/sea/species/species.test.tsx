// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { taxonById } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import type { listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const list: DataOf<typeof listSpecies> = {
  data: [
    {
      ...{ aphiaId: 126421, scientificName: 'Sardina pilchardus', commonName: 'Sardinha', class: 'Teleostei' },
      ...{ order: 'Clupeiformes', family: 'Alosidae', redListCategory: null, isThreatened: false },
      ...{ occurrences: 1204, sources: 2, firstYear: 1968, lastYear: 2025 },
    },
  ],
  total: 60,
  page: 1,
  pageSize: 25,
  hasNext: true,
  hasPrev: false,
};
const taxon: DataOf<typeof taxonById> = {
  ...{ aphiaId: 126421, scientificName: 'Sardina pilchardus', authority: '(Walbaum, 1792)', rank: 'Species' },
  ...{ status: 'accepted', acceptedAphiaId: null, acceptedName: null, vernacularName: 'Sardinha', kingdom: 'Animalia' },
  ...{ phylum: 'Chordata', class: 'Teleostei', order: 'Clupeiformes', family: 'Alosidae', genus: 'Sardina' },
  occurrences: 1204,
  ...{ unacceptReason: null, parentAphiaId: 125724, lineage: [], vernaculars: [] },
  environment: { marine: true, brackish: null, freshwater: true, terrestrial: null },
  ...{ extinct: null, redListCategory: null },
  synonyms: [{ aphiaId: 126422, scientificName: 'Clupea pilchardus', authority: 'Walbaum, 1792' }],
  ...{ recordsBySource: [], citation: 'WoRMS (2026)', modifiedAt: null },
};
const profile: DataOf<typeof speciesProfile> = {
  occurrences: 1204,
  byYear: [{ year: 1968, occurrences: 4 }],
  byMonth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  byDepth: [{ from: 0, to: 50, occurrences: 3 }],
  withoutDate: 7,
  withoutDepth: 1201,
  cells: [{ lon: 12, lat: -9, occurrences: 1204 }],
  cellDegrees: 0.25,
  datasets: [{ id: 'pescas-1968', source: 'obis', licence: null, occurrences: 1204 }],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (address: string, answer: Reply = { json: envelope(profile) }) =>
  page.open(address, {
    '/admin-api/biodiversity/species': { json: envelope(list) },
    '/admin-api/biodiversity/taxa/126421': { json: envelope(taxon) },
    '/admin-api/biodiversity/species/126421/profile': answer,
  });
const press = async (name: string) => (await page.find(() => page.button(name))).click();

test('a species of the list opens its page, and the way back is the list', async () => {
  open('/?section=species');
  await page.says('Sardinha');
  await press('Abrir Sardina pilchardus');
  await page.says('(Walbaum, 1792)');
  expect(window.location.search).toContain('taxon=126421');
  expect(page.text()).toContain('marinho, água doce');
  await press('Todas as espécies');
  await page.says('Nomes aceites com ocorrências');
  expect(window.location.search).not.toContain('taxon');
});

test('a species leads to the animals of it that were measured', async () => {
  open('/?section=species&taxon=126421');
  await press('Ver exemplares medidos');
  await page.find(() => (window.location.search.includes('section=biological-samples') ? true : null));
  expect(new URLSearchParams(window.location.search).get('q')).toBe('Sardina pilchardus');
});

test('a synonym leads to its own page; what the register does not say is a dash with the reason', async () => {
  open('/?section=species&taxon=126421');
  await page.says('Clupea pilchardus');
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('A classificação inteira ainda não foi pedida ao registo.');
  await press('Clupea pilchardus');
  await page.find(() => (window.location.search.includes('taxon=126422') ? true : null));
});

test('a taxon without records keeps its names, and says so', async () => {
  open('/?section=species&taxon=126421', {
    status: 404,
    json: problem('not_found', 404, 'Não há registos do taxon 126421 em Angola.'),
  });
  await page.says('(Walbaum, 1792)');
  await page.says('Não há registos do taxon 126421 em Angola.');
});
