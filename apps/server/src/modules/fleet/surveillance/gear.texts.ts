import type { MovementConfidence } from '@kianda/science/vessels/fishing-movement';
import { movementPresets } from '@kianda/science/vessels/fishing-movement';
import type { GearFamily } from '@kianda/science/vessels/gear';

/** Families of gear as people read them. */
export const gearFamilyWords: Readonly<Record<GearFamily, string>> = {
  trawl: 'arrasto',
  seine: 'cerco',
  longline: 'palangre',
  gillnet: 'emalhar',
  trap: 'gaiolas ou armadilhas',
  line: 'linha ou salto e vara',
  dredge: 'draga',
  jigger: 'toneira',
};

/** Confidence of a movement as people read it. */
export const confidenceWords: Readonly<Record<MovementConfidence, string>> = {
  high: 'alta',
  medium: 'média',
  low: 'baixa',
};

/** A movement preset with who published it; null for no preset. */
export function movementSource(id: unknown): string | null {
  const preset = movementPresets.find((one) => one.id === id);
  return preset === undefined ? null : `${preset.id} (${preset.source})`;
}
