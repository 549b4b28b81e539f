import { answerWire, deletedWire, PRODUCT_TYPES, productWire, validationWire } from '@kianda/connectors/cdse/wire';
import { dayMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { cdse } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 15);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [cdse] });
const box = "OData.CSC.Intersects(area=geography'SRID=4326;POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))')";
const collection = "Collection/Name eq 'SENTINEL-3'";
const ofType = (type: string) =>
  `Attributes/OData.CSC.StringAttribute/any(att:att/Name eq 'productType' and att/OData.CSC.StringAttribute/Value eq '${type}')`;
const since = (days: number) => `ContentDate/Start ge ${new Date(nowMs - days * dayMs).toISOString()}`;

async function get(query: Record<string, string>, set = 'Products') {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return app.inject({ url: `/cdse/odata/v1/${set}?${text}` });
}

async function products(filter: string, more: Record<string, string> = {}) {
  const answer = answerWire.parse(
    (await get({ $filter: filter, $top: '1000', $expand: 'Attributes', ...more })).json(),
  );
  return answer.value.map((row) => productWire.parse(row));
}

describe('products', () => {
  test('over the box: a handful a day of three types by two satellites, published after they were sensed', async () => {
    const found = await products(`${collection} and ${box} and ${since(10)}`);
    expect(found.length / 10).toBeGreaterThan(5);
    expect(found.length / 10).toBeLessThan(80);
    expect(new Set(found.map(({ Attributes }) => Attributes[0]?.Value))).toEqual(new Set(PRODUCT_TYPES));
    expect(new Set(found.map(({ Name }) => Name.slice(0, 3)))).toEqual(new Set(['S3A', 'S3B']));
    for (const { PublicationDate, ContentDate } of found) {
      expect(Date.parse(PublicationDate)).toBeGreaterThan(Date.parse(ContentDate.End));
      expect(Date.parse(PublicationDate)).toBeLessThanOrEqual(nowMs);
    }
    expect(await products(`${collection} and ${box} and ${since(10)}`)).toEqual(found);
  });

  test('colour by day alone: about ten in the morning of local time', async () => {
    const found = await products(`${box} and ${since(20)} and ${ofType('OL_2_WFR___')}`);
    expect(found.length).toBeGreaterThan(10);
    for (const { ContentDate } of found) {
      const hours = (Date.parse(ContentDate.Start) % dayMs) / 3_600_000;
      expect(hours > 7.5 && hours < 11).toBe(true);
    }
  });

  test('a filter combines: types, cloud, dates, not, or', async () => {
    const all = await products(`${box} and ${since(10)}`);
    const [colour, temperature] = ['OL_2_WFR___', 'SL_2_WST___'].map(ofType);
    const both = await products(`${box} and ${since(10)} and (${colour} or ${temperature})`);
    const neither = await products(`${box} and ${since(10)} and not (${colour} or ${temperature})`);
    expect(both.length + neither.length).toBe(all.length);
    const clear = await products(
      `${box} and ${since(10)} and Attributes/OData.CSC.DoubleAttribute/any(att:att/Name eq 'cloudCover' and att/OData.CSC.DoubleAttribute/Value le 40.00)`,
    );
    expect(clear.length).toBeGreaterThan(0);
    expect(clear.length).toBeLessThan(both.length);
  });

  test('time goes on', async () => {
    const before = await products(`${box} and ${since(2)}`);
    clock.set(nowMs + dayMs);
    const after = await products(`${box} and ${since(2)}`);
    clock.set(nowMs);
    expect(after.length).toBeGreaterThan(before.length);
  });

  test('withdrawn ones are listed apart, and nowhere else', async () => {
    const answer = await get(
      { $filter: `${collection} and DeletionDate ge 2026-06-01T00:00:00.000Z`, $top: '1000' },
      'DeletedProducts',
    );
    const withdrawn = answerWire.parse(answer.json()).value.map((row) => deletedWire.parse(row));
    expect(withdrawn.length).toBeGreaterThan(0);
    const names = withdrawn.slice(0, 3).map(({ Name }) => `Name eq '${Name}'`);
    expect(await products(names.join(' or '))).toEqual([]);
  });
});

describe('paging', () => {
  test('by links; their pages are the whole; the count counts all', async () => {
    const whole = await products(`${box} and ${since(10)}`, { $orderby: 'PublicationDate asc' });
    const ids: string[] = [];
    let query = `$filter=${encodeURIComponent(`${box} and ${since(10)}`)}&$orderby=PublicationDate%20asc&$top=50&$count=True&$expand=Attributes`;
    for (let pages = 0; pages < 40 && query !== ''; pages += 1) {
      const answer = answerWire.parse((await app.inject({ url: `/cdse/odata/v1/Products?${query}` })).json());
      expect(answer['@odata.count']).toBe(whole.length);
      ids.push(...answer.value.map((row) => productWire.parse(row).Id));
      query = answer['@odata.nextLink']?.split('?')[1] ?? '';
    }
    expect(ids).toEqual(whole.map(({ Id }) => Id));
  });

  test('the link is gone past 10,000 rows, although there are more', async () => {
    const at = async (skip: string) =>
      answerWire.parse((await get({ $filter: collection, $skip: skip, $top: '100', $count: 'True' })).json());
    const inside = await at('9000');
    expect(inside['@odata.count']).toBeGreaterThan(10_100);
    expect(inside['@odata.nextLink']).toBeDefined();
    const edge = await at('10000');
    expect(edge.value).toHaveLength(100);
    expect(edge['@odata.nextLink']).toBeUndefined();
  });

  test('422 beyond the limits, 400 for a filter that is none', async () => {
    const far = await get({ $skip: '10001' });
    expect(far.statusCode).toBe(422);
    expect(validationWire.parse(far.json()).detail[0]).toMatchObject({
      loc: ['query', '$skip'],
      msg: 'Input should be less than or equal to 10000',
    });
    expect((await get({ $top: '1001' })).statusCode).toBe(422);
    expect((await get({ $filter: 'Name like x' })).statusCode).toBe(400);
    expect((await get({ $filter: 'Colour eq 1' })).statusCode).toBe(400);
  });
});
