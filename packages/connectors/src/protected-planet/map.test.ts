import { expect, test } from 'vitest';
import { mapSites } from './map.ts';

const site = (over: Record<string, unknown> = {}) => mapSites([{ site_id: 7, ...over }]).records[0];

test('texts are trimmed, and what is not reported is null', () => {
  expect(site({ name: '  Iona  ', name_english: 'Not Reported', realm: 'Not Applicable' })).toMatchObject({
    siteId: '7',
    name: 'Iona',
    nameEnglish: null,
    realm: null,
  });
  expect(site({ name: ' ', name_english: ' Iona Park ' })?.name).toBe('Iona Park');
  expect(site()?.name).toBe('7');
  expect(site({ realm: { name: ' Marine ' } })?.realm).toBe('Marine');
});

test.each([
  ['26/12/1957', '1957-12-26', 1957],
  ['01/01/0000', null, null],
  ['31/13/1957', null, null],
  ['1957-12-26', null, null],
  [null, null, null],
])('the date %s', (given, legalStatusDate, statusYear) => {
  expect(site({ legal_status_updated_at: given })).toMatchObject({ legalStatusDate, statusYear });
});

test('zero is an area; an empty text, a word or less than zero is none', () => {
  const area = (reported_area: unknown) => site({ reported_area })?.reportedAreaKm2;
  expect([area('0'), area(0), area('15150.5'), area(''), area('muitos'), area(-1), area(null)]).toEqual([
    0,
    0,
    15_150.5,
    null,
    null,
    null,
    null,
  ]);
});

test('countries are those named, else those of the parent', () => {
  expect(site({ countries: [{ iso_3: 'AGO' }, { iso_3: ' ' }], parent_iso3: 'NAM' })?.countries).toEqual(['AGO']);
  expect(site({ countries: [], parent_iso3: 'AGO;NAM' })?.countries).toEqual(['AGO', 'NAM']);
  expect(site()?.countries).toEqual([]);
});

test('a site without a shape is whole, parcels are counted, the responsible party names a source', () => {
  expect(
    site({
      geojson: { type: 'Feature', geometry: null },
      protected_area_parcels: [1, 2],
      sources: [{ responsible_party: 'INBAC', title: 't' }, { title: 'Lista' }, {}],
      marine: false,
    }),
  ).toMatchObject({ geometry: null, parcels: 2, sources: ['INBAC', 'Lista'], marine: false, isOecm: null });
  expect(site()).toMatchObject({ parcels: 0, marine: null, withdrawn: false });
});

test('only when no row at all fits has the form changed', () => {
  expect(mapSites([{ site_id: '' }]).drifted).toBe(true);
  expect(mapSites([{ site_id: '' }, { site_id: 1 }])).toMatchObject({ drifted: false, rejected: [{}], records: [{}] });
  expect(mapSites([]).drifted).toBe(false);
});
