import type { Provenance, Sourced } from '@kianda/contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { FieldStore } from './field-store/field-store.ts';
import type { OceanRepository } from './ocean.repository.ts';
import { fieldSources } from './sources.rules.ts';

/** Dependencies of the parts of the ocean service. */
export type OceanContext = {
  readonly repository: OceanRepository;
  readonly fields: FieldStore;
  readonly provenanceOf: ProvenanceOf;
  readonly absenceOf: AbsenceOf;
  readonly providerOf: (connectorId: string) => string;
  readonly clock: Clock;
};

const allVariables = Object.keys(fieldVariables) as FieldVariable[];

/** Reason why there are no fields of a variable. */
export function noField({ absenceOf }: Pick<OceanContext, 'absenceOf'>, variable: FieldVariable): Promise<string> {
  const { label } = fieldVariables[variable];
  const subject = `Sem campos de ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return absenceOf({ subject, sources: [fieldSources[variable]] });
}

/** Reason why there are no fields at all. */
export function noFields({ absenceOf }: Pick<OceanContext, 'absenceOf'>): Promise<string> {
  return absenceOf({
    subject: 'Sem campos do oceano',
    sources: allVariables.map((variable) => fieldSources[variable]),
  });
}

export const missing = (reason: string): Provenance => ({ state: 'fallback', reason });

/** A figure that is unknown for the reason given. */
export function unknownFigure(reason: string): Sourced<null> {
  return { value: null, provenance: missing(reason), missingReason: reason };
}
