import { describe, expect, test } from 'vitest';
import { exportNotes, exportNoteText } from '../../../shared/connectors/export-note.ts';
import { applyJobEvent, mergeRuns, noLiveRuns } from '../../../shared/connectors/live-runs.ts';
import { connector, job } from '../../../shared/connectors/sample.testing.ts';
import { fillDays, niceCeiling } from '../detail/activity/days.ts';
import { windowsOf } from '../detail/backfill/plan.ts';
import { layOut, relatedTo } from '../detail/lineage/layout.ts';
import { errorRateNumber, errorRateText } from './error-rate.ts';
import { inParallel } from './pool.ts';
import { batchSummary } from './use-launch.ts';

test('an error rate is never rounded to none', () => {
  expect([0, 0.0024, 0.1, 2.54].map(errorRateText)).toEqual([
    '0,0\u00a0%',
    '<\u00a00,1\u00a0%',
    '0,1\u00a0%',
    '2,5\u00a0%',
  ]);
  expect(errorRateNumber(0.0024)).toBe('<\u00a00,1');
});

test('a pool keeps its limit and the order of its results', async () => {
  let active = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 3, async (item) => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, item));
    active -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(3);
});

test('a batch is summed up in one notice', () => {
  const failed = { state: 'failed', message: 'x' } as const;
  expect(batchSummary([{ state: 'started' }, { state: 'already' }, failed])).toEqual({
    tone: 'warning',
    message: '1\u00a0conector iniciado · 1\u00a0já em execução · 1\u00a0falhou.',
  });
  expect(batchSummary([{ state: 'started' }]).tone).toBe('success');
});

describe('live runs', () => {
  const payload = { id: 'r1', name: 'ingest.noaa-sst.mur', key: 'mur', progress: 0.5, message: 'meio' };

  test('progress of a stream names its connector', () => {
    const state = applyJobEvent(noLiveRuns, { name: 'job.progress', payload });
    expect([...state.runs.values()]).toEqual([
      {
        id: 'r1',
        connectorId: 'noaa-sst',
        streamId: 'mur',
        isBackfill: false,
        state: 'running',
        progress: 0.5,
        message: 'meio',
      },
    ]);
  });

  test('an ended run leaves, also where the last list still has it', () => {
    const running = applyJobEvent(noLiveRuns, { name: 'job.progress', payload });
    const ended = applyJobEvent(running, { name: 'run.ended', payload: { runId: 'r1' } });
    const late = applyJobEvent(ended, { name: 'job.progress', payload });
    expect(mergeRuns([job({ id: 'r1', status: 'running' })], late)).toEqual([]);
    const failed = applyJobEvent(running, { name: 'job.state', payload: { ...payload, state: 'failed' } });
    expect(mergeRuns([], failed)).toEqual([]);
  });

  test('other work changes nothing', () => {
    const backup = { ...payload, name: 'backup.run', key: 'daily' };
    expect(applyJobEvent(noLiveRuns, { name: 'job.progress', payload: backup })).toBe(noLiveRuns);
    expect(applyJobEvent(noLiveRuns, { name: 'job.progress', payload: {} })).toBe(noLiveRuns);
  });

  test('the list gives what was under way before listening began', () => {
    const [run] = mergeRuns([job({ status: 'running', mode: 'backfill', progress: 0.1 }), job()], noLiveRuns);
    expect(run).toMatchObject({ connectorId: 'obis', isBackfill: true, progress: 0.1 });
  });
});

describe('plan of history', () => {
  test('counts whole days, the last included', () => {
    expect(windowsOf({ from: '2026-01-01', to: '2026-01-31', windowDays: 10 })).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      count: 4,
    });
    expect(windowsOf({ from: '2026-01-01', to: '2026-01-01', windowDays: 1 })?.count).toBe(1);
  });

  test.each([
    { from: '', to: '2026-01-31', windowDays: 10 },
    { from: '2026-02-02', to: '2026-01-31', windowDays: 10 },
    { from: '2026-01-01', to: '2026-01-31', windowDays: 0 },
    { from: '2026-01-01', to: '2026-01-31', windowDays: 1.5 },
  ])('refuses %o', (plan) => {
    expect(windowsOf(plan)).toBeNull();
  });
});

describe('activity', () => {
  test('a day without runs is a gap, not a zero', () => {
    const day = { date: '2026-08-30', runs: 1, written: 5, rejected: 0, failed: 0, bytes: 9 };
    const filled = fillDays([day], Date.parse('2026-08-31T09:00:00Z'), 3);
    expect(filled).toEqual([
      { date: '2026-08-29', day: null },
      { date: '2026-08-30', day },
      { date: '2026-08-31', day: null },
    ]);
  });

  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [41_183, 50_000],
    [100_000, 100_000],
  ])('an axis for %d ends at %d', (value, top) => {
    expect(niceCeiling(value)).toBe(top);
  });
});

test('lineage stands in layers and is followed both ways', () => {
  const node = (id: string, kind: 'provider' | 'stream' | 'table') => ({ id, kind, label: id, detail: null });
  const lineage = {
    nodes: [node('p', 'provider'), node('s1', 'stream'), node('s2', 'stream'), node('t', 'table')],
    edges: [
      { from: 'p', to: 's1' },
      { from: 'p', to: 's2' },
      { from: 's1', to: 't' },
    ],
  };
  const { placed } = layOut(lineage);
  const y = (id: string) => placed.find((one) => one.node.id === id)?.y ?? Number.NaN;
  expect(y('p')).toBeLessThan(y('s1'));
  expect(y('s1')).toBe(y('s2'));
  expect(y('s2')).toBeLessThan(y('t'));
  expect([...relatedTo(lineage, 's1')].sort()).toEqual(['p', 's1', 't']);
  expect([...relatedTo(lineage, 'p')].sort()).toEqual(['p', 's1', 's2', 't']);
});

test('an export closes with source, licence and citation', () => {
  const text = exportNoteText(connector(), Date.parse('2026-08-31T09:00:00Z'));
  expect(text).toContain('# Licença: CC BY-NC');
  expect(text).toContain('# Citação: OBIS (2026)');
  expect(text).toContain('# Dados simulados: sim');
  expect(text).toContain('# Exportado em: 2026-08-31T09:00:00.000Z');
});

test('an export of several connectors names the licence of each', () => {
  const notes = exportNotes(
    [connector({ name: 'OBIS' }), connector({ name: 'Argo', licence: 'livre', simulated: false })],
    0,
  );
  expect(notes.slice(1, 3)).toEqual([
    ['Argo', 'Ocean Biodiversity Information System', 'livre', 'OBIS (2026)', 'não'],
    ['OBIS', 'Ocean Biodiversity Information System', 'CC BY-NC', 'OBIS (2026)', 'sim'],
  ]);
  expect(notes.at(-1)).toEqual(['Exportado em', '1970-01-01T00:00:00.000Z']);
});
