import type { Provenance, Sourced } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';

/** Where the counts of fixed places come from. */
export const stationSource = 'Pontos de monitorização da Kianda';
export const zoneSource = 'Zonas de pesca da Kianda';

type Collected = {
  fields: Record<string, Provenance>;
  missing: Record<string, string>;
};

/** Collects the origin of each figure of an answer by its dotted path, while the answer is written. */
export function collectFigures() {
  const collected: Collected = { fields: {}, missing: {} };
  return {
    /** The bare value for the answer's body; its origin, and why it is null, go into the metadata. */
    take<T>(path: string, sourced: Sourced<T>): T {
      collected.fields[path] = sourced.provenance;
      if (sourced.value === null) {
        const { provenance } = sourced;
        const fallback = provenance.state === 'fallback' ? provenance.reason : 'Valor desconhecido.';
        collected.missing[path] = sourced.missingReason ?? fallback;
      }
      return sourced.value;
    },
    get fields(): Record<string, Provenance> {
      return collected.fields;
    },
    get missing(): Record<string, string> {
      return collected.missing;
    },
  };
}

/** A figure that the platform measured itself, now; `missingReason` says in Portuguese why it is null. */
export function measured<T>(clock: Clock, value: T, missingReason?: string): Sourced<T> {
  return { value, provenance: ownProvenance(clock), ...(missingReason === undefined ? {} : { missingReason }) };
}
