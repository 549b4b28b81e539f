import { allows, type DataOf } from '@kianda/contract';
import {
  type ChartId,
  chartIds,
  type fieldCharts,
  type fieldReference,
} from '@kianda/contract/ingestion/field/field.contract';
import { type FieldKnowledge, plainWords } from '@kianda/contract/ingestion/field/field-rules';
import { commercialSpecies, speciesNamed } from '@kianda/contract/sea/fisheries/species-register';
import { pointInPolygon, ports } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { bytesOf, type Chart, chartOf } from './charts.rules.ts';
import type { FieldContext } from './field.context.ts';

/** Gears of the national fleet; those of licences come beside them. */
const usualGears = ['cerco', 'arrasto', 'palangre', 'emalhar', 'linha', 'armadilha'];
/** Taxa that a phone keeps: the most recorded. */
const mostTaxa = 4_000;
const keptMs = 60_000;

/** Names by which a port is written: `Moçâmedes (Namibe)` answers to both. */
const portNames: ReadonlySet<string> = new Set(
  ports.flatMap(({ name }) => [name, ...name.split(/[()]/)]).map((name) => plainWords(name)),
);
const species = new Map(
  commercialSpecies.map(({ code, portugueseName, scientificName }) => [code, { name: portugueseName, scientificName }]),
);

type Outline = DataOf<typeof fieldReference>['areas'][number]['geometry'];
export type ReferenceService = ReturnType<typeof createReference>;

/** Registry and names that records are compared with: kept for a minute, because a thousand records come one batch after the other. */
export function createReference({ platform: { clock }, registryCopy, namedTaxa }: FieldContext) {
  const registry = createCache<Awaited<ReturnType<typeof registryCopy>>>({
    name: 'field/registry',
    clock,
    ttlMs: keptMs,
    maxStaleMs: keptMs,
    maxEntries: 1,
  });
  return {
    /** Knowledge of the rules of a record. */
    async knowledge(): Promise<Omit<FieldKnowledge, 'capturedMs'>> {
      const { licences, seasons, areas } = (await registry.get('', registryCopy)).value;
      return {
        ...{ nowMs: clock.nowMs(), licences, seasons, areas, species },
        areasAt: ({ lon, lat }) => areas.filter(({ geometry }) => pointInPolygon([lon, lat], geometry)),
        ports: portNames,
      };
    },

    async chart(id: ChartId): Promise<Chart> {
      return chartOf(id, (await registry.get('', registryCopy)).value.areas);
    },

    async charts(): Promise<DataOf<typeof fieldCharts>> {
      const { areas } = (await registry.get('', registryCopy)).value;
      const charts = chartIds.map((id) => chartOf(id, areas));
      return { charts: charts.map((chart) => ({ id: chart.id, name: chart.name, bytes: bytesOf(chart) })) };
    },

    /** The copy for a phone. Licences are of those who may see them. */
    async forPhone({ role }: Principal): Promise<DataOf<typeof fieldReference>> {
      const [{ value }, taxa] = await Promise.all([registry.get('', registryCopy), namedTaxa()]);
      const seesLicences = allows('surveillance:read', role);
      const listed = taxa.slice(0, mostTaxa);
      const known = new Set(listed.map(({ name }) => name));
      const gears = new Set([...usualGears, ...value.licences.flatMap((licence) => licence.gears)]);
      return {
        taxa: [
          ...listed.map(({ aphia_id, name, common_names }) => {
            const commercial = speciesNamed(name);
            return {
              aphiaId: aphia_id,
              scientificName: name,
              commonName: commercial?.portugueseName ?? common_names[0] ?? null,
              code: commercial?.code ?? null,
            };
          }),
          ...commercialSpecies
            .filter(({ scientificName }) => !known.has(scientificName))
            .map(({ aphiaId, scientificName, portugueseName, code }) => ({
              ...{ aphiaId, scientificName, code },
              commonName: portugueseName,
            })),
        ],
        ports: ports.map(({ name, position: [lon, lat] }) => ({ name, lon, lat })),
        gears: [...gears].sort((a, b) => a.localeCompare(b, 'pt')),
        licences: seesLicences
          ? value.licences.map(({ gears, held, ...licence }) => ({ ...licence, gears: [...gears], held: [...held] }))
          : [],
        seasons: value.seasons.map(({ gears, species, ...season }) => ({
          ...season,
          gears: gears === null ? null : [...gears],
          species: [...species],
        })),
        areas: value.areas.map(({ geometry, ...area }) => ({
          ...area,
          geometry: structuredClone(geometry) as Outline,
        })),
      };
    },
  };
}
