import { errorWire, eventsWire, eventWire, insightsWire, vesselsWire, vesselWire } from '@kianda/connectors/gfw/wire';
import { dayMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { gfw } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 6);
const app = createSimulator({ seed: 8478, clock: manualClock(nowMs), providers: [gfw] });
const headers = { authorization: 'Bearer test' };
const identity = 'public-global-vessel-identity:latest';
const get = (path: string, query: Record<string, string>) =>
  app.inject({ url: `/gfw/v3${path}?${new URLSearchParams(query)}`, headers });
const search = async (query: Record<string, string>) => {
  const reply = await get('/vessels/search', { 'datasets[0]': identity, ...query });
  expect(reply.statusCode).toBe(200);
  return vesselsWire.parse(reply.json());
};
const kinds = ['fishing', 'encounters', 'loitering', 'gaps', 'port-visits'];
const events = (body: object = {}, query: Record<string, string> = { limit: '100000' }) =>
  app.inject({
    method: 'POST',
    url: `/gfw/v3/events?${new URLSearchParams(query)}`,
    headers,
    payload: {
      datasets: kinds.map((kind) => `public-global-${kind}-events:latest`),
      startDate: '2026-08-01',
      endDate: '2026-08-28',
      region: { dataset: 'public-eez-areas', id: 8478 },
      ...body,
    },
  });

describe('vessels', () => {
  test('search pages by token to the end, each vessel once; ids of any page open', async () => {
    const ids: string[] = [];
    let since: string | null | undefined;
    let total = 0;
    do {
      const page = await search({ where: "flag='AGO'", limit: '50', ...(since == null ? {} : { since }) });
      total = page.total ?? 0;
      ids.push(...page.entries.map((entry) => vesselWire.parse(entry).selfReportedInfo?.[0]?.id ?? ''));
      since = page.since;
    } while (since !== null);
    expect(ids.length).toBe(total);
    expect(new Set(ids).size).toBe(total);
    const [id = ''] = ids;
    const one = await get(`/vessels/${id}`, { dataset: identity });
    expect(vesselWire.parse(one.json()).selfReportedInfo?.[0]?.id).toBe(id);
    const listed = await get('/vessels', { 'datasets[0]': identity, 'ids[0]': id, 'ids[1]': 'nada' });
    expect(vesselsWire.parse(listed.json()).metadata).toMatchObject({ idsNotFound: ['nada'] });
  });

  test('conditions: greater and less, or, parentheses, and the register beside what is transmitted', async () => {
    const total = async (where: string) => (await search({ where, limit: '1' })).total ?? Number.NaN;
    const [angolan, namibian] = [await total("flag='AGO'"), await total("flag='NAM'")];
    expect(await total(`flag='AGO' OR flag="NAM"`)).toBe(angolan + namibian);
    const tuna = "(flag='AGO' or flag='NAM') AND registryInfo.imo > '0'";
    expect(await total(tuna)).toBeLessThan(angolan + namibian);
    expect(await total("flag='AGO' OR flag='NAM' AND ssvid < '0'")).toBe(angolan);
    expect(await total("(flag='AGO' OR flag='NAM') AND ssvid < '0'")).toBe(0);
    expect(await total("transmissionDateFrom >= '2000-01-01' AND selfReportedInfo.flag='AGO'")).toBe(angolan);
  });

  test('the header tells what versions the data sets stand for', async () => {
    const reply = await get('/vessels/search', { 'datasets[0]': identity, query: 'abc' });
    expect(reply.headers['x-datasets']).toBe('public-global-vessel-identity:v4.0');
    const found = await events({ datasets: ['public-global-fishing-events:latest'] });
    expect(found.headers['x-datasets']).toBe('public-global-fishing-events:v4.0');
  });

  test.each([
    ['a parenthesis left open', { where: "(flag='AGO'" }],
    ['one too many', { where: "flag='AGO')" }],
    ['an OR with nothing after it', { where: "flag='AGO' OR" }],
    ['mmsi is not a field', { where: "mmsi='603000001'" }],
    ['a text without quotes', { where: 'flag=AGO' }],
    ['two characters', { query: 'ab' }],
    ['both ways', { query: 'abc', where: "flag='AGO'" }],
    ['more than fifty', { query: 'abc', limit: '51' }],
  ])('%s: 422', async (_name, query) => {
    const reply = await get('/vessels/search', { 'datasets[0]': identity, ...(query as Record<string, string>) });
    expect([reply.statusCode, errorWire.parse(reply.json()).error]).toEqual([422, 'Unprocessable Entity']);
  });

  test('one vessel needs «dataset» in the singular, and an unknown one is 404', async () => {
    expect((await get('/vessels/x', { 'datasets[0]': identity })).statusCode).toBe(422);
    expect((await get('/vessels/x', { dataset: identity })).statusCode).toBe(404);
  });
});

describe('events', () => {
  test('of every kind, within the period and published, encounters twice', async () => {
    const list = eventsWire.parse((await events()).json()).entries.map((entry) => eventWire.parse(entry));
    const found = new Set(list.map(({ type }) => type));
    expect(found.has('fishing') && found.has('port_visit') && found.has('gap')).toBe(true);
    for (const { start, end } of list) {
      expect(Date.parse(end ?? '')).toBeGreaterThanOrEqual(Date.UTC(2026, 7, 1));
      expect(Date.parse(end ?? '')).toBeLessThanOrEqual(nowMs - 4 * dayMs);
      expect(Date.parse(start)).toBeLessThan(Date.UTC(2026, 7, 28));
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    const far = {
      startDate: '2025-09-01',
      endDate: '2026-08-28',
      datasets: ['public-global-encounters-events:latest'],
    };
    const halves = eventsWire.parse((await events(far)).json()).entries.map((entry) => eventWire.parse(entry).id);
    expect(halves.length).toBeGreaterThan(0);
    expect(halves.filter((id) => id.endsWith('.1')).length * 2).toBe(halves.length);
  });

  test('pages join without a gap; another zone is empty', async () => {
    const all = eventsWire.parse((await events()).json());
    const first = eventsWire.parse((await events({}, { limit: '10', offset: '0' })).json());
    const second = eventsWire.parse((await events({}, { limit: '10', offset: String(first.nextOffset) })).json());
    expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 20));
    expect(all.nextOffset).toBeNull();
    const namibia = await events({ region: { dataset: 'public-eez-areas', id: 8395 } });
    expect(eventsWire.parse(namibia.json()).entries).toEqual([]);
  });

  test('an old data set, or no limit, is 422', async () => {
    expect((await events({ datasets: ['public-global-fishing-events:v2.0'] })).statusCode).toBe(422);
    expect((await events({}, {})).statusCode).toBe(422);
  });
});

test('insights count the events of the vessel', async () => {
  const [event] = eventsWire.parse(
    (await events({ datasets: ['public-global-fishing-events:latest'] })).json(),
  ).entries;
  const reply = await app.inject({
    method: 'POST',
    url: '/gfw/v3/insights/vessels',
    headers,
    payload: {
      includes: ['FISHING', 'COVERAGE'],
      startDate: '2026-08-01',
      endDate: '2026-08-28',
      vessels: [{ datasetId: identity, vesselId: eventWire.parse(event).vessel.id }],
    },
  });
  const told = insightsWire.parse(reply.json());
  expect(Number(told.apparentFishing?.periodSelectedCounters?.events)).toBeGreaterThan(0);
  expect(told.gap).toBeUndefined();
  expect(told.coverage?.blocks).toBeTypeOf('string');
});
