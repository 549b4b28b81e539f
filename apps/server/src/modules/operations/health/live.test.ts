import type { DataOf } from '@kianda/contract';
import {
  type LiveMetricId,
  type LiveNotice,
  liveEventSchema,
  liveMetrics,
} from '@kianda/contract/operations/health/live.contract';
import { seededRandom } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRequestMetrics, type RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { HealthState } from '../../../platform/module.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealth, type HealthModule } from './index.ts';
import { cardsOf, evaluateReading, type Reading } from './live-cards.rules.ts';
import { monitoredMachine } from './testing/machine.ts';

const known: Record<LiveMetricId, number | null> = {
  cpu: 45.2,
  memory: 67.8,
  network: 234.5,
  requests: 1247,
  database: 24,
  errors: 0.02,
  uptime: 99.97,
  users: 1247,
};
const reading = (second: number, change: Partial<typeof known> = {}): Reading => ({
  at: new Date(Date.parse('2026-08-31T09:00:00Z') + second * 1000).toISOString(),
  values: { ...known, ...change },
});
const of = (id: LiveMetricId, now: Reading, before?: Reading) =>
  evaluateReading(now, before).find((card) => card.id === id);

describe('rules of the cards', () => {
  test('the trend turns beyond a tenth, up and down', () => {
    expect(of('cpu', reading(3, { cpu: 45.31 }), reading(0, { cpu: 45.2 }))?.trend).toBe('up');
    expect(of('cpu', reading(3, { cpu: 45.3 }), reading(0, { cpu: 45.25 }))?.trend).toBe('stable');
    expect(of('cpu', reading(3, { cpu: 45 }), reading(0, { cpu: 45.2 }))?.trend).toBe('down');
    expect(of('cpu', reading(3))).toMatchObject({ change: null, trend: 'stable' });
  });
  test('more than 90 warns for percentages that measure load or faults, and for nothing else', () => {
    const high = reading(3, { cpu: 90.1, memory: 90, errors: 91, database: 200, requests: 2_000 });
    const warned = evaluateReading(high, undefined).filter((card) => card.status !== 'healthy');
    expect(warned.map(({ id, status }) => [id, status])).toEqual([
      ['cpu', 'warning'],
      ['errors', 'warning'],
    ]);
    expect(evaluateReading(reading(0), undefined).every(({ status }) => status === 'healthy')).toBe(true);
  });
  test('zero is a value; what is not known says why', () => {
    const cards = evaluateReading(reading(3, { errors: 0, users: null }), reading(0, { errors: 0 }));
    expect(cards.find(({ id }) => id === 'errors')).toMatchObject({ value: 0, change: 0, reason: null });
    expect(cards.find(({ id }) => id === 'users')).toMatchObject({ value: null, change: null, trend: 'stable' });
    expect(cards.find(({ id }) => id === 'users')?.reason).toBe('A base de dados não respondeu.');
  });
  test('a history holds the last seven readings, the present one last', () => {
    const cards = cardsOf(Array.from({ length: 8 }, (_, index) => reading(index * 3, { cpu: index })));
    expect(cards.map(({ id }) => id).join(' ')).toBe('cpu memory network requests database errors uptime users');
    expect(cards[0]?.history.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(cards[0]).toMatchObject({ name: 'CPU Usage', unit: '%', value: 7, change: 1, trend: 'up' });
  });
});

describe('readings of the platform', () => {
  let base: ModulePlatform;
  let requests: RequestMetrics;
  let module: HealthModule;
  let radar: HealthState = 'online';
  const sent: unknown[] = [];
  const notice = (id: string, timestamp: string): LiveNotice => ({
    id,
    type: 'info',
    title: id,
    message: '',
    timestamp,
  });
  beforeAll(async () => {
    base = await createModulePlatform([{ name: 'health', migrations: healthMigrations }]);
    requests = createRequestMetrics({ nowMs: () => base.platform.clock.nowMs(), random: seededRandom(1) });
    base.platform.events.subscribe(({ type, payload }) => {
      if (type === 'metrics.live') sent.push(payload);
    });
    module = createHealth({
      platform: base.platform,
      requests,
      checks: () => [
        { id: 'radar', label: 'Radar', check: async () => ({ state: radar, detail: 'roda', latencyMs: 1 }) },
      ],
      ...monitoredMachine(base.platform),
      version: '2.0.0',
      instance: 'a',
      connections: () => 1,
      operatingStatusOf: () => ({ url: '', isOutside: false, stopped: null }),
      activeUsers: async () => 3,
      notices: [
        async () => Array.from({ length: 6 }, (_, index) => notice(`n${index}`, `2020-01-0${index + 1}T00:00:00.000Z`)),
        async () => {
          throw new Error('away');
        },
      ],
    });
  });
  afterAll(async () => {
    await module.stop?.();
    await base.close();
  });
  const ask = async () => (await askModule(module, liveMetrics)).data as DataOf<typeof liveMetrics>;
  const card = (answer: Awaited<ReturnType<typeof ask>>, id: LiveMetricId) =>
    answer.metrics.find((metric) => metric.id === id);

  test('nobody is told until a page asks; then each reading goes out', async () => {
    await module.live.tick();
    expect(sent).toEqual([]);
    await ask();
    base.advance(3_000);
    for (const status of [200, 503, 200, 200, 304, 500]) requests.record('health', 12, status);
    await module.live.tick();
    const event = liveEventSchema.parse(sent.at(-1));
    expect(event.instance).toBe('a');
    const value = (id: LiveMetricId) => event.metrics.find((metric) => metric.id === id)?.value;
    expect([value('requests'), value('users')]).toEqual([2, 3]);
    expect(value('errors')).toBeCloseTo(100 / 3);
    expect(value('database')).toBeGreaterThan(0);
    base.advance(61_000);
    const before = sent.length;
    await module.live.tick();
    expect(sent).toHaveLength(before);
  });

  test('availability is unknown before the first check, and measured after it', async () => {
    const before = await ask();
    expect(card(before, 'uptime')).toMatchObject({ value: null, reason: 'Ainda sem verificações registadas.' });
    expect(before.availabilitySince).toBeNull();
    const checkedAt = base.platform.clock.nowMs();
    await module.service.checkComponents();
    base.advance(20_000);
    const after = await ask();
    expect(card(after, 'uptime')).toMatchObject({ value: 100, status: 'healthy', reason: null });
    expect(Date.parse(after.availabilitySince ?? '')).toBe(checkedAt);
  });

  test('at most five notices, newest first; a source that fails leaves the others', async () => {
    base.advance(20_000);
    expect((await ask()).notifications.map(({ id }) => id)).toEqual(['n5', 'n4', 'n3', 'n2', 'n1']);
    radar = 'offline';
    await module.service.checkComponents();
    base.advance(20_000);
    expect((await ask()).notifications[0]).toMatchObject({ type: 'error', title: 'Radar indisponível' });
    radar = 'online';
    await module.service.checkComponents();
    base.advance(20_000);
    const [first, second] = (await ask()).notifications;
    expect(first).toMatchObject({ type: 'success', title: 'Alerta resolvido', message: 'Radar indisponível' });
    expect(second?.id).toBe('n5');
  });
});
