import type { CsvValue } from '@kianda/contract/core/csv';
import type { Connector } from './fallback.ts';
import { runTexts } from './run-texts.pt.ts';

const texts = runTexts.exportNote;

/** Source, licence and citation of a connector, as the lines that close every file exported from it. `now` in ms. */
export function exportNote(connector: Connector, now: number): readonly (readonly CsvValue[])[] {
  return [
    [texts.source, connector.provider],
    [texts.licence, connector.licence],
    [texts.citation, connector.citation],
    [texts.simulated, connector.simulated ? texts.yes : texts.no],
    [texts.exported, new Date(now).toISOString()],
  ];
}

/** The same for a file that speaks of several connectors: a line for each, by name, then when it was made. */
export function exportNotes(connectors: readonly Connector[], now: number): readonly (readonly CsvValue[])[] {
  return [
    [texts.source, texts.provider, texts.licence, texts.citation, texts.simulated],
    ...connectors
      .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-PT'))
      .map((one) => [one.name, one.provider, one.licence, one.citation, one.simulated ? texts.yes : texts.no]),
    [texts.exported, new Date(now).toISOString()],
  ];
}

/** The same lines as text, each behind `# `. */
export function exportNoteText(connector: Connector, now: number): string {
  return exportNote(connector, now)
    .map(([label, value]) => `# ${label}: ${value}`)
    .join('\n');
}
