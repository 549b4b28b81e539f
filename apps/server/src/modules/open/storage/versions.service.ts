import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { Actor, StorageAsk } from './storage.types.ts';
import type { AuditRecorder } from './storage-audit.service.ts';

type Area = { readonly root: string };

const folderReason =
  'O armazenamento em pasta não guarda versões: o que se substitui ou elimina só volta de uma cópia de segurança.';
const offReason =
  'A área não guarda versões. Quem gere o S3 pode passar a guardá-las; o que já foi substituído não volta.';

/** Earlier contents of objects. Where the storage does not keep them, the answers give the reason. */
export function createVersions(options: {
  storage: ObjectStorage;
  ask: StorageAsk;
  record: AuditRecorder;
  area: (name: string) => Promise<Area>;
  writable: (name: string) => Promise<Area>;
  fullKeyOf: (root: string, key: string) => string;
}) {
  const { storage, ask, record, area, writable, fullKeyOf } = options;

  return {
    async list(name: string, query: { prefix: string; after?: string | undefined; limit: number }) {
      const { root } = await area(name);
      const { versions } = storage;
      if (versions === undefined) {
        return { versioning: 'unsupported' as const, reason: folderReason, versions: [], next: null };
      }
      const prefix = root + query.prefix;
      const [versioning, page] = await ask(
        'carregar versões',
        () => Promise.all([versions.state(prefix), versions.list(prefix, query)]),
        's3:ListBucketVersions',
      ).catch((error: unknown) => {
        // The storage throws RangeError for a prefix that no key has and for a cursor that it did not issue.
        if (!(error instanceof RangeError)) throw error;
        throw new AppError('validation_failed', {
          issues: [{ path: 'query', message: 'Prefixo ou página inválidos.' }],
        });
      });
      return {
        versioning,
        reason: versioning === 'off' ? offReason : null,
        versions: page.versions.map(({ key, sizeBytes, modifiedAt, ...version }) => ({
          ...version,
          key: key.slice(root.length),
          size: sizeBytes,
          lastModified: modifiedAt,
        })),
        next: page.next,
      };
    },

    /** The version to open. Throws `conflict` where one is given and the storage keeps none. */
    checked(versionId: string | undefined): string | undefined {
      if (versionId !== undefined && storage.versions === undefined)
        throw new AppError('conflict', { detail: folderReason });
      return versionId;
    },

    async remove(name: string, key: string, versionId: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const { versions } = storage;
      if (versions === undefined) throw new AppError('conflict', { detail: folderReason });
      const fullKey = fullKeyOf(root, key);
      await ask('eliminar a versão', () => versions.remove(fullKey, versionId), 's3:DeleteObjectVersion');
      await record(actor, 'data.delete', `${name}/${key}`, { act: 'delete-version', versionId });
    },

    async restore(name: string, key: string, versionId: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const { versions } = storage;
      if (versions === undefined) throw new AppError('conflict', { detail: folderReason });
      const restored = await ask(
        'repor a versão',
        () => versions.restore(fullKeyOf(root, key), versionId),
        's3:GetObjectVersion',
      );
      if (!restored) throw new AppError('not_found', { detail: 'Essa versão não existe.' });
      await record(actor, 'data.modify', `${name}/${key}`, { act: 'restore-version', versionId });
    },
  };
}
