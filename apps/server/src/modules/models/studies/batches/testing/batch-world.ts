import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { usualParameters } from '@kianda/contract/models/studies/study-parameters';
import { gridOfBbox, gridPosition, isInZee, type Position, seededRandom } from '@kianda/geo';
import type { Platform } from '../../../../../platform/module.ts';
import type { SpeciesOccurrence } from '../../../../sea/biodiversity/index.ts';
import type { FieldClimate } from '../../../../sea/ocean/index.ts';
import { createSea } from '../../preparation/sea.service.ts';
import type { StudyContext } from '../../studies.context.ts';
import { createStudyRepository, type StudyRepository } from '../../studies.repository.ts';
import { createStudies } from '../../studies.service.ts';
import { type BatchRepository, createBatchRepository } from '../batches.repository.ts';
import { createBatches } from '../batches.service.ts';

/** Species with records, and one that nobody has recorded. */
export const recordedSpecies = [
  'Sardinella aurita',
  'Thunnus albacares',
  'Sardinops sagax',
  'Dentex macrophthalmus',
  'Sepia officinalis',
];
export const batchSpecies = [...recordedSpecies, 'Sereia angolensis'];

/** The usual temperature of a sea that grows warmer northward. */
const temperature: FieldClimate = (() => {
  const grid = gridOfBbox([8, -18.5, 14.5, -4], 0.25);
  const mean = Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const [lon, lat] = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    return 28 + lat / 2 - Math.cos(lon);
  });
  const [from, to] = [new Date('2026-08-01T00:00:00Z'), new Date('2026-08-30T00:00:00Z')];
  return { grid, mean, unit: '°C', fields: 30, from, to, provider: 'Ensaio', isSimulated: true };
})();

/** Records of a species in a band of the ZEE of its own. */
function recordsOf(species: string): SpeciesOccurrence[] {
  const place = recordedSpecies.indexOf(species);
  if (place < 0) return [];
  const random = seededRandom(species);
  const places: Position[] = [];
  while (places.length < 40) {
    const position: Position = [8.5 + 5 * random(), -16 + 2 * place + 2 * random()];
    if (isInZee(position)) places.push(position);
  }
  return places.map(([longitude, latitude], row) => ({
    ...{ source: 'obis', sourceId: `${species} ${row}`, longitude, latitude, depth: null, date: '2026-08-01' },
    ...{ start: new Date('2026-08-01T00:00:00Z'), licence: 'CC0', flags: [], duplicateOf: null, isSimulated: true },
  }));
}

/** Parameters that a study of a moment has. */
const small: StudyParameters = {
  ...{ ...usualParameters, variables: ['temperature'], seed: 1 },
  background: { kind: 'zee', points: 150, bufferKilometres: 200 },
  partition: { kind: 'random', folds: 2, blockKilometres: 150, cellDegrees: 1 },
  tuning: { features: ['L'], betas: [1] },
};

type Over = {
  readonly studies: (repository: StudyRepository) => StudyRepository;
  readonly batches: (repository: BatchRepository) => BatchRepository;
};
const asTheyAre: Over = { studies: (repository) => repository, batches: (repository) => repository };

/** Batches of studies over a platform and a sea of one variable. */
export function batchWorld(platform: Platform, over: Over = asTheyAre) {
  const climate = {
    climate: async (variable: string) => (variable === 'analysedSst' ? temperature : null),
    dailyTemperature: async () => null,
  };
  const nothing = () => {
    throw new Error('not here');
  };
  const context: StudyContext = {
    ...{ platform, repository: over.studies(createStudyRepository(platform.database)) },
    ...{ audit: { record: async () => undefined }, settings: { codeVersion: '2.0.0' }, provenance: nothing },
    // A batch is read besides how its job is: there is none.
    queue: () => ({ list: async () => [], get: async () => null }) as never,
    sea: createSea(climate, platform.clock),
    stores: {
      ...{ climate, occurrences: nothing },
      species: {
        species: async ({ names = [] }: { readonly names?: readonly string[] }) =>
          recordedSpecies
            .filter((name) => names.includes(name))
            .map((name, aphiaId) => ({ name, aphiaId, commonName: null, records: 40 })),
        occurrences: async (species: string) => recordsOf(species),
      } as never,
    },
  };
  const batches = over.batches(createBatchRepository(platform.database));
  return {
    repository: context.repository,
    batches,
    service: createBatches(context, { batches, studies: createStudies(context) }),
  };
}

/** A batch of all species, with their numbers. */
export const addBatch = (batches: BatchRepository, id: string, now: Date, studyIds: readonly string[]): Promise<void> =>
  batches.add(
    { id, created_at: now, parameters: JSON.stringify(small), requested_by_id: null, requested_by: 'Ensaio' },
    batchSpecies.map((species, place) => ({ place, species, study_id: studyIds[place] ?? '' })),
  );
