import type { LicencePeriod, TrackReader } from '../../vessels/index.ts';
import { createAreaService, seedAreas } from './areas.service.ts';
import { createLicenceService } from './licences.service.ts';
import type { RegistryRepository } from './registry.repository.ts';
import type { RegistryContext } from './registry-context.ts';
import { createSeasonService, seedSeasons } from './seasons.service.ts';

export type RegistryService = ReturnType<typeof createRegistryService>;

/** The national registry: watched areas, licences, closed seasons. Every change is audited. */
export function createRegistryService(
  context: RegistryContext & {
    /** Alerts raised since an instant, by area. */
    alertsByArea(since: Date): Promise<ReadonlyMap<string, number>>;
  },
) {
  return {
    /** Inserts the areas and seasons that come with the platform where they are missing. */
    async seed(): Promise<void> {
      await seedAreas(context);
      await seedSeasons(context);
    },
    ...createAreaService(context),
    ...createLicenceService(context),
    ...createSeasonService(context),
  };
}

/** Periods in which ships held or hold licences; null where the registry is empty. */
export async function licencePeriods(
  repository: RegistryRepository,
  tracks: Pick<TrackReader, 'shipsHolding'>,
): Promise<readonly LicencePeriod[] | null> {
  const marks = await repository.licenceMarks();
  return marks.length === 0 ? null : tracks.shipsHolding(marks);
}
