import { restoAnswerWire, stacAnswerWire, tokenWire, userInfoWire } from '@kianda/connectors/cdse/wire';
import { dayMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { cdseIdentity } from './identity.ts';
import { cdseResto } from './resto.ts';
import { cdse } from './routes.ts';
import { cdseStac } from './stac.ts';

const nowMs = Date.UTC(2026, 8, 1, 15);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [cdse, cdseIdentity, cdseResto, cdseStac] });
const iso = (timeMs: number) => new Date(timeMs).toISOString();
const box = '8,-18,14,-4.4';

describe('STAC', () => {
  const week = { bbox: box, datetime: `${iso(nowMs - 7 * dayMs)}/${iso(nowMs)}` };
  const search = async (query: Record<string, string>) =>
    (await app.inject({ url: `/cdse-stac/v1/search?${new URLSearchParams(query)}` })).json();

  test('the same products as OData, by collection, newest first', async () => {
    const all = stacAnswerWire.parse(await search({ ...week, limit: '1000' }));
    const area = `POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))`;
    const filter = `OData.CSC.Intersects(area=geography'SRID=4326;${area}') and ContentDate/Start ge ${iso(nowMs - 7 * dayMs)} and ContentDate/Start le ${iso(nowMs)}`;
    const odata = await app.inject({
      url: `/cdse/odata/v1/Products?$filter=${encodeURIComponent(filter)}&$top=1&$count=True`,
    });
    expect(all.numberMatched).toBe(odata.json()['@odata.count']);
    const one = stacAnswerWire.parse(await search({ ...week, collections: 'sentinel-3-olci-2-wfr-nrt', limit: '2' }));
    expect(one.features).toHaveLength(2);
    expect(one.numberMatched).toBeLessThan(all.numberMatched ?? 0);
  });

  test('pages by its next link to the end, each item once', async () => {
    const ids: string[] = [];
    let matched = 0;
    let url: string | undefined = `/cdse-stac/v1/search?${new URLSearchParams({ ...week, limit: '20' })}`;
    for (let pages = 0; url !== undefined && pages < 50; pages += 1) {
      const answer: { features: { id: string }[]; links: { rel: string; href: string }[]; numberMatched: number } = (
        await app.inject({ url })
      ).json();
      matched = answer.numberMatched;
      ids.push(...answer.features.map(({ id }) => id));
      const next: string | undefined = answer.links.find(({ rel }) => rel === 'next')?.href;
      url = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
    }
    expect(ids).toHaveLength(matched);
    expect(new Set(ids).size).toBe(matched);
  });

  test('400 for a box or a date that is none', async () => {
    expect((await app.inject({ url: '/cdse-stac/v1/search?bbox=1,2,3' })).statusCode).toBe(400);
    expect((await app.inject({ url: '/cdse-stac/v1/search?datetime=ontem' })).statusCode).toBe(400);
  });
});

describe('OpenSearch', () => {
  const url = '/cdse-resto/api/collections/Sentinel3/search.json';
  test('answered until March 2026 and is gone since', async () => {
    clock.set(Date.UTC(2026, 1, 20));
    const answer = restoAnswerWire.parse((await app.inject({ url: `${url}?maxRecords=3&box=${box}` })).json());
    expect(answer.features).toHaveLength(3);
    expect(answer.properties.totalResults).toBeGreaterThan(100);
    const refused = await app.inject({ url: `${url}?sortOrder=up` });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toMatchObject({ ErrorCode: 400, ErrorDetail: [{ loc: ['sortOrder'] }] });
    clock.set(nowMs);
    expect((await app.inject({ url })).statusCode).toBe(404);
  });
});

describe('identity', () => {
  const realm = '/cdse-identity/auth/realms/CDSE/protocol/openid-connect';
  const token = (form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `${realm}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: 'cdse-public', ...form }).toString(),
    });
  const whose = (access: string) =>
    app.inject({ url: `${realm}/userinfo`, headers: { authorization: `Bearer ${access}` } });

  test('a token lasts 600 s, then 401 until it is refreshed', async () => {
    const first = tokenWire.parse((await token({ grant_type: 'password', username: 'ana', password: 'mar' })).json());
    expect(first.expires_in).toBe(600);
    expect(userInfoWire.parse((await whose(first.access_token)).json()).preferred_username).toBe('ana');
    clock.set(nowMs + 600_000);
    expect((await whose(first.access_token)).statusCode).toBe(401);
    const again = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' });
    expect((await whose(tokenWire.parse(again.json()).access_token)).statusCode).toBe(200);
    clock.set(nowMs);
  });

  test('a bad password is 401 invalid_grant', async () => {
    const refused = await token({ grant_type: 'password', username: 'ana', password: 'errada' });
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ error: 'invalid_grant' });
  });
});
