import type { CsvValue } from '@kianda/contract/core/csv';
import type { JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';
import { StatusPill, type StatusTone } from '@kianda/ui';
import { taskStateTexts } from './texts.pt.ts';

const tones: Readonly<Record<JobRunView['state'], StatusTone>> = {
  queued: 'unknown',
  running: 'info',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'unknown',
};

export function TaskState({ state }: { readonly state: JobRunView['state'] }) {
  return <StatusPill tone={tones[state]}>{taskStateTexts.states[state]}</StatusPill>;
}

/** Lines that close a CSV of the platform's own measurements. `now` in ms. */
export function ownNote(now: number): readonly (readonly CsvValue[])[] {
  return [
    [taskStateTexts.exportNote.source, taskStateTexts.exportNote.own],
    [taskStateTexts.exportNote.exported, new Date(now).toISOString()],
  ];
}
