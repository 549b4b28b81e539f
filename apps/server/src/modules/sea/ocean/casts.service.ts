import { type Provenance, worstProvenance } from '@kianda/contract';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { depthOfPressure } from '@kianda/science/ocean/seawater';
import type { AbsenceOf, DataSource, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { CastQuantity, CastRepository, CastSearch } from './casts.repository.ts';
import { type OriginColumns, withOrigin } from './origins.service.ts';

/** Levels of one quantity measured at one place, from the surface down. */
export type Cast = {
  readonly id: string;
  readonly platform: string;
  readonly time: Date;
  readonly lon: number;
  readonly lat: number;
  readonly depthsMeters: readonly number[];
  readonly values: readonly number[];
  readonly origin: OriginColumns;
};

const floats: DataSource = { connectorId: 'argo', streamId: 'profiles' };
const cruises: DataSource = { connectorId: 'angola-inipm', streamId: 'cruzeiros' };
/** Streams that bring casts with each quantity: the floats' oxygen and chlorophyll are not read. */
const castSources: Readonly<Record<CastQuantity, readonly DataSource[]>> = {
  temperature: [floats, cruises],
  salinity: [floats, cruises],
  oxygen: [cruises],
  chlorophyll: [cruises],
};
const castSubjects: Readonly<Record<CastQuantity, string>> = {
  temperature: 'Sem perfis de temperatura',
  salinity: 'Sem perfis de salinidade',
  oxygen: 'Sem perfis de oxigénio',
  chlorophyll: 'Sem perfis de clorofila',
};
const fieldsOf: Readonly<Record<CastQuantity, readonly FieldVariable[]>> = {
  temperature: ['analysedSst'],
  salinity: ['salinity'],
  oxygen: ['oxygen', 'oxygenBelow'],
  chlorophyll: ['chlorophyll'],
};

/** Measurements below the surface, by floats and cruises. */
export function castReading(repository: CastRepository, provenanceOf: ProvenanceOf, absenceOf: AbsenceOf) {
  return {
    /** Casts in a box and a period that measured a quantity, newest first. */
    async within(search: CastSearch): Promise<Cast[]> {
      const rows = await repository.within(search);
      return rows.map(({ id, platform, lon, lat, pressure_decibar: pressures, measured, ...origin }) => {
        const known = pressures.flatMap((pressure, index) => {
          const value = measured?.[index];
          return value == null ? [] : [{ depth: depthOfPressure(pressure, lat), value }];
        });
        return {
          ...{ id, platform, lon, lat, time: origin.observed_at, origin },
          depthsMeters: known.map(({ depth }) => depth),
          values: known.map(({ value }) => value),
        };
      });
    },

    /** Origin of casts: the worst of their providers'. Null for none. */
    async provenanceOf(casts: readonly Cast[]): Promise<Provenance | null> {
      const byConnector = Map.groupBy(casts, ({ origin }) => origin.connector_id);
      const all = await Promise.all(
        [...byConnector.values()].map(async (members) => {
          const rows = members.map(({ origin }) => origin);
          return (await withOrigin(null, rows, provenanceOf, async () => '')).provenance;
        }),
      );
      return all.length === 0 ? null : worstProvenance(all);
    },

    /** Why no cast with a quantity is stored; null where one is. */
    async absence(quantity: CastQuantity): Promise<string | null> {
      if (await repository.isHeld(quantity)) return null;
      return absenceOf({ subject: castSubjects[quantity], sources: castSources[quantity] });
    },

    /** Depths of the stored fields of a quantity. */
    fieldDepths: (quantity: CastQuantity) => repository.fieldDepths(fieldsOf[quantity]),
  };
}

export type CastReading = ReturnType<typeof castReading>;
