import type { AnimalTrackRecord } from '@kianda/connectors';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type ProvenanceOf,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
} from '../../ingestion/connectors/index.ts';
import { trackQuality } from './stored-quality.repository.ts';
import { trackMigrations } from './tracks.migrations.ts';
import { createTrackRepository } from './tracks.repository.ts';
import { trackBindings } from './tracks.routes.ts';
import { createTrackService, type TrackService, trackSink } from './tracks.service.ts';

export type { TrackService } from './tracks.service.ts';

export type TracksModule = Module & {
  readonly sink: Sink<AnimalTrackRecord>;
  readonly service: TrackService;
  /** The rules of quality over all tracks that are stored. */
  readonly quality: readonly StoredQuality[];
};

/** Front door of animal tracks: studies, tagged animals and their fixes. */
export function createTracks(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
}): TracksModule {
  const repository = createTrackRepository(options.platform.database);
  const service = createTrackService({
    repository,
    provenanceOf: options.provenanceOf,
    absenceOf: options.absenceOf,
    clock: options.platform.clock,
  });
  return {
    name: 'tracks',
    migrations: trackMigrations,
    sink: trackSink(repository),
    service,
    quality: trackQuality(options.platform.database),
    bindings: trackBindings(service),
  };
}

export const tracksModule = defineModule({
  name: 'tracks',
  needs: { connectors: connectorsModule },
  fills: { sinks: recordSinks, storedQuality },
  offers: ['service'],
  create({ platform, needs: { connectors } }) {
    const tracks = createTracks({
      platform,
      provenanceOf: connectors.provenanceOf,
      absenceOf: connectors.absenceOf,
    });
    return {
      manifest: tracks,
      offers: tracks,
      fills: { sinks: { 'animal-track': tracks.sink }, storedQuality: tracks.quality },
    };
  },
});
