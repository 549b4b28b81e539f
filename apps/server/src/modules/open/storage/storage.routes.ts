import type { Bindings } from '../../../platform/http/bind.ts';
import { areaBindings, lifecycleBindings } from './areas.routes.ts';
import { minioBindings } from './minio.routes.ts';
import { objectBindings, sharingBindings, versionBindings } from './objects.routes.ts';
import type { StorageRoutes } from './storage.context.ts';
import { uploadBindings } from './uploads.routes.ts';

/** Endpoints of the object storage, except those of the S3 protocol. */
export function storageBindings(routes: StorageRoutes): Bindings {
  const { context, uploads } = routes;
  return [
    ...areaBindings(context.service),
    ...lifecycleBindings(routes),
    ...minioBindings(context.service),
    ...objectBindings(context.service),
    ...versionBindings(context.service),
    ...sharingBindings(routes),
    ...uploadBindings(context.service, uploads),
  ];
}
