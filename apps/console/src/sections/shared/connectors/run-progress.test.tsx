// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LiveRun } from './live-runs.ts';
import { leadingRun, RunProgress } from './run-progress.tsx';

const run: LiveRun = {
  id: 'a',
  connectorId: 'obis',
  streamId: 'ocorrencias',
  isBackfill: false,
  state: 'running',
  progress: null,
  message: null,
};
const drawn = (over: Partial<LiveRun>) => {
  const host = document.createElement('div');
  host.innerHTML = renderToStaticMarkup(<RunProgress run={{ ...run, ...over }} name="OBIS" />);
  const bar = host.querySelector('[role=progressbar]');
  return {
    now: bar?.getAttribute('aria-valuenow') ?? null,
    says: bar?.getAttribute('aria-valuetext') ?? null,
    width: host.querySelector<HTMLElement>('[style]')?.style.width ?? null,
    text: host.textContent?.replaceAll('\u00a0', ' '),
  };
};

test('a known share is a number from 0 to 100, beside what the run last said', () => {
  expect(drawn({ progress: 0.256, message: 'Página 3' })).toEqual({
    now: '26',
    says: null,
    width: '26%',
    text: 'Página 326 %',
  });
  expect(drawn({ progress: 0 }).now).toBe('0');
  expect(drawn({ progress: 1.4 }).now).toBe('100');
  expect(drawn({ progress: -1 }).now).toBe('0');
});

test('an unknown share is no number: the state in words', () => {
  expect(drawn({ state: 'waiting_provider' })).toEqual({
    now: null,
    says: 'À espera do fornecedor',
    width: null,
    text: 'À espera do fornecedor',
  });
});

test('of several runs the one under way leads, and new data before history', () => {
  const waiting = { ...run, id: 'espera', state: 'queued' } as const;
  const history = { ...run, id: 'historia', isBackfill: true };
  expect(leadingRun([waiting, history, run])?.id).toBe('a');
  expect(leadingRun([waiting, history])?.id).toBe('historia');
  expect(leadingRun([])).toBeUndefined();
});
