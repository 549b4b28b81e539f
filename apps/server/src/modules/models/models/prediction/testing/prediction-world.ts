import type { Position } from '@kianda/geo';
import { seededRandom } from '@kianda/geo';
import type { Platform } from '../../../../../platform/module.ts';
import { type LearningRetention, retentionModule } from '../../../retention/index.ts';
import { mapWorld } from '../../maps/testing/map-world.ts';
import type { ModelContext } from '../../models.context.ts';
import { createPredictions } from '../predict.service.ts';

/** Items of the batch: few enough for the inference cache. */
export const batchItems = 20;

/** The batch of a round: places off Angola, half of them those of every round. */
export function batchOf(round: number): { longitude: number; latitude: number; inputs: object }[] {
  const place = (random: () => number): Position => [8.5 + 5 * random(), -17.5 + 13 * random()];
  const [always, own] = [seededRandom('always'), seededRandom(`round ${round}`)];
  return Array.from({ length: batchItems }, (_, index) => {
    const [longitude, latitude] = place(index % 2 === 0 ? always : own);
    return { longitude, latitude, inputs: {} };
  });
}

/** Predictions over a platform and a sea of one variable; `close` writes what the stores have to keep. */
export function predictionWorld(
  platform: Platform,
  over: (repository: ModelContext['repository']) => ModelContext['repository'],
) {
  const { versions, context } = mapWorld(platform);
  // The front door needs of the platform what it uses, and no more is given here.
  const retention = retentionModule.create({ platform, needs: { audit: context.audit } } as never);
  const { stores: stored } = retention.offers as { readonly stores: LearningRetention };
  const marks = {
    fields: async (variables: readonly string[]) => new Map(variables.map((variable) => [variable, '1'])),
    ...{ occurrences: async () => '1', specimens: async () => '1', catches: async () => '1' },
  };
  const labels = { find: () => Promise.reject(new Error('no labels here')) };
  const { stores } = context;
  const predict = createPredictions(
    { platform, stores, marks, retention: stored, repository: over(versions) },
    { labels, noteAsked: () => Promise.resolve() },
  );
  return { versions, predict, close: async () => retention.manifest.stop?.() };
}

export const retentionMigrationsOf = (platform: Platform) =>
  retentionModule.create({ platform, needs: { audit: { record: async () => undefined } } } as never).manifest
    .migrations;
