import { createHash } from 'node:crypto';
import { EVENT_COLUMNS, STUDY_COLUMNS } from '@kianda/connectors/movebank/wire';
import { isAtSea } from '@kianda/geo';
import { expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { fixesOf, studies } from './herds.ts';
import { movebank } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [movebank] });
const account = { authorization: `Basic ${btoa('conta:palavra')}` };

const get = (query: Record<string, string>, headers: Record<string, string> = account) =>
  app.inject({ url: `/movebank/movebank/service/direct-read?${new URLSearchParams(query)}`, headers });
const events = (studyId: number, query: Record<string, string> = {}, headers: Record<string, string> = account) =>
  get({ entity_type: 'event', study_id: String(studyId), attributes: EVENT_COLUMNS.join(','), ...query }, headers);
const rowsOf = (body: string): string[] => body.trimEnd().split('\n').slice(1);

const [gated, open, , closed] = studies.map(({ id }) => id);
if (gated === undefined || open === undefined || closed === undefined) throw new Error('studies are missing');

test('columns asked for, in the order asked for, quoted where they must be', async () => {
  const answer = await get({
    entity_type: 'study',
    i_have_download_access: 'true',
    attributes: STUDY_COLUMNS.join(','),
  });
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.body.split('\n')[0]).toBe(STUDY_COLUMNS.join(','));
  expect(answer.body).toContain('""Tracking leatherback turtles');
  expect(rowsOf(answer.body)).toHaveLength(studies.length);
});

test('a wrong password is 401, a token does for one, and the public sees nothing', async () => {
  expect((await get({ entity_type: 'study' }, { authorization: `Basic ${btoa('conta:invalid')}` })).statusCode).toBe(
    401,
  );
  const token = (await get({ service: 'request-token' })).json()['api-token'];
  expect(rowsOf((await get({ entity_type: 'study', 'api-token': token }, {})).body)).toHaveLength(studies.length);
  expect((await get({ entity_type: 'study', 'api-token': 'outro' }, {})).statusCode).toBe(401);
  expect(rowsOf((await get({ entity_type: 'study' }, {})).body)).toEqual([]);
});

test('the licence gate opens to the MD5 of its own words, in its own session', async () => {
  const terms = await events(gated);
  expect(terms.headers).toMatchObject({
    'accept-license': 'true',
    'content-type': expect.stringContaining('text/html'),
  });
  const md5 = createHash('md5').update(terms.body).digest('hex');
  const cookie = String(terms.headers['set-cookie']).split(';')[0] ?? '';
  expect((await events(gated, { 'license-md5': md5 })).headers['accept-license']).toBe('true');
  expect((await events(gated, { 'license-md5': 'x' }, { ...account, cookie })).headers['accept-license']).toBe('true');
  const data = await events(gated, { 'license-md5': md5 }, { ...account, cookie });
  expect(data.headers['content-type']).toContain('text/csv');
  // Once accepted, the session is not asked again.
  expect((await events(gated, {}, { ...account, cookie })).headers['accept-license']).toBeUndefined();
});

test('a study one may not download answers a page with status 200', async () => {
  const answer = await events(closed);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(/^<p>No data available\.<\/p>/)]);
});

test('fixes by time, by arrival and by sensor; new ones come with the clock', async () => {
  const from = { timestamp_start: '20260101000000000', timestamp_end: '20260115000000000' };
  const january = rowsOf((await events(open, from)).body);
  expect(january.length).toBeGreaterThan(20);
  expect(january.every((row) => row.includes(',2026-01-'))).toBe(true);
  expect(rowsOf((await events(open, { ...from, sensor_type_id: '82798' })).body)).toEqual([]);
  const whales = studies[2]?.id ?? 0;
  const since = { update_ts_start: '20260901000000000' };
  expect(rowsOf((await events(whales, since)).body)).toEqual([]);
  clock.advance(86_400_000);
  expect(rowsOf((await events(whales, since)).body).length).toBeGreaterThan(0);
  clock.set(nowMs);
});

test('animals of the sea stay in it, and move as animals do', () => {
  for (const study of studies.slice(0, 3)) {
    const period = { fromMs: Date.UTC(2025, 8, 1), toMs: nowMs, nowMs };
    const fixes = fixesOf(study, 8478, period);
    const seen = fixes.filter(({ visible }) => visible);
    expect(fixes.length).toBeGreaterThan(100);
    expect(seen.length).toBeGreaterThan(fixes.length * 0.97);
    expect(seen.length).toBeLessThan(fixes.length);
    const onLand = seen.filter(({ position }) => position[1] > -17 && position[1] < -6 && !isAtSea(position));
    expect(onLand).toEqual([]);
    expect(fixesOf(study, 8478, period)).toEqual(fixes);
    expect(fixesOf(study, 1, period)).not.toEqual(fixes);
  }
});
