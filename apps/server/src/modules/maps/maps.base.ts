import type { Provenance } from '@kianda/contract';
import type { MapDefinition } from '@kianda/contract/maps/maps.contract';

/** Newest field that a base is drawn from. */
export type BaseSource = (base: Exclude<MapDefinition['base'], 'none'>) => Promise<{
  readonly at: string;
  readonly provider: string;
  readonly coverage: number;
  readonly provenance: Provenance;
} | null>;
