import { expect, test } from 'vitest';
import { type EvaluatedComponent, evaluateSystem, type OpenAlert, overallOf } from './system-condition.rules.ts';

const now = '2026-08-31T09:00:00.000Z';
const nowMs = Date.parse(now);
const quiet = { cpuPercent: 20, memoryPercent: 40, diskPercent: 50, latencyP95Ms: 30, errorRate: 0 };

const component = (id: string, more: Partial<EvaluatedComponent> = {}): EvaluatedComponent => ({
  ...{ id, label: id.toUpperCase(), state: 'online', detail: '', isStopped: false, checkedAt: now, late: [] },
  ...more,
});
const alert = (more: Partial<OpenAlert> = {}): OpenAlert => ({
  ...{ rule: 'cpu_high', subject: 'cpu', type: 'critical', title: 'Utilização elevada do processador' },
  ...more,
});
const judge = (given: {
  components?: readonly EvaluatedComponent[];
  alerts?: readonly OpenAlert[] | null;
  measures?: typeof quiet;
}) =>
  evaluateSystem({
    ...{ nowMs, checkRule: 'component_unhealthy' },
    components: given.components ?? [component('a'), component('b')],
    alerts: given.alerts === undefined ? [] : given.alerts,
    measures: given.measures ?? quiet,
  });

test('all well is said once, with every service in one count', () => {
  const condition = judge({});
  expect(condition.level).toBe('healthy');
  expect(condition.sentence).toBe('Todos os componentes respondem, dentro dos limites e sem alertas abertos.');
  expect(condition.services).toEqual({ total: 2, online: 2, warning: 0, offline: 0, unknown: 0 });
});

test('an open critical alert and a crossed limit are never under a green word', () => {
  const condition = judge({ alerts: [alert()], measures: { ...quiet, cpuPercent: 100 } });
  expect(condition.level).toBe('error');
  expect(condition.sentence.replaceAll('\u00a0', ' ')).toBe(
    'Alerta crítico: Utilização elevada do processador; processador a 100 %, limite 95 %.',
  );
  expect(overallOf(condition)).toBe('degraded');
});

test('the worst comes first, the rest is counted', () => {
  const condition = judge({
    components: [
      component('stac', { state: 'warning', detail: 'lento' }),
      component('monitor', { state: 'offline', detail: 'Ligação recusada' }),
      component('ingestão', { late: [{ id: 'obis', name: 'OBIS', detail: 'dados fora do prazo' }] }),
    ],
    measures: { ...quiet, diskPercent: 92 },
  });
  expect(condition.level).toBe('error');
  expect(condition.sentence).toMatch(
    /^MONITOR não responde \(Ligação recusada\); STAC com avisos \(lento\); disco a 92/,
  );
  expect(condition.sentence).toMatch(/e mais 1.aviso\.$/);
  expect(condition.services).toEqual({ total: 3, online: 1, warning: 1, offline: 1, unknown: 0 });
});

test('a check that stopped is stale, and its service unknown rather than online', () => {
  const condition = judge({ components: [component('a'), component('b', { checkedAt: '2026-08-31T08:57:00.000Z' })] });
  expect(condition.level).toBe('warning');
  expect(condition.sentence).toMatch(/^B sem verificação há 3.minutos\.$/);
  expect(condition.services).toMatchObject({ online: 1, unknown: 1 });
});

test('what one thing is said once: by its check or by its alert', () => {
  const down = component('a', { state: 'offline' });
  const raised = alert({ rule: 'component_unhealthy', subject: 'a', title: 'A indisponível' });
  expect(judge({ components: [down], alerts: [raised] }).findings).toHaveLength(1);
  const late = component('a', { late: [{ id: 'obis', name: 'OBIS', detail: 'dados fora do prazo' }] });
  const old = alert({ rule: 'stale', subject: 'obis', type: 'warning', title: 'Dados antigos: OBIS' });
  expect(judge({ components: [late], alerts: [old] }).findings.map(({ kind }) => kind)).toEqual(['alert']);
});

test('alerts that cannot be read, and a platform not yet checked, are not healthy', () => {
  expect(judge({ alerts: null }).level).toBe('error');
  const unchecked = judge({ components: [] });
  expect(unchecked.level).toBe('unknown');
  expect(overallOf(unchecked)).toBe('degraded');
  expect(overallOf(judge({ components: [component('a', { state: 'offline' })] }))).toBe('down');
});
