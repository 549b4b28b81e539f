import { type SearchKind, search } from '@kianda/contract/operations/search/search.contract';
import { useEffect, useMemo, useState } from 'react';
import { useEndpoint } from '../../client/use-endpoint.ts';
import type { SectionId } from '../../sections/sections.ts';
import { useOpenSection } from '../use-section.ts';
import { hitCommands, type ScoredCommand } from './palette-commands.ts';

/** Pause in typing after which the server is asked. */
const settleMs = 120;
const shortestQuery = 2;

export type FoundThings = {
  readonly commands: readonly ScoredCommand[];
  /** The answer to what is typed now has not come. */
  readonly isSearching: boolean;
  readonly isUnreachable: boolean;
  readonly unavailable: readonly SearchKind[];
};

/** Things of the platform that answer what is typed, as the server finds them. */
export function useFoundThings(query: string): FoundThings {
  const typed = query.trim();
  const settled = useSettled(typed, settleMs);
  const open = useOpenSection();
  const isAsked = settled.length >= shortestQuery;
  const answer = useEndpoint(
    search,
    { query: { q: settled } },
    { enabled: isAsked, refetchSeconds: 0, staleSeconds: 60, timeoutSeconds: 10 },
  );
  const found = isAsked ? answer.sourced?.value : undefined;
  const commands = useMemo(
    () =>
      // The server names sections of this console: one it does not have shows its own page.
      hitCommands(found?.hits ?? [], (target) => open(target.section as SectionId, target.search)),
    [found, open],
  );
  return {
    commands,
    isSearching: typed.length >= shortestQuery && (settled !== typed || (answer.isLoading && isAsked)),
    isUnreachable: isAsked && answer.failure !== null && found === undefined,
    unavailable: found?.unavailable ?? [],
  };
}

/** The value once it has not changed for a while. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
