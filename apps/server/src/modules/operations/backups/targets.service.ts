import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupTargetId, SecondTarget } from '@kianda/contract/operations/backups/backups.contract';
import type { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { BackupsRepository, SettingsRow } from './backups.repository.ts';
import { BackupError } from './engine/errors.ts';
import { sftpTarget } from './engine/sftp-target.ts';
import { type BackupTarget, storageTarget } from './engine/target.ts';

const vaultPlace = 'backups/second';
const vaultName = 'secret';

export type Targets = ReturnType<typeof createTargets>;

/** Targets of the backups: the main folder, and the second target that administrators set. */
export function createTargets(options: {
  mainFolder: string;
  repository: BackupsRepository;
  vault: ReturnType<typeof createCredentialVault>;
}) {
  const { mainFolder, repository, vault } = options;

  function open(second: SecondTarget, sealed: Buffer | null): BackupTarget {
    const secret = sealed === null ? null : vault.open(vaultPlace, vaultName, sealed);
    if (second.kind === 'folder') return storageTarget({ kind: 'folder', folder: second.folder }, second.folder);
    if (second.kind === 'sftp') {
      if (secret === null) throw new BackupError('target', 'Falta a palavra-passe ou a chave do servidor SFTP.');
      return sftpTarget({ address: second.address, hostKey: second.hostKey, secret });
    }
    const { bucket, region, endpoint, accessKeyId } = second;
    const account = accessKeyId === null || secret === null ? {} : { accessKeyId, secretAccessKey: secret };
    return storageTarget(
      {
        kind: 's3',
        bucket,
        region,
        forcePathStyle: endpoint !== null,
        ...(endpoint === null ? {} : { endpoint }),
        ...account,
      },
      secondPlace(second),
    );
  }

  const main = (): BackupTarget => storageTarget({ kind: 'folder', folder: mainFolder }, mainFolder);

  return {
    main,
    mainFolder,
    seal: (secret: string): Buffer => vault.seal(vaultPlace, vaultName, secret),
    /** Null where no second target is set. Throws `BackupError` where it lacks a secret. */
    secondOf: ({ settings, sealed_secret }: SettingsRow): BackupTarget | null =>
      settings.second === null ? null : open(settings.second, sealed_secret),
    /** Throws `conflict` where no second target is set. */
    async named(id: BackupTargetId): Promise<BackupTarget> {
      if (id === 'main') return main();
      const row = await repository.settings();
      if (row.settings.second === null) {
        throw new AppError('conflict', { detail: 'Não há um segundo destino definido.' });
      }
      return open(row.settings.second, row.sealed_secret);
    },
  };
}

/** Address of the second target for people, without any secret. */
export function secondPlace(second: SecondTarget | null): string {
  if (second === null) return '';
  if (second.kind === 'folder') return second.folder;
  if (second.kind === 's3') {
    return `s3://${second.bucket}${second.endpoint === null ? '' : ` em ${new URL(second.endpoint).host}`}`;
  }
  const url = new URL(second.address);
  return `sftp://${url.host}${url.pathname}`;
}

/** Writes, reads and removes a small file. Throws what the target throws, or `target` where it reads something else. */
export async function tryTarget(target: BackupTarget): Promise<void> {
  const bytes = randomBytes(4_096);
  const path = `ensaio-${bytes.subarray(0, 6).toString('hex')}/ensaio.bin`;
  async function* probe() {
    yield bytes;
  }
  await target.put(path, probe());
  const hash = createHash('sha256');
  for await (const part of (await target.open(path)) ?? []) hash.update(part);
  await target.remove(path);
  await target.tidy(dirname(path));
  if (hash.digest('hex') !== createHash('sha256').update(bytes).digest('hex')) {
    throw new BackupError('target', 'O destino não devolveu o que lá foi gravado.');
  }
}

/** Device of a folder: two folders of one device are lost together. Null where the system does not say. */
export async function deviceOf(folder: string): Promise<string | null> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => null);
    if (found !== null) return String(found.dev);
    if (path === dirname(path)) return null;
  }
}
