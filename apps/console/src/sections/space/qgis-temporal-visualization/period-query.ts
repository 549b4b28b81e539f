import { dayMs } from '@kianda/geo';
import type { TemporalSearch } from './search.ts';

/** Ends of the clock's period as the server takes them. */
export const periodQuery = ({ from, to }: TemporalSearch) => ({
  ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
  ...(to === undefined ? {} : { to: new Date(Date.parse(to) + dayMs - 1).toISOString() }),
});
