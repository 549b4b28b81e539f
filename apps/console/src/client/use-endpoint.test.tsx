// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import { currentMetrics, listAlerts } from '@kianda/contract/operations/health/health.contract';
import { ClockProvider } from '@kianda/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AccountProvider, ApplicationProvider } from './context.tsx';
import { envelope, problem, testApplication } from './testing.ts';
import { type EndpointOptions, type EndpointResult, untilNextMs, useEndpoint } from './use-endpoint.ts';

type Alerts = { readonly alerts: []; readonly active: number; readonly total: number };
const hour = 3_600_000;
const started = Date.parse('2026-08-31T09:00:00.000Z');
const fallback = { data: { alerts: [], active: 0, total: 99 } } as const satisfies { data: Alerts };

let root: Root | undefined;
let world: {
  now: number;
  status: number;
  isOnline: boolean;
  asked: number;
  result: EndpointResult<DataOf<typeof listAlerts>> | undefined;
};

beforeEach(() => {
  world = { now: started, status: 200, isOnline: true, asked: 0, result: undefined };
});
afterEach(() => {
  root?.unmount();
});

function record(result: EndpointResult<DataOf<typeof listAlerts>>): void {
  world.result = result;
}

function Probe({ options }: { readonly options: EndpointOptions<typeof listAlerts> }) {
  const result = useEndpoint(listAlerts, {}, options);
  useEffect(() => {
    record(result);
  });
  return null;
}

const application = () =>
  testApplication('', {
    clock: () => world.now,
    isOnline: () => world.isOnline,
    fetch: async () => {
      world.asked += 1;
      const json =
        world.status === 200 ? envelope({ alerts: [], active: 0, total: 3 }) : problem('unavailable', 503, 'Já volta.');
      const headers = world.status === 429 ? { 'retry-after': '40' } : {};
      return new Response(JSON.stringify(json), { status: world.status, headers });
    },
  });

function show(app: ReturnType<typeof application>, options: EndpointOptions<typeof listAlerts> = {}): void {
  const account = app.account();
  if (account === null) throw new Error('test application without account');
  root?.unmount();
  root = createRoot(document.createElement('div'));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <ApplicationProvider value={app}>
        <ClockProvider clock={app.clock}>
          <AccountProvider value={account}>
            <Probe options={options} />
          </AccountProvider>
        </ClockProvider>
      </ApplicationProvider>
    </QueryClientProvider>,
  );
}

const settles = (check: () => void) => vi.waitFor(check, 60_000);
const state = () => world.result?.sourced?.provenance.state;

test('a living server: live, with single figures', async () => {
  show(application(), { fallback });
  await settles(() => expect(state()).toBe('live'));
  expect(world.result?.figure('total')).toMatchObject({ value: 3 });
  expect(world.result?.error).toBeNull();
});

test('a server that fails from the start: no figure but an example, with the reason, and it recovers by itself', async () => {
  world.status = 503;
  show(application(), { fallback });
  await settles(() => expect(state()).toBe('fallback'));
  const reason = 'Servidor indisponível: Já volta.';
  expect(world.result?.figure('total')).toEqual({
    value: null,
    missingReason: reason,
    provenance: { state: 'fallback', reason },
    example: 99,
  });
  // Sums and comparisons over the answer itself come to nothing either.
  expect(world.result?.sourced?.value.total).toBeNaN();
  expect(world.result?.example?.total).toBe(99);
  expect(world.result?.error?.message).toBe('Falha ao carregar alertas. Já volta.');
  world.status = 200;
  world.result?.refresh();
  await settles(() => expect(state()).toBe('live'));
});

test('a read that is refused for a while is asked again when the server said, even where nothing refreshes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  world.status = 429;
  show(application(), { refetchSeconds: 0 });
  await settles(() => expect(world.result?.failure?.status).toBe(429));
  expect(world.asked).toBe(1);
  world.status = 200;
  await vi.advanceTimersByTimeAsync(39_000);
  expect(world.asked).toBe(1);
  await settles(() => expect(state()).toBe('live'));
  expect(world.asked).toBe(2);
});

test('without fallback data, an error and nothing else', async () => {
  world.status = 503;
  show(application());
  await settles(() => expect(world.result?.error?.message).toContain('Já volta.'));
  expect(world.result?.sourced).toBeUndefined();
});

test('a copy of less than an hour comes before the fallback, an older one after it', async () => {
  const app = application();
  show(app, { fallback });
  await settles(() => expect(state()).toBe('live'));
  world.status = 503;
  world.now = started + hour - 1_000;
  show(app, { fallback });
  await settles(() => expect(state()).toBe('cached'));
  expect(world.result?.sourced?.value.total).toBe(3);
  world.now = started + hour + 1_000;
  show(app, { fallback });
  await settles(() => expect(state()).toBe('fallback'));
  show(app);
  await settles(() => expect(state()).toBe('cached'));
});

test('a stand-in that is part of the release keeps its figures, labelled', async () => {
  world.status = 503;
  show(application(), { fallback: { ...fallback, known: true } });
  await settles(() => expect(state()).toBe('fallback'));
  expect(world.result?.figure('total')).toMatchObject({ value: 99 });
  expect(world.result?.example).toBeUndefined();
});

test('what was live is a copy from the moment the network is lost, and live again with it', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  // Nothing is asked again by itself: the loss alone must tell.
  show(application(), { fallback, refetchSeconds: 0, staleSeconds: 3_600 });
  await settles(() => expect(state()).toBe('live'));
  world.isOnline = false;
  online.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await settles(() => expect(state()).toBe('cached'));
  expect(world.result?.figure('total')).toMatchObject({ value: 3, provenance: { state: 'cached' } });
  world.isOnline = true;
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await settles(() => expect(state()).toBe('live'));
  online.mockRestore();
});

test('offline, a copy of up to a day serves without complaint', async () => {
  const app = application();
  show(app);
  await settles(() => expect(state()).toBe('live'));
  world.isOnline = false;
  world.now = started + 23 * hour;
  show(app);
  await settles(() => expect(state()).toBe('cached'));
  expect(world.result?.error).toBeNull();
});

test('offline without a copy, the panel is told that the line is the reason', async () => {
  world.isOnline = false;
  show(application());
  await settles(() => expect(world.result?.error?.kind).toBe('offline'));
  expect(world.result?.error?.message).not.toContain('guardados');
});

test('what the account may not see is not asked for', async () => {
  const app = application();
  const account = app.account();
  app.setAccount(account === null ? null : { ...account, role: 'cliente' });
  show(app, { fallback });
  await settles(() => expect(world.result?.failure?.code).toBe('forbidden'));
  expect(world.asked).toBe(0);
  expect(currentMetrics.access).toBe('health:read');
});

test.each([
  [0, 0, 30_000],
  [10_000, 200, 20_000],
  // An answer that came just before: not this time, but the next.
  [25_000, 24_900, 35_000],
  // However often it is asked, the time stays the same.
  [29_000, 200, 1_000],
  [600_010, 600_010, 29_990],
  // A copy of an earlier visit.
  [5, -80_000_000, 29_995],
])(
  '%i ms after the page began, and an answer at %i, the next refresh of every 30 s is in %i ms',
  (now, answered, wait) => {
    expect(untilNextMs(30_000, now, answered)).toBe(wait);
  },
);
