import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { expect, test } from 'vitest';
import { applyJobEvent, mergeRuns, noLiveRuns } from './live-runs.ts';

const payload = (over: object = {}) => ({ id: '1', name: 'ingest.noaa-sst.daily', key: 'daily', ...over });
const progress = (over: object = {}) => ({ name: 'job.progress', payload: payload(over) });
const state = (word: string, over: object = {}) => ({ name: 'job.state', payload: payload({ state: word, ...over }) });
const runOf = (event: { name: string; payload: object }) =>
  applyJobEvent(noLiveRuns, event as Parameters<typeof applyJobEvent>[1]).runs.get('1');

test('names tell the connector, the stream and whether it is of the past', () => {
  expect(runOf(progress({ progress: 0.5, message: 'm' }))).toEqual({
    id: '1',
    streamId: 'daily',
    connectorId: 'noaa-sst',
    isBackfill: false,
    state: 'running',
    progress: 0.5,
    message: 'm',
  });
  expect(runOf(progress({ name: 'backfill.a.b.daily' }))).toMatchObject({
    connectorId: 'a.b',
    isBackfill: true,
    progress: null,
    message: null,
  });
  for (const name of ['reports.render', 'ingest.noaa-sst.hourly', 'xingest.noaa-sst.daily', 'ingest.noaa-sst.xdaily'])
    expect(runOf(progress({ name }))).toBeUndefined();
});

test('a state of waiting or running is one under way, any other ends it', () => {
  expect([runOf(state('queued'))?.state, runOf(state('running'))?.state]).toEqual(['queued', 'running']);
  const running = applyJobEvent(noLiveRuns, progress());
  const ended = applyJobEvent(running, state('succeeded'));
  expect(ended.runs.size).toBe(0);
  expect([...ended.ended]).toEqual(['1']);
  expect(running.runs.size).toBe(1);
});

test('late progress does not bring an ended run back, a state does', () => {
  const ended = applyJobEvent(noLiveRuns, { name: 'run.ended', payload: { runId: '1' } });
  expect(applyJobEvent(ended, progress())).toBe(ended);
  expect(applyJobEvent(ended, state('running')).runs.size).toBe(1);
});

test('what is not understood changes nothing', () => {
  for (const event of [
    { name: 'other', payload: payload() },
    { name: 'job.state', payload: { id: 7 } },
    { name: 'run.ended', payload: {} },
  ])
    expect(applyJobEvent(noLiveRuns, event)).toBe(noLiveRuns);
});

const listed = (status: string, over: object = {}) =>
  ({
    id: '1',
    connectorId: 'c',
    stream: 's',
    mode: 'incremental',
    status,
    progress: 0.1,
    message: null,
    ...over,
  }) as IngestJob;

test('of the list those under way count, corrected by what was heard since', () => {
  const states = ['running', 'queued', 'waiting_provider', 'succeeded', 'failed'];
  expect(states.map((status) => mergeRuns([listed(status)], noLiveRuns).length)).toEqual([1, 1, 1, 0, 0]);
  const ended = applyJobEvent(noLiveRuns, { name: 'run.ended', payload: { runId: '1' } });
  expect(states.map((status) => mergeRuns([listed(status)], ended).length)).toEqual([0, 0, 1, 0, 0]);
  const live = applyJobEvent(noLiveRuns, progress({ progress: 0.9 }));
  expect(mergeRuns([listed('running'), listed('running', { id: '2', mode: 'backfill' })], live)).toMatchObject([
    { id: '1', progress: 0.9, isBackfill: false },
    { id: '2', progress: 0.1, isBackfill: true, connectorId: 'c', streamId: 's' },
  ]);
});
