import type { AnimalTrackRecord } from '@kianda/connectors';
import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import type { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, MissingData, ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { TrackFilter, TrackRepository } from './tracks.repository.ts';

type Answer = DataOf<typeof listAnimalTracks>;

const shownDays = 90;

const missing: MissingData = {
  subject: 'Sem rotas de animais',
  sources: [{ connectorId: 'movebank', streamId: 'tracks' }],
};

export type TrackService = ReturnType<typeof createTrackService>;

/** Animal tracks of a window of time and space, with their studies. */
export function createTrackService({
  repository,
  provenanceOf,
  absenceOf,
  clock,
}: {
  repository: TrackRepository;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  clock: Clock;
}) {
  /** Origin of the tracks shown, simulated ones before any other; of the newest fix where none is shown. */
  async function provenance(animals: readonly Animal[]): Promise<Provenance> {
    const shown = animals.find(({ simulated_seed }) => simulated_seed !== null) ?? animals[0];
    const newest = shown === undefined ? await repository.newest() : { ...shown, observed_at: shown.last_at };
    if (newest === undefined) return { state: 'fallback', reason: await absenceOf(missing) };
    return provenanceOf({
      connectorId: newest.connector_id,
      streamId: newest.stream_id,
      observedAtMs: newest.observed_at.getTime(),
      retrievedAtMs: newest.retrieved_at.getTime(),
      simulatedSeed: newest.simulated_seed,
    });
  }

  async function list(query: QueryOf<typeof listAnimalTracks>): Promise<{ data: Answer; provenance: Provenance }> {
    const to = query.to === undefined ? new Date(clock.nowMs()) : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - shownDays * dayMs) : new Date(query.from);
    const filter: TrackFilter = {
      from,
      to,
      box: [query.west, query.south, query.east, query.north],
      study: query.study ?? null,
      individual: query.individual ?? null,
      taxon: query.taxon ?? null,
    };
    const animals = await repository.individuals(filter, query.limit);
    const ids = animals.map(({ id }) => id);
    const positions = ids.length === 0 ? [] : await repository.positions(filter, ids, query.maxFixes);
    const byAnimal = Map.groupBy(positions, ({ individual_id }) => individual_id);
    return {
      data: {
        type: 'FeatureCollection',
        features: animals.map((animal) => featureOf(animal, byAnimal.get(animal.id) ?? [])),
        from: from.toISOString(),
        to: to.toISOString(),
        studies: studiesOf(animals),
      },
      provenance: await provenance(animals),
    };
  }

  return { list };
}

type Animal = Awaited<ReturnType<TrackRepository['individuals']>>[number];
type Position = { readonly observed_at: Date; readonly lon: number; readonly lat: number };

function featureOf(animal: Animal, positions: readonly Position[]): Answer['features'][number] {
  const coordinates = positions.map(({ lon, lat }): [number, number] => [lon, lat]);
  const [only = [0, 0]] = coordinates;
  return {
    type: 'Feature',
    id: [animal.source, animal.study_id, animal.sensor, animal.name].join(':'),
    // One position makes no line.
    geometry: coordinates.length === 1 ? { type: 'Point', coordinates: only } : { type: 'LineString', coordinates },
    properties: {
      study: animal.study_id,
      individual: animal.name,
      taxon: animal.taxon,
      tag: animal.tag,
      sensor: animal.sensor,
      firstFixAt: animal.first_at.toISOString(),
      lastFixAt: animal.last_at.toISOString(),
      fixes: Number(animal.fixes),
      times: positions.map(({ observed_at }) => observed_at.toISOString()),
    },
  };
}

function studiesOf(animals: readonly Animal[]): Answer['studies'] {
  const groups = Map.groupBy(animals, ({ study_id }) => study_id);
  return [...groups].flatMap(([id, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            id,
            name: first.study_name,
            licence: first.licence,
            citation: first.citation,
            contact: first.contact,
            url: first.url,
            individuals: 1 + others.length,
          },
        ],
  );
}

/** Takes fixes of tagged animals that a connector fetched. */
export function trackSink(repository: TrackRepository): Sink<AnimalTrackRecord> {
  return async (records, origin) => {
    const fixes = records.reduce((count, { timesMs }) => count + timesMs.length, 0);
    const written = await repository.upsert(origin.connectorId, records, origin);
    const newestMs = records.reduce((newest, { timesMs }) => Math.max(newest, timesMs.at(-1) ?? 0), 0);
    return { written, duplicates: fixes - written, newestObservedMs: newestMs === 0 ? null : newestMs };
  };
}
