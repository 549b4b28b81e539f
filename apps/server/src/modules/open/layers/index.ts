import type { CollectionSource } from '../../../platform/feature-collections.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { forgetUnusedFiles } from './layer-files.service.ts';
import { runImport } from './layer-import.service.ts';
import { createLayerUploads } from './layer-uploads.service.ts';
import { layerCollections } from './layers.collections.ts';
import { type LayerContext, layerLimits } from './layers.context.ts';
import { layerJobs } from './layers.jobs.ts';
import { layerMigrations } from './layers.migrations.ts';
import { createLayerRepository } from './layers.repository.ts';
import { layerBindings } from './layers.routes.ts';
import { createLayerService } from './layers.service.ts';

export { cleanName, formatOf } from './layer-file.rules.ts';
export { fileRows, fileTables } from './parse/read-layers.ts';

/** Front door of layers: files of others that become collections of the OGC API. */
function createLayers(options: {
  readonly platform: Platform;
  readonly audit: LayerContext['audit'];
  readonly queue: () => JobQueue;
  /** Whether a collection of another module has the id. */
  readonly isTaken: (id: string) => boolean;
}): Module & { readonly layerCollections: CollectionSource } {
  const { platform, audit, queue } = options;
  const repository = createLayerRepository(platform.database);
  const context: LayerContext = { platform, repository, audit, queue, limits: layerLimits };
  const service = createLayerService(context, options.isTaken);
  const uploads = createLayerUploads(context);
  return {
    name: 'layers',
    migrations: layerMigrations,
    bindings: layerBindings(context, service, uploads),
    jobs: layerJobs({
      run: (importId, job) => runImport(context, importId, job),
      forget: async () => (await forgetUnusedFiles(context)) + (await uploads.forgetAbandoned()),
    }),
    layerCollections: layerCollections(platform.database, repository),
  };
}

export const layersModule = defineModule({
  name: 'layers',
  needs: { audit: auditModule },
  collects: ['featureCollections'],
  offers: ['layerCollections'],
  create({ platform, jobs, needs: { audit }, collected }) {
    const layers = createLayers({
      platform,
      audit,
      queue: () => jobs,
      isTaken: (id) => collected.featureCollections().some((collection) => collection.id === id),
    });
    return { manifest: layers, offers: { layerCollections: layers.layerCollections } };
  },
});
