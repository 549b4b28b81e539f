import { useRead } from '../client/use-read.ts';
import type { Entry, EntryState } from './entries.ts';
import { entryTexts as texts } from './texts.pt.ts';

/** State of an entry now; null while it is read. */
export function useEntry({ endpoint, input, stateOf }: Entry): EntryState | null {
  const { sourced, error, errorStatus } = useRead(endpoint, input as never);
  if (sourced !== undefined) return stateOf(sourced.value as never);
  if (error === null) return null;
  return errorStatus === 403 ? { tone: 'unknown', said: texts.noAccess } : { tone: 'bad', said: error.message };
}
