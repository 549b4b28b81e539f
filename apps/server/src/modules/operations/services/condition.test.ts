import type { Incident } from '@kianda/contract/operations/services/announcements.contract';
import { describe, expect, test } from 'vitest';
import { evaluateService, medianOf, overallCondition, type RecentCheck } from './condition.rules.ts';

const nowMs = Date.parse('2026-08-31T12:00:00Z');
const checks = (...states: RecentCheck['state'][]): RecentCheck[] =>
  states.map((state, index) => ({ atMs: nowMs - (states.length - index) * 30_000, state, latencyMs: 100 }));
const incident = (severity: Incident['severity'], resolvedAt: string | null = null): Incident => ({
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Rede em baixo',
  severity,
  services: ['stac'],
  state: 'investigating',
  startedAt: '2026-08-31T11:00:00Z',
  resolvedAt,
  updates: [],
});
const judge = (given: Partial<Parameters<typeof evaluateService>[0]>) =>
  evaluateService({
    nowMs,
    isStopped: false,
    checks: checks('online', 'online'),
    usualMs: 100,
    incidents: [],
    maintenances: [],
    ...given,
  });

describe('a service', () => {
  test('one failure is none in a row: degraded; two are an outage; an old one only degrades', () => {
    expect(judge({}).state).toBe('operational');
    expect(judge({ checks: checks('online', 'offline') })).toEqual({
      state: 'degraded',
      reason: 'Falhou 1 das últimas 2 verificações',
    });
    expect(judge({ checks: checks('online', 'offline', 'offline') }).state).toBe('down');
    expect(judge({ checks: checks('offline', 'offline', 'online') }).state).toBe('degraded');
    expect(judge({ checks: checks('online', 'warning') }).state).toBe('degraded');
  });

  test('slower than usual is degraded, but not what nobody notices nor what is always slow', () => {
    const slow = (latencyMs: number) => checks('online', 'online', 'online').map((one) => ({ ...one, latencyMs }));
    expect(judge({ checks: slow(501) }).state).toBe('degraded');
    expect(judge({ checks: slow(499) }).state).toBe('operational');
    expect(judge({ checks: slow(1_400), usualMs: 500 }).state).toBe('operational');
    expect(judge({ checks: slow(1_501), usualMs: 500 }).state).toBe('degraded');
    expect(judge({ checks: slow(1_501), usualMs: null }).state).toBe('operational');
  });

  test('without checks, or with old ones, nobody knows', () => {
    expect(judge({ checks: [] }).state).toBe('unknown');
    expect(judge({ nowMs: nowMs + 600_000 }).state).toBe('unknown');
  });

  test('maintenance hides failures from its first instant up to its last, which is out', () => {
    const planned = {
      id: '00000000-0000-4000-8000-000000000002',
      title: 'Troca de discos',
      text: '',
      services: ['stac'],
      from: '2026-08-31T12:00:00Z',
      to: '2026-08-31T13:00:00Z',
      writtenAt: '2026-08-30T12:00:00Z',
      by: '',
    };
    const down = checks('offline', 'offline');
    expect(judge({ checks: down, maintenances: [planned] }).state).toBe('maintenance');
    expect(judge({ isStopped: true, maintenances: [planned] }).state).toBe('maintenance');
    expect(judge({ checks: down, maintenances: [planned], nowMs: nowMs - 1 }).state).toBe('down');
    expect(judge({ checks: down, maintenances: [{ ...planned, to: planned.from, from: '' }] }).state).toBe('down');
  });

  test('an open incident shows where checks see nothing, and never makes an outage look better', () => {
    expect(judge({ incidents: [incident('minor')] })).toEqual({
      state: 'degraded',
      reason: 'Incidente: Rede em baixo',
    });
    expect(judge({ incidents: [incident('critical')] }).state).toBe('down');
    expect(judge({ checks: checks('offline', 'offline'), incidents: [incident('minor')] }).state).toBe('down');
    expect(judge({ incidents: [incident('critical', '2026-08-31T11:30:00Z')] }).state).toBe('operational');
    expect(judge({ isStopped: true })).toEqual({ state: 'down', reason: 'Parado por um operador' });
  });
});

test('the whole: down with what everything needs, degraded with anything else', () => {
  const whole = (...states: [string, Parameters<typeof overallCondition>[0][number]['state']][]) =>
    overallCondition(states.map(([id, state]) => ({ id, state })));
  expect(whole(['stac', 'operational'], ['storage', 'operational'])).toBe('operational');
  expect(whole(['stac', 'down'], ['storage', 'operational'])).toBe('degraded');
  expect(whole(['identity', 'down'], ['storage', 'operational'])).toBe('down');
  expect(whole(['stac', 'down'], ['storage', 'down'])).toBe('down');
  expect(whole(['stac', 'maintenance'], ['storage', 'operational'])).toBe('operational');
  expect(whole(['stac', 'maintenance'])).toBe('maintenance');
  expect(whole(['stac', 'unknown'])).toBe('unknown');
});

test('median', () => {
  expect([medianOf([]), medianOf([3]), medianOf([1, 3]), medianOf([9, 1, 2])]).toEqual([null, 3, 2, 2]);
});
