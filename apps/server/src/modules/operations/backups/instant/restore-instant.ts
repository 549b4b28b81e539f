import { handOver, removeRecovered } from '../../../../platform/db/embedded/recovery.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { backupKeyOf, fingerprintText } from '../engine/key.ts';
import { listBackups, type Manifest, readManifest } from '../engine/manifest.ts';
import { type ObjectsRestored, restoreObjects } from '../engine/restore-objects.ts';
import { folderTarget } from '../restore-folder.service.ts';
import { type BaseManifest, listBases, masterKeyOf, readBase, spanOf } from './base.ts';
import { segmentOf } from './names.ts';
import { type InstantNote, previousFolderName } from './previous-data.ts';
import { recoverAt } from './recover.ts';
import { listSegments } from './segment-store.ts';
import { baseFor, islandsOf, outside, serviceClientsOf } from './windows.ts';

export type InstantBackup = {
  readonly base: BaseManifest;
  readonly fingerprint: string;
  /** The platform's master key as the base has it; null where the operator sets it. */
  readonly masterKey: Buffer | null;
  /** The nearest backup before the instant, whose objects go with it; null where there is none. */
  readonly objectsOf: Manifest | null;
  /** Recovers beside the cluster in `home` and leaves the change of place; nothing changes until it takes place. */
  recover(into: {
    home: string;
    machine: string;
    nowMs: number;
    progress: (fraction: number | null, message: string) => Promise<void>;
  }): Promise<{ aside: string }>;
  restoreObjects(storage: ObjectStorage): Promise<ObjectsRestored>;
};

const preparedFolder = 'reposta-instante';

/** Opens what a folder of backups has for an instant. Throws `BackupError` with the instants it has. */
export async function openInstants(options: {
  folder: string;
  key: Uint8Array;
  instant: Date;
}): Promise<InstantBackup> {
  const key = backupKeyOf(options.key);
  const { instant } = options;
  const { target } = await folderTarget(options.folder);
  const bases: BaseManifest[] = [];
  for (const name of await listBases(target)) bases.push(await readBase(target, key, name));
  const segmentBytes = new Map(bases.map((base) => [base.systemId, base.segmentBytes]));
  const segments = await Promise.all(
    [...segmentBytes].map(async ([systemId, bytes]) =>
      (await listSegments(target, systemId)).flatMap(({ name, markedAt }) => {
        const segment = segmentOf(name, bytes);
        return segment === null ? [] : [{ systemId, ...segment, markedAtMs: markedAt?.getTime() ?? null }];
      }),
    ),
  );
  const reaches = serviceClientsOf(bases.map(spanOf), islandsOf(segments.flat()));
  const chosen = baseFor(reaches, instant.getTime());
  const base = bases.find(({ name }) => name === chosen?.name);
  if (base === undefined) throw outside(instant, reaches);
  let objectsOf: Manifest | null = null;
  for (const name of (await listBackups(target)).toReversed()) {
    const manifest = await readManifest(target, key, name);
    if (manifest.mark.at > instant.toISOString()) continue;
    if (objectsOf === null || manifest.mark.at > objectsOf.mark.at) objectsOf = manifest;
  }
  const signal = new AbortController().signal;
  const quiet = async () => undefined;
  return {
    base,
    fingerprint: fingerprintText(key.fingerprint),
    masterKey: await masterKeyOf(target, key, base),
    objectsOf,
    async recover({ home, machine, nowMs, progress }) {
      const shared = { manifest: base, instant, target, key, home, name: preparedFolder, machine, signal, progress };
      const recovered = await recoverAt({ ...shared, serverMajor: null, isThrowaway: false }).catch(
        async (error: unknown) => {
          await removeRecovered(home, preparedFolder);
          throw error;
        },
      );
      const aside = previousFolderName(nowMs);
      const note: InstantNote = {
        ...{ base: base.name, instant: instant.toISOString(), aside },
        actor: { id: null, name: 'npm run restore' },
        reason: 'Reposição pela linha de comandos',
      };
      await handOver(recovered, { home, aside, note: JSON.stringify(note) });
      return { aside };
    },
    async restoreObjects(storage) {
      if (objectsOf === null) return { written: 0, same: 0, bytes: 0 };
      const present = new Set<string>();
      for await (const object of storage.list('')) present.add(object.key);
      return restoreObjects({
        ...{ manifest: objectsOf, target, key, storage, signal, progress: quiet },
        isWanted: (object) => !present.has(object),
      });
    },
  };
}
