import type { Provenance } from '@kianda/contract';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ModelContext } from './models.context.ts';

/** Origin of what was learned from stored rows: simulated where any of them was. */
export function learnedProvenance(
  { platform, settings }: Pick<ModelContext, 'platform' | 'settings'>,
  isSimulated: boolean,
): Provenance {
  const own = ownProvenance(platform.clock);
  if (!isSimulated || own.state !== 'live') return own;
  const { observedAt, retrievedAt } = own;
  return { state: 'simulated', source: 'Kianda (modelos)', observedAt, retrievedAt, seed: settings.simulatorSeed };
}
