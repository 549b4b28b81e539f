import { type FieldKnowledge, plainWords } from '@kianda/contract/ingestion/field/field-rules';
import { pointInPolygon } from '@kianda/geo';
import type { Reference } from '../queue/phone-store.ts';

/** Knowledge of the rules on the phone. */
export function knowledgeOf(reference: Reference | null): Omit<FieldKnowledge, 'capturedMs' | 'nowMs'> {
  const species = new Map(
    (reference?.taxa ?? []).flatMap(({ code, commonName, scientificName }) =>
      code === null ? [] : [[code, { name: commonName ?? scientificName, scientificName }] as const],
    ),
  );
  // A copy that was kept from an earlier release has no areas.
  const areas = reference?.areas ?? [];
  const ports = (reference?.ports ?? []).flatMap(({ name }) => [name, ...name.split(/[()]/)]);
  return {
    species,
    areas,
    areasAt: ({ lon, lat }) => areas.filter(({ geometry }) => pointInPolygon([lon, lat], geometry)),
    licences: reference?.licences ?? [],
    seasons: reference?.seasons ?? [],
    ports: new Set(ports.map((name) => plainWords(name))),
  };
}
