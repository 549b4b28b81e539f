import type { Provenance, Sourced } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { FieldStore } from './field-store/field-store.ts';
import type { OceanRepository } from './ocean.repository.ts';

/** Dependencies of the parts of the ocean service. */
export type OceanContext = {
  readonly repository: OceanRepository;
  readonly fields: FieldStore;
  readonly provenanceOf: ProvenanceOf;
  readonly providerOf: (connectorId: string) => string;
  readonly clock: Clock;
};

/** Reason why a figure is unknown before the first run of its connector. */
export const notYet = (label: string) => `Ainda sem dados de ${label}: aguarda a primeira execução do conector.`;

export const notYetProvenance = (label: string): Provenance => ({ state: 'fallback', reason: notYet(label) });

/** A figure that is unknown before the first run of its connector. */
export function unknownFigure(label: string): Sourced<null> {
  return { value: null, provenance: notYetProvenance(label), missingReason: notYet(label) };
}
