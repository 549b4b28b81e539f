import { afterEach, describe, expect, test } from 'vitest';
import {
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { countByOData, countByOpenSearch, countByStac, createCdseSession } from './access.ts';

let nowMs = Date.UTC(2026, 8, 1, 6);
let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  nowMs = Date.UTC(2026, 8, 1, 6);
});

async function serve(answer: Parameters<typeof serveFixtures>[0]) {
  server = await serveFixtures(answer, { nowMs: () => nowMs });
  return { http: server.context.http, base: server.settings.baseUrl, requests: server.requests };
}

const span = { fromMs: Date.UTC(2026, 7, 25), toMs: Date.UTC(2026, 8, 1) };
const collection = { type: 'FeatureCollection', features: [{}, {}] };

describe('counting', () => {
  test('OData counts the whole, of our three types over the box', async () => {
    const { http, base, requests } = await serve(() => ({ body: { '@odata.count': 47, value: [] } }));
    expect(await countByOData(http, base, span, {})).toBe(47);
    const asked = requests[0]?.url.searchParams;
    expect(asked?.get('$top')).toBe('5');
    expect(asked?.get('$filter')).toContain('ContentDate/Start ge 2026-08-25T00:00:00.000Z');
    expect(asked?.get('$filter')).toContain("Value eq 'OL_2_WFR___'");
  });

  test('STAC need not count: then its page is counted', async () => {
    const { http, base } = await serve(() => ({ body: collection }));
    expect(await countByStac(http, base, span, {})).toBe(2);
  });

  test('an OpenSearch that is gone is a 404 of the source, not retried', async () => {
    const { http, base, requests } = await serve(() => ({ status: 404, body: { detail: 'Not Found' } }));
    await expect(countByOpenSearch(http, base, span, {})).rejects.toMatchObject({ status: 404, permanent: true });
    expect(requests).toHaveLength(1);
  });
});

describe('session', () => {
  const account = { username: 'ana', password: 'mar' };
  /** A realm whose tokens expire on request. */
  function realm() {
    const good = new Set<string>();
    let made = 0;
    let refreshes = true;
    return {
      revoke: () => good.clear(),
      endRefresh: () => {
        refreshes = false;
      },
      answer({ url, body, headers }: FixtureRequest): FixtureAnswer {
        if (url.pathname.endsWith('/userinfo')) {
          const known = good.has((headers.authorization ?? '').replace('Bearer ', ''));
          return known ? { body: { preferred_username: 'ana' } } : { status: 401, body: { error: 'invalid_token' } };
        }
        const form = new URLSearchParams(body);
        if (form.get('password') === 'errada') return { status: 401, body: { error: 'invalid_grant' } };
        if (form.get('grant_type') === 'refresh_token' && !refreshes)
          return { status: 400, body: { error: 'invalid_grant' } };
        made += 1;
        good.add(`a${made}`);
        return {
          body: { access_token: `a${made}`, expires_in: 600, refresh_token: `r${made}`, refresh_expires_in: 3600 },
        };
      },
    };
  }
  const grants = (requests: FixtureServer['requests']) =>
    requests.filter(({ method }) => method === 'POST').map(({ body }) => new URLSearchParams(body).get('grant_type'));

  test('a token of 600 s serves until it ends, then its refresh token brings the next', async () => {
    const { http, base, requests } = await serve(realm().answer);
    const session = createCdseSession(base, account, () => nowMs);
    expect(session.expiresAtMs()).toBeNull();
    expect(await session.check(http, {})).toBe('ana');
    expect(session.expiresAtMs()).toBe(nowMs + 600_000);
    nowMs += 599_000;
    await session.check(http, {});
    expect(grants(requests)).toEqual(['password']);
    nowMs += 1_000;
    await session.check(http, {});
    expect(grants(requests)).toEqual(['password', 'refresh_token']);
  });

  test('a 401 before its time is refreshed once and asked again', async () => {
    const provider = realm();
    const { http, base, requests } = await serve(provider.answer);
    const session = createCdseSession(base, account, () => nowMs);
    await session.check(http, {});
    provider.revoke();
    expect(await session.check(http, {})).toBe('ana');
    expect(grants(requests)).toEqual(['password', 'refresh_token']);
  });

  test('a refresh token that is over gives way to the password', async () => {
    const provider = realm();
    const { http, base, requests } = await serve(provider.answer);
    const session = createCdseSession(base, account, () => nowMs);
    await session.check(http, {});
    provider.endRefresh();
    nowMs += 700_000;
    expect(await session.check(http, {})).toBe('ana');
    expect(grants(requests)).toEqual(['password', 'refresh_token', 'password']);
  });

  test('a bad password is a permanent fault, and no token is in hand', async () => {
    const { http, base } = await serve(realm().answer);
    const session = createCdseSession(base, { username: 'ana', password: 'errada' }, () => nowMs);
    await expect(session.check(http, {})).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(session.expiresAtMs()).toBeNull();
  });
});
