import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type {
  ObjectInfo,
  ObjectStorage,
  ObjectVersion,
  ObjectVersions,
} from '../../../platform/storage/object-storage.ts';
import { userRoot, versionRoot } from './areas.rules.ts';
import type {
  HeldVersions,
  NewVersion,
  VersionCursor,
  VersionLock,
  VersionRepository,
  VersionRow,
} from './object-versions.repository.ts';
import type { ObjectAddress } from './storage.types.ts';
import type { ObjectFacts } from './usage.repository.ts';

/** The version of an object that was there before its bucket kept versions, or was written while it kept none. */
export const nullVersion = 'null';
const unlocked: VersionLock = { lock_mode: null, lock_until: null, legal_hold: false };
const noFacts = { size_bytes: 0, etag: '', content_type: '', headers: {}, metadata: {} };

/** A storage that can give a content a second name, as a folder can. */
type LinkingStorage = ObjectStorage & Required<Pick<ObjectStorage, 'link'>>;
const canLink = (storage: ObjectStorage): storage is LinkingStorage => storage.link !== undefined;

/** The storage with versions of its own, where it can keep them and has none. */
export function withVersions(
  storage: ObjectStorage,
  parts: { clock: Clock; repository: VersionRepository },
): { readonly storage: ObjectStorage; readonly ownVersions: OwnVersions | null } {
  if (storage.versions !== undefined || !canLink(storage)) return { storage, ownVersions: null };
  const ownVersions = createOwnVersions({ storage, ...parts });
  return {
    ownVersions,
    storage: {
      ...storage,
      versions: ownVersions.port,
      async open(key, range, versionId) {
        const address = versionId === undefined ? null : addressOf(key);
        if (versionId === undefined || address === null) return storage.open(key, range);
        const found = await ownVersions.find(address, versionId);
        if (found === null) return versionId === nullVersion ? storage.open(key, range) : null;
        const opened = found.row.is_deleted ? null : await storage.open(found.file, range);
        return opened === null ? null : { ...opened, key };
      },
    },
  };
}

export type OwnVersions = ReturnType<typeof createOwnVersions>;

/**
 * Versions of objects in a storage that keeps none itself. The newest content is the object; earlier ones lie below
 * `versions/`, a second name of the same bytes until the object is replaced. Rows say what is a version of what: a kill at
 * any point leaves every content that was ever answered for in its place, named by its row or found by the next change.
 */
export function createOwnVersions(parts: VersionParts) {
  const { repository } = parts;
  const change = versionChange(parts);
  const context = { ...parts, change };
  const remove = versionRemoval(context);

  return {
    /** Where a content is written before it becomes the object. */
    draftOf: fileOf,

    ...versionWrites(context),

    /** Deletes a version for good; null where there is none. Throws `conflict` for one that is locked. */
    remove,

    /** A version, and where its content lies; null where there is none. */
    async find(address: ObjectAddress, versionId: string): Promise<{ row: VersionRow; file: string } | null> {
      const row = await repository.version(address, versionId);
      return row === undefined ? null : { row, file: row.file ?? keyOf(address) };
    },

    /** The version that the object is now; undefined where its key has none. */
    latest: repository.latest,
    list: repository.list,

    /** Changes what keeps a version from being deleted, as `decide` says; null where there is no such version. */
    lock: (address: ObjectAddress, versionId: string | undefined, decide: (row: VersionRow) => Partial<VersionLock>) =>
      change(address, async (held) => {
        const row = versionId === undefined ? await held.latest() : await held.version(versionId);
        if (row === undefined || row.is_deleted) return null;
        await held.lock(row.seq, decide(row));
        return row;
      }),

    /** Replaces the headers that readers of a version get back; false where there is no such version. */
    describe: (address: ObjectAddress, versionId: string, headers: Record<string, string>): Promise<boolean> =>
      change(address, async (held) => {
        const row = await held.version(versionId);
        if (row === undefined || row.is_deleted) return false;
        await held.describe(row.seq, headers);
        return true;
      }),

    port: portOf({ ...context, remove }),
  };
}

type VersionParts = {
  readonly storage: LinkingStorage;
  readonly clock: Clock;
  readonly repository: VersionRepository;
};
/** The parts, and the way in which everything changes that has versions. */
type VersionContext = VersionParts & { readonly change: ReturnType<typeof versionChange> };

const keyOf = ({ bucket, key }: ObjectAddress) => `${userRoot}/${bucket}/${key}`;
const fileOf = (bucket: string) => `${versionRoot}/${bucket}/${randomUUID()}`;

/** Puts something in the place of the object, once all that it had is kept. */
function versionChange({ storage, clock, repository }: VersionParts) {
  /** Gives the content of the object a row and a second name, where it has none. True where there was something to do. */
  async function keepCurrent(address: ObjectAddress, held: HeldVersions): Promise<boolean> {
    const info = await storage.stat(keyOf(address));
    if (info === null) return false;
    const latest = await held.latest();
    const isRow = latest !== undefined && isOf(latest, info);
    if (isRow && latest.file !== null) return false;
    const file = fileOf(address.bucket);
    if (!(await storage.link(keyOf(address), file))) return false;
    if (isRow) await held.keepAt(latest.seq, file);
    else {
      const facts = await held.facts();
      const known =
        facts !== undefined && isOf({ ...facts, is_deleted: false }, info)
          ? facts
          : { ...noFacts, size_bytes: info.sizeBytes, modified_at: new Date(info.modifiedAt) };
      const id = (await held.version(nullVersion)) === undefined ? nullVersion : newId();
      const row = { ...address, ...known, version_id: id, is_deleted: false, file, ...unlocked };
      await held.add(row, new Date(clock.nowMs()));
    }
    return true;
  }

  return async <T>(address: ObjectAddress, act: (held: HeldVersions) => Promise<T>): Promise<T> => {
    for (;;) {
      // The old content must be kept for good before its place is taken: hence two transactions.
      const done = await repository.held(address, async (held) =>
        (await keepCurrent(address, held)) ? null : { value: await act(held) },
      );
      if (done !== null) return done.value;
    }
  };
}

/** Deletes a version for good; the one before it becomes the object where it was the latest. */
function versionRemoval({ storage, clock, change }: VersionContext) {
  return async (
    address: ObjectAddress,
    versionId: string,
    options: { bypassGovernance: boolean },
  ): Promise<VersionRow | null> =>
    change(address, async (held) => {
      const row = await held.version(versionId);
      if (row === undefined) return null;
      assertUnlocked(row, clock.nowMs(), options.bypassGovernance);
      await held.remove(row.seq);
      if (row.is_latest) {
        const next = await held.newest();
        if (next !== undefined) await held.makeLatest(next.seq);
        if (next?.file == null || next.is_deleted) await storage.delete(keyOf(address));
        else await storage.link(next.file, keyOf(address));
      }
      if (row.file !== null) await storage.delete(row.file);
      return row;
    });
}

/** New versions of objects: contents, and marks of deletions. */
function versionWrites({ storage, clock, change }: VersionContext) {
  /** The row of a new version; of a bucket whose versions are suspended, in the place of its null version. */
  async function add(held: HeldVersions, row: NewVersion): Promise<void> {
    const replaced = row.version_id === nullVersion ? await held.version(nullVersion) : undefined;
    if (replaced !== undefined) await removeRow(held, replaced);
    await held.add(row, new Date(clock.nowMs()));
  }

  async function removeRow(held: HeldVersions, row: VersionRow): Promise<void> {
    assertUnlocked(row, clock.nowMs(), false);
    await held.remove(row.seq);
    if (row.file !== null) await storage.delete(row.file);
  }

  const idOf = (versioning: 'enabled' | 'suspended') => (versioning === 'enabled' ? newId() : nullVersion);

  return {
    /** Makes a draft the object, and what was there before a version. Resolves to the new version's id. */
    async replace(
      address: ObjectAddress,
      draft: string,
      given: { facts: Omit<ObjectFacts, 'modified_at'>; versioning: 'enabled' | 'suspended'; lock?: VersionLock },
    ) {
      const version_id = idOf(given.versioning);
      const info = await storage.stat(draft);
      if (info === null) throw new Error(`draft ${draft} is gone`);
      const row = {
        ...address,
        ...given.facts,
        modified_at: new Date(info.modifiedAt),
        version_id,
        is_deleted: false,
        file: draft,
        ...(given.lock ?? unlocked),
      };
      await change(address, async (held) => {
        await add(held, row);
        await storage.link(draft, keyOf(address));
      });
      return version_id;
    },

    /** Puts the mark of a deletion on top of the versions. Resolves to the mark's id. */
    async mark(address: ObjectAddress, versioning: 'enabled' | 'suspended'): Promise<string> {
      const version_id = idOf(versioning);
      await change(address, async (held) => {
        await add(held, {
          ...address,
          ...noFacts,
          modified_at: new Date(clock.nowMs()),
          version_id,
          is_deleted: true,
          file: null,
          ...unlocked,
        });
        await storage.delete(keyOf(address));
      });
      return version_id;
    },
  };
}

/** The same versions by the keys of the storage, as the console lists and restores them. */
function portOf(parts: {
  storage: LinkingStorage;
  clock: Clock;
  repository: VersionRepository;
  remove: (address: ObjectAddress, versionId: string, options: { bypassGovernance: boolean }) => Promise<unknown>;
  change: <T>(address: ObjectAddress, act: (held: HeldVersions) => Promise<T>) => Promise<T>;
}): ObjectVersions {
  const { storage, clock, repository, remove, change } = parts;
  return {
    async state(prefix) {
      const address = addressOf(prefix);
      return (address === null ? undefined : await repository.settings(address.bucket))?.versioning ?? 'off';
    },
    async list(prefix, { limit, after }) {
      const address = addressOf(prefix);
      if (address === null) return { versions: [], next: null };
      const rows = await repository.list(address.bucket, address.key, {
        after: after === undefined ? { key: '', seq: null } : cursorOf(after),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        versions: page.map(
          (row): ObjectVersion => ({
            ...{
              key: keyOf({ bucket: address.bucket, key: row.key }),
              sizeBytes: row.size_bytes,
              modifiedAt: row.modified_at.toISOString(),
            },
            ...{ versionId: row.version_id, isLatest: row.is_latest, isDeleted: row.is_deleted },
            lock: { mode: row.lock_mode, until: row.lock_until?.toISOString() ?? null, legalHold: row.legal_hold },
          }),
        ),
        next: rows.length > limit && last !== undefined ? JSON.stringify([last.key, last.seq]) : null,
      };
    },
    async restore(key, versionId) {
      const address = addressOf(key);
      if (address === null) return false;
      return change(address, async (held) => {
        const row = await held.version(versionId);
        if (row === undefined) return false;
        const { seq: _seq, is_latest: _latest, noncurrent_at: _at, ...copied } = row;
        const file = row.is_deleted ? null : await copyOf(storage, row);
        await held.add({ ...copied, version_id: newId(), ...unlocked, file }, new Date(clock.nowMs()));
        if (row.is_deleted) await storage.delete(keyOf(address));
        else await storage.link(row.file ?? keyOf(address), keyOf(address));
        return true;
      });
    },
    async remove(key, versionId) {
      const address = addressOf(key);
      if (address !== null) await remove(address, versionId, { bypassGovernance: false });
    },
  };
}

/** A second name of a version's content: two versions may then be deleted one without the other. */
async function copyOf(storage: LinkingStorage, { bucket, file }: VersionRow): Promise<string | null> {
  const copy = `${versionRoot}/${bucket}/${randomUUID()}`;
  return file !== null && (await storage.link(file, copy)) ? copy : null;
}

const newId = (): string => randomUUID().replaceAll('-', '');

/** The bucket and the key of an object of people; null for any other. */
export function addressOf(fullKey: string): ObjectAddress | null {
  const [root, bucket, ...rest] = fullKey.split('/');
  return root === userRoot && bucket !== undefined ? { bucket, key: rest.join('/') } : null;
}

function isOf(
  { size_bytes, modified_at, is_deleted }: Pick<VersionRow, 'size_bytes' | 'modified_at' | 'is_deleted'>,
  info: ObjectInfo,
): boolean {
  return !is_deleted && Number(size_bytes) === info.sizeBytes && modified_at.toISOString() === info.modifiedAt;
}

/** Throws a RangeError for a text that is no cursor. */
function cursorOf(text: string): VersionCursor {
  const parts = (() => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  })();
  if (
    !Array.isArray(parts) ||
    typeof parts[0] !== 'string' ||
    typeof parts[1] !== 'string' ||
    !/^\d{1,18}$/.test(parts[1])
  )
    throw new RangeError(`cursor ${text.slice(0, 80)}`);
  return { key: parts[0], seq: parts[1] };
}

/** Throws `conflict` for a version that must stay: by nobody's wish, or but for those who may pass over a governance. */
export function assertUnlocked(
  row: Pick<VersionRow, 'lock_mode' | 'lock_until' | 'legal_hold'>,
  nowMs: number,
  bypassGovernance: boolean,
): void {
  if (row.legal_hold)
    throw new AppError('conflict', {
      detail: 'A versão está retida por ordem legal: só se elimina depois de levantada.',
    });
  if (row.lock_until === null || row.lock_until.getTime() <= nowMs) return;
  if (row.lock_mode === 'GOVERNANCE' && bypassGovernance) return;
  throw new AppError('conflict', { detail: `A versão está bloqueada até ${row.lock_until.toISOString()}.` });
}
