import type { JobRunView } from '@kianda/contract/tasks/tasks.contract';
import { type CsvValue, StatusPill, type StatusTone } from '@kianda/ui';
import { taskTexts } from '../texts.pt.ts';

const tones: Readonly<Record<JobRunView['state'], StatusTone>> = {
  queued: 'unknown',
  running: 'info',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'unknown',
};

export function TaskState({ state }: { readonly state: JobRunView['state'] }) {
  return <StatusPill tone={tones[state]}>{taskTexts.states[state]}</StatusPill>;
}

/** What closes a CSV of the platform's own measurements. `now` in ms. */
export function ownNote(now: number): readonly (readonly CsvValue[])[] {
  return [
    [taskTexts.exportNote.source, taskTexts.exportNote.own],
    [taskTexts.exportNote.exported, new Date(now).toISOString()],
  ];
}
