import type { Provenance } from '@kianda/contract';
import { type Clock, nowIso } from '../clock/clock.ts';

/** Provenance of what the platform itself knows or measures at this instant. */
export function ownProvenance(clock: Clock, observedAt?: string): Provenance {
  const now = nowIso(clock);
  return { state: 'live', source: 'Kianda', observedAt: observedAt ?? now, retrievedAt: now };
}

/** Provenance of a constant; `source`: where it is written or who published it. */
export function configuredProvenance(clock: Clock, source: string): Provenance {
  return { state: 'configured', source, observedAt: null, retrievedAt: nowIso(clock) };
}
