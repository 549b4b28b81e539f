import type { Provenance, Role } from '@kianda/contract';
import type { MapDefinition } from '@kianda/contract/open/maps/maps.contract';
import type { Bindings } from '../../../platform/http/bind.ts';

/** Newest field that a base is drawn from. */
export type BaseSource = (base: Exclude<MapDefinition['base'], 'none'>) => Promise<{
  readonly at: string;
  readonly provider: string;
  readonly coverage: number;
  readonly provenance: Provenance;
} | null>;

/** Settings and lookups by which maps are shown to people without an account. */
export type Publishing = {
  readonly operatorName: () => string;
  readonly interfacesUrl: string;
  /** Origins whose pages may embed a map; `*` is any. */
  readonly embedOrigins: () => readonly string[];
  /** Providers whose terms let anybody see their fields. */
  readonly openProviders: ReadonlySet<string>;
  /** Every endpoint of the platform: a public map reads its layers through them. */
  readonly bindings: () => Bindings;
  /** The account that made a link; null once it is gone or suspended. */
  readonly makerOf: (accountId: string) => Promise<{ readonly role: Role } | null>;
};
