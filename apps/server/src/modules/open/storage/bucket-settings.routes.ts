import * as contract from '@kianda/contract/open/storage/bucket-settings.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { BucketSettingsService } from './bucket-settings.service.ts';

/** Choices of areas. Where people's areas are in an external storage (`isOwn` false), they are made there. */
export function bucketSettingsBindings(own: BucketSettingsService, isOwn: boolean): Bindings {
  const service = (): BucketSettingsService => {
    if (isOwn) return own;
    throw new AppError('conflict', { detail: 'As áreas estão num S3 próprio: estas escolhas fazem-se lá.' });
  };
  const done = (name: string, message: string) => ({ data: { name }, provenance: own.provenance(), message });
  return [
    bind(contract.bucketSettings, async ({ params }) => ({
      data: await service().view(params.name),
      provenance: own.provenance(),
    })),
    bind(contract.putBucketVersions, async (c) => {
      await service().setVersioning(c.params.name, c.body.versioning, c);
      return done(c.params.name, c.body.versioning === 'enabled' ? 'A área guarda versões.' : 'Versões suspensas.');
    }),
    bind(contract.putBucketLock, async (c) => {
      await service().setLock(c.params.name, c.body, c);
      return done(c.params.name, 'Bloqueio guardado.');
    }),
    bind(contract.putBucketCors, async (c) => {
      await service().setCors(c.params.name, c.body, c);
      return done(c.params.name, 'Regras CORS guardadas.');
    }),
    bind(contract.putBucketPolicy, async (c) => {
      await service().setPolicy(c.params.name, c.body, c);
      return done(c.params.name, c.body.policy === null ? 'Política retirada.' : 'Política guardada.');
    }),
    bind(contract.putBucketRules, async (c) => {
      await service().setRules(c.params.name, c.body, c);
      return done(c.params.name, 'Regras guardadas.');
    }),
    bind(contract.putVersionLock, async (c) => {
      await service().lockVersion(c.params.name, c.body, c);
      return done(c.params.name, 'Bloqueio da versão guardado.');
    }),
  ];
}
