// @vitest-environment happy-dom
import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobTable } from './job-table.tsx';
import { runTexts, triggerWord } from './run-texts.pt.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

const texts = runTexts.runs;
const job: IngestJob = {
  id: '1',
  connectorId: 'noaa-sst',
  connectorName: 'NOAA SST',
  stream: 'sst',
  mode: 'incremental',
  trigger: 'schedule',
  status: 'succeeded',
  startTime: null,
  endTime: null,
  duration: 12,
  recordsProcessed: 30,
  recordsWritten: 20,
  recordsDuplicate: 10,
  recordsRejected: 1,
  requests: 4,
  bytes: 2_048,
  throttled: 0,
  errors: [],
  errorClass: null,
  resumesAt: null,
  progress: null,
  message: null,
};
const draw = (isMixed = false) =>
  act(() =>
    root.render(
      <MantineProvider env="test">
        <JobTable id="execucoes" jobs={[job]} isMixed={isMixed} />
      </MantineProvider>,
    ),
  );
const heads = () => [...host.querySelectorAll('th')].map(({ textContent }) => textContent?.replace(/[↑↓]/, ''));
const buttonOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitemcheckbox]')].find(
    ({ textContent }) => textContent?.trim() === name,
  );

test('a run shows what most need; the rest comes when chosen, and goes again', async () => {
  draw();
  const first = [texts.started, texts.stream, texts.status, texts.records, texts.rejected];
  expect(heads()).toEqual([...first, texts.duration, texts.bytes, texts.mode]);
  act(() => buttonOf('Colunas')?.click());
  await vi.waitFor(() => expect(buttonOf(texts.written)).toBeDefined());
  act(() => buttonOf(texts.written)?.click());
  expect(heads()).toEqual([
    ...first.slice(0, 4),
    texts.written,
    texts.rejected,
    texts.duration,
    texts.bytes,
    texts.mode,
  ]);
  act(() => buttonOf(texts.written)?.click());
  expect(heads()).not.toContain(texts.written);
});

test('runs of several connectors name their own', () => {
  draw(true);
  expect(heads()[0]).toBe(texts.connector);
  expect(host.textContent).toContain('NOAA SST');
});

test('every cause that the server gives to runs and tasks has its word; one that is new is said as it is', () => {
  const known = ['arranque', 'backfill', 'conductor', 'contínuo', 'cron', 'event', 'manual', 'positions'].concat([
    'recuperação',
    'replay',
    'retry',
    'schedule',
  ]);
  for (const trigger of known) expect(triggerWord(trigger)).not.toBe(trigger);
  expect(triggerWord('marta@mar.ao')).toBe('marta@mar.ao');
});
