import { readFileSync } from 'node:fs';

/** Recorded answers that are lines of text; `recorded-lines.test.ts` reads them. */
export const recordedLines = [
  'angola-vms/panama.naf',
  'angola-vms/france.naf',
  'movebank/study.csv',
  'movebank/event.csv',
] as const;

export function textOf(name: (typeof recordedLines)[number]): string {
  const [folder, file] = name.split('/');
  return readFileSync(new URL(`../../../packages/connectors/src/${folder}/recorded/${file}`, import.meta.url), 'utf8');
}
