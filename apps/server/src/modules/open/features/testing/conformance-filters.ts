import { expect } from 'vitest';
import { app, type Classes, counted, filters, inSquare, matched, property, square } from './conformance-kit.ts';

/** CQL2: what each class asks for. */
export const filtersClasses: Classes = {
  'cql2/1.0/conf/basic-cql2': () =>
    filters(
      "(depthMeters >= 400 OR depthMeters IS NULL) AND NOT species = 'Thunnus obesus'",
      {
        op: 'and',
        args: [
          {
            op: 'or',
            args: [
              { op: '>=', args: [property('depthMeters'), 400] },
              { op: 'isNull', args: [property('depthMeters')] },
            ],
          },
          { op: 'not', args: [{ op: '=', args: [property('species'), 'Thunnus obesus'] }] },
        ],
      },
      '(depth_meters >= 400 or depth_meters is null) and taxon_id <> 2',
    ),
  async 'cql2/1.0/conf/cql2-text'() {
    const filter = encodeURIComponent("species = 'Thunnus obesus'");
    for (const lang of ['', '&filter-lang=cql2-text'])
      expect(await matched(`filter=${filter}${lang}`)).toBe(await counted('taxon_id = 2'));
  },
  async 'cql2/1.0/conf/cql2-json'() {
    const filter = encodeURIComponent(JSON.stringify({ op: '=', args: [property('species'), 'Thunnus obesus'] }));
    expect(await matched(`filter=${filter}&filter-lang=cql2-json`)).toBe(await counted('taxon_id = 2'));
  },
  'cql2/1.0/conf/advanced-comparison-operators': () =>
    filters(
      "depthMeters BETWEEN 10 AND 20 AND species LIKE 'Thun%s' AND depthMeters IN (11, 13, 300)",
      {
        op: 'and',
        args: [
          { op: 'between', args: [property('depthMeters'), 10, 20] },
          { op: 'like', args: [property('species'), 'Thun%s'] },
          { op: 'in', args: [property('depthMeters'), [11, 13, 300]] },
        ],
      },
      'depth_meters in (11, 13) and taxon_id = 2',
    ),
  'cql2/1.0/conf/case-insensitive-comparison': () =>
    filters(
      "CASEI(species) = CASEI('THUNNUS obesus')",
      {
        op: '=',
        args: [
          { op: 'casei', args: [property('species')] },
          { op: 'casei', args: ['THUNNUS obesus'] },
        ],
      },
      'taxon_id = 2',
    ),
  'cql2/1.0/conf/accent-insensitive-comparison': () =>
    filters(
      "ACCENTI(species) = ACCENTI('Thúnnus òbesus')",
      {
        op: '=',
        args: [
          { op: 'accenti', args: [property('species')] },
          { op: 'accenti', args: ['Thúnnus òbesus'] },
        ],
      },
      'taxon_id = 2',
    ),
  'cql2/1.0/conf/basic-spatial-functions': () =>
    filters(
      'S_INTERSECTS(geometry, BBOX(9, -17, 13, -9))',
      { op: 's_intersects', args: [property('geometry'), { bbox: [9, -17, 13, -9] }] },
      inSquare,
    ),
  'cql2/1.0/conf/basic-spatial-functions-plus': () =>
    filters(
      'S_INTERSECTS(geometry, POLYGON((9 -17, 13 -17, 13 -9, 9 -9, 9 -17)))',
      { op: 's_intersects', args: [property('geometry'), square] },
      inSquare,
    ),
  'cql2/1.0/conf/spatial-functions': async () => {
    await filters(
      'S_DISJOINT(geometry, POLYGON((9 -17, 13 -17, 13 -9, 9 -9, 9 -17)))',
      { op: 's_disjoint', args: [property('geometry'), square] },
      `not (${inSquare})`,
    );
    await filters(
      'S_WITHIN(geometry, POLYGON((9 -17, 13 -17, 13 -9, 9 -9, 9 -17)))',
      { op: 's_within', args: [property('geometry'), square] },
      inSquare,
    );
    const others = ['S_CONTAINS', 'S_CROSSES', 'S_EQUALS', 'S_OVERLAPS', 'S_TOUCHES'];
    for (const name of others)
      expect([
        name,
        await matched(`filter=${encodeURIComponent(`${name}(geometry, POLYGON((9 -17, 13 -17, 13 -9, 9 -17)))`)}`),
      ]).toEqual([name, 0]);
  },
  async 'cql2/1.0/conf/temporal-functions'() {
    const interval = "INTERVAL('2020-02-01T00:00:00Z','2020-03-01T00:00:00Z')";
    await filters(
      "T_AFTER(eventStart, TIMESTAMP('2020-03-01T00:00:00Z'))",
      { op: 't_after', args: [property('eventStart'), { timestamp: '2020-03-01T00:00:00Z' }] },
      `event_start > timestamptz '2020-03-01Z'`,
    );
    await filters(
      `T_DURING(INTERVAL(eventStart, eventStart), ${interval})`,
      {
        op: 't_during',
        args: [
          { interval: [property('eventStart'), property('eventStart')] },
          { interval: ['2020-02-01T00:00:00Z', '2020-03-01T00:00:00Z'] },
        ],
      },
      `event_start > timestamptz '2020-02-01Z' and event_start < timestamptz '2020-03-01Z'`,
    );
  },
  async 'cql2/1.0/conf/array-functions'() {
    await app().select(`update biodiversity.occurrences set flags = array['a', 'b'] where taxon_id = 2`);
    await filters(
      "A_CONTAINS(flags, ('b'))",
      { op: 'a_contains', args: [property('flags'), ['b']] },
      `flags @> array['b']`,
    );
    await filters("A_EQUALS(flags, ('a'))", { op: 'a_equals', args: [property('flags'), ['a']] }, `flags = array['a']`);
  },
  async 'cql2/1.0/conf/property-property'() {
    await app().select(`update biodiversity.occurrences set dataset_id = 'obis' where taxon_id = 2`);
    await filters(
      'dataset = source',
      { op: '=', args: [property('dataset'), property('source')] },
      'dataset_id = source',
    );
  },
  'cql2/1.0/conf/arithmetic': () =>
    filters(
      'depthMeters * 2 + 1 > 900 - 100 / 2',
      {
        op: '>',
        args: [
          { op: '+', args: [{ op: '*', args: [property('depthMeters'), 2] }, 1] },
          { op: '-', args: [900, { op: '/', args: [100, 2] }] },
        ],
      },
      'depth_meters * 2 + 1 > 850',
    ),
};
