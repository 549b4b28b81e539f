import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { Actor } from './storage.types.ts';
import type { recorder } from './storage-audit.service.ts';

type Place = { readonly root: string };

const folderReason =
  'O armazenamento em pasta não guarda versões: o que se substitui ou elimina só volta de uma cópia de segurança.';
const offReason =
  'A área não guarda versões. Quem gere o S3 pode passar a guardá-las; o que já foi substituído não volta.';

/** Earlier contents of objects, where the storage keeps them; where it does not, that is said. */
export function createVersionDesk(options: {
  storage: ObjectStorage;
  /** Runs a request to the storage, telling its faults. */
  ask: <T>(what: string, work: () => Promise<T>, right?: string) => Promise<T>;
  record: ReturnType<typeof recorder>;
  place: (name: string) => Promise<Place>;
  writable: (name: string) => Promise<Place>;
  whole: (root: string, key: string) => string;
}) {
  const { storage, ask, record, place, writable, whole } = options;

  return {
    async list(name: string, query: { prefix: string; after?: string | undefined; limit: number }) {
      const { root } = await place(name);
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
        // A prefix that no key has, or a cursor that is none of ours.
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

    /** The version to open; throws where one is asked for and there are none. */
    checked(versionId: string | undefined): string | undefined {
      if (versionId !== undefined && storage.versions === undefined)
        throw new AppError('conflict', { detail: folderReason });
      return versionId;
    },

    async remove(name: string, key: string, versionId: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const { versions } = storage;
      if (versions === undefined) throw new AppError('conflict', { detail: folderReason });
      const fullKey = whole(root, key);
      await ask('eliminar a versão', () => versions.remove(fullKey, versionId), 's3:DeleteObjectVersion');
      await record(actor, 'data.delete', `${name}/${key}`, { act: 'delete-version', versionId });
    },

    async restore(name: string, key: string, versionId: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const { versions } = storage;
      if (versions === undefined) throw new AppError('conflict', { detail: folderReason });
      const restored = await ask(
        'repor a versão',
        () => versions.restore(whole(root, key), versionId),
        's3:GetObjectVersion',
      );
      if (!restored) throw new AppError('not_found', { detail: 'Essa versão não existe.' });
      await record(actor, 'data.modify', `${name}/${key}`, { act: 'restore-version', versionId });
    },
  };
}
