import type { Database } from '../../../platform/db/database.ts';
import { createObservationRepository } from './observations.repository.ts';
import { createSliceRepository } from './slices.repository.ts';

/** SQL of gridded fields, stations and their observations. */
export function createOceanRepository(database: Database) {
  return { ...createSliceRepository(database), ...createObservationRepository(database) };
}

export type OceanRepository = ReturnType<typeof createOceanRepository>;
