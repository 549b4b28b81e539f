import type { ModelContext } from '../models.context.ts';
import type { createScores } from '../scoring/scores.service.ts';
import type { MapRepository } from './maps.repository.ts';

/** The parts that the rules of maps use. */
export type MapContext = Pick<ModelContext, 'platform' | 'audit' | 'settings' | 'queue'> & {
  readonly repository: MapRepository;
  readonly versions: ModelContext['repository'];
  readonly scores: ReturnType<typeof createScores>;
};
