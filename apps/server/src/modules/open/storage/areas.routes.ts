import * as previews from '@kianda/contract/open/storage/preview.contract';
import * as contract from '@kianda/contract/open/storage/storage.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lifecycleJobName } from './lifecycle.jobs.ts';
import type { StorageRoutes } from './storage.context.ts';
import type { StorageService } from './storage.service.ts';

export function areaBindings(service: StorageService): Bindings {
  const { provenance } = service;
  return [
    bind(contract.listBuckets, async () => {
      const { buckets, measuredAtMs } = await service.buckets();
      return { data: { buckets }, provenance: provenance(measuredAtMs) };
    }),
    bind(contract.bucketInfo, async ({ params, principal }) => {
      const { info, measuredAtMs } = await service.info(params.name, principal);
      return { data: info, provenance: provenance(measuredAtMs) };
    }),
    bind(contract.bucketObjects, async ({ params, query }) => ({
      data: await service.objects(params.name, query),
      provenance: provenance(),
    })),
    bind(contract.storageStats, async () => {
      const { stats, measuredAtMs } = await service.stats();
      return { data: stats, provenance: provenance(measuredAtMs) };
    }),
    bind(contract.createBucket, async (c) => {
      await service.create(c.body, c);
      return { data: { name: c.body.name }, provenance: provenance(), status: 201 as const, message: 'Área criada.' };
    }),
    bind(contract.deleteBucket, async (c) => {
      await service.remove(c.params.name, c);
      return { data: { name: c.params.name }, provenance: provenance(), message: 'Área eliminada.' };
    }),
  ];
}

/** Deletion of objects by age: the rules, their preview and the job. */
export function lifecycleBindings({ context, own, queue }: StorageRoutes): Bindings {
  const { service } = context;
  const isOwn = context === own;
  return [
    bind(contract.putLifecycle, async (c) => ({
      data: { rules: await service.setRules(c.params.name, c.body.rules, c.body.revision, c) },
      provenance: service.provenance(),
      message: 'Regras guardadas.',
    })),
    bind(previews.previewLifecycle, async ({ params, body, signal }) => {
      const preview = await service.previewRules(params.name, body.rules, signal);
      // An external storage applies the rules itself, at hours of its own.
      const nextRunAt = isOwn ? queue().nextRun(lifecycleJobName) : null;
      return { data: { ...preview, nextRunAt }, provenance: service.provenance() };
    }),
    bind(previews.runLifecycle, async (c) => {
      if (!isOwn)
        throw new AppError('conflict', { detail: 'O armazenamento é outro, e aplica ele próprio as regras.' });
      const id = await queue().enqueue(lifecycleJobName, {}, { actorId: c.principal.accountId });
      await service.record(c, 'data.modify', 'lifecycle', { act: 'run-lifecycle', job: id });
      return { data: { id }, provenance: service.provenance(), message: 'Eliminação por idade na fila.' };
    }),
  ];
}
