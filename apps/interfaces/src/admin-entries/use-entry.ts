import { type Endpoint, endpoint } from '@kianda/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useRead } from '../client/use-read.ts';
import type { Asked, Entry, EntryState } from './entries.ts';
import { entryTexts as texts } from './texts.pt.ts';

/** Stands for the endpoint on its way: it is never asked. */
const coming: Endpoint = endpoint({
  ...{ id: 'coming', service: 'admin-api', method: 'GET', path: '/', summary: '', access: 'public' },
  response: z.unknown(),
});

/** State of an entry now; null while it is read. */
export function useEntry({ load }: Entry): EntryState | null {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    load().then(setAsked, (error: unknown) => setFault(error instanceof Error ? error.message : String(error)));
  }, [load]);
  const { sourced, error, errorStatus } = useRead(asked?.endpoint ?? coming, (asked?.input ?? null) as never);
  if (fault !== null) return { tone: 'bad', said: fault };
  if (asked !== null && sourced !== undefined) return asked.stateOf(sourced.value as never);
  if (error === null) return null;
  return errorStatus === 403 ? { tone: 'unknown', said: texts.noAccess } : { tone: 'bad', said: error.message };
}
