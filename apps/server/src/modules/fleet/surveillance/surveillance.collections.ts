import { areaKinds, createArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { FeatureCollection, FeatureInput, FeatureProperty } from '../../../platform/feature-collections.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { RegistryService } from './registry/registry.service.ts';

const kinds = Object.keys(areaKinds).join(', ');
const properties: Readonly<Record<string, FeatureProperty>> = {
  name: { type: 'string', title: 'Nome' },
  kind: { type: 'string', title: `Tipo (${kinds})` },
  alertOnEntry: { type: 'boolean', title: 'Alerta à entrada' },
  alertBelowKnots: { type: 'number', title: 'Alerta abaixo de', unit: 'nós' },
  forbidsFishing: { type: 'boolean', title: 'Proíbe a pesca' },
  isMonitored: { type: 'boolean', title: 'Vigiada' },
  source: { type: 'string', title: 'Fonte' },
  note: { type: 'string', title: 'Nota' },
};

/** Watched areas, which those permitted write by the same rules as in the console. */
export function watchedAreaFeatures(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly registry: RegistryService;
}): FeatureCollection {
  const { database, registry, clock } = options;
  return {
    kind: 'table',
    id: 'watched-areas',
    title: 'Áreas vigiadas',
    description:
      'Áreas em que a vigilância procura entradas, marcha lenta e pesca; quem pode configurá-las altera-as aqui.',
    keywords: ['vigilância', 'áreas'],
    access: 'surveillance:read',
    geometryType: 'any',
    time: null,
    database,
    from: sql`surveillance.areas a`,
    key: [{ sql: sql`a.id`, type: 'text' }],
    geometry: { box: sql`a.bounds`, wkb: sql`a.geometry`, nullable: false },
    properties,
    columns: {
      name: sql`a.name`,
      kind: sql`a.kind`,
      alertOnEntry: sql`a.alert_on_entry`,
      alertBelowKnots: sql`a.alert_below_knots::float8`,
      forbidsFishing: sql`a.forbids_fishing`,
      isMonitored: sql`a.is_monitored`,
      source: sql`a.source`,
      note: sql`a.note`,
    },
    provenance: async () => ownProvenance(clock),
    write: {
      create: async (input, actor) => (await registry.createArea(fieldsOf(input), actor)).id,
      replace: async (id, input, actor) => {
        await registry.updateArea(id, fieldsOf(input), actor);
      },
      delete: (id, actor) => registry.deleteArea(id, actor),
    },
  };
}

/** The fields of an area out of a feature; a `ZodError`, answered as 400, where they are none. */
function fieldsOf({ geometry, properties: given }: FeatureInput) {
  const { alertOnEntry, alertBelowKnots, forbidsFishing, ...rest } = given;
  const rules = {
    alertOnEntry: alertOnEntry ?? false,
    alertBelowKnots: alertBelowKnots ?? null,
    forbidsFishing: forbidsFishing ?? false,
  };
  return createArea.body.parse({ isMonitored: true, note: '', ...rest, geometry, rules });
}
