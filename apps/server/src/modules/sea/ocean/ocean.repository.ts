import type { Database } from '../../../platform/db/database.ts';
import { createObservationRepository } from './observations.repository.ts';
import { createArrivalRepository, createSliceRepository } from './slices.repository.ts';

/** SQL of gridded fields, stations and their observations. */
export function createOceanRepository(database: Database) {
  return {
    ...createSliceRepository(database),
    ...createArrivalRepository(database),
    ...createObservationRepository(database),
  };
}

export type OceanRepository = ReturnType<typeof createOceanRepository>;
