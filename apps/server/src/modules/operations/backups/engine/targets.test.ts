import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3rver } from '../../../../platform/storage/testing/s3rver.ts';
import { tryTarget } from '../targets.service.ts';
import { startSftpFolder } from '../testing/sftp-server.ts';
import { copyBackup } from './copy.ts';
import { sftpTarget } from './sftp-target.ts';
import { type BackupTarget, filesOf, storageTarget } from './target.ts';

const account = { username: 'kianda', password: 'maré de quadratura' };
const quiet = { signal: new AbortController().signal, progress: async () => undefined };
const large = randomBytes(300_000);
let folder: string;
let main: BackupTarget;
let sftp: Awaited<ReturnType<typeof startSftpFolder>>;
let s3: Awaited<ReturnType<typeof startS3rver>>;

async function* one(bytes: Uint8Array) {
  yield bytes;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-destinos-'));
  await mkdir(join(folder, 'sftp'));
  sftp = await startSftpFolder(join(folder, 'sftp'), account);
  s3 = await startS3rver(['copias']);
  main = storageTarget({ kind: 'folder', folder: join(folder, 'copias') }, 'copias');
  await main.put('c1/base/a.kb', one(large));
  await main.put('c1/manifesto.kb', one(Buffer.from('manifesto')));
});
afterAll(async () => {
  await sftp.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const targets: readonly [string, () => BackupTarget][] = [
  ['SFTP', () => sftpTarget({ address: sftp.address, hostKey: sftp.hostKey, secret: account.password })],
  ['S3', () => storageTarget({ kind: 's3', bucket: 'copias', ...s3.access }, 's3://copias')],
];

test.each(targets)(
  '%s: a backup arrives whole, is listed, read back the same, and leaves nothing when removed',
  async (_name, open) => {
    const target = open();
    await tryTarget(target);
    await copyBackup({ from: main, to: target, name: 'c1', ...quiet });
    // Again, over what is there.
    await copyBackup({ from: main, to: target, name: 'c1', ...quiet });
    expect([...(await filesOf(target, 'c1'))].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['c1/base/a.kb', large.length],
      ['c1/manifesto.kb', 9],
    ]);
    const hash = createHash('sha256');
    for await (const part of (await target.open('c1/base/a.kb')) ?? []) hash.update(part);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
    expect(await target.open('c1/nada.kb')).toBeNull();
    for (const path of (await filesOf(target, 'c1')).keys()) await target.remove(path);
    await target.tidy('c1');
    expect((await filesOf(target, 'c1')).size).toBe(0);
    await target.close();
  },
);

test('another server’s key, or a wrong password, is refused', async () => {
  const stranger = sftpTarget({ address: sftp.address, hostKey: `SHA256:${'A'.repeat(43)}`, secret: account.password });
  await expect(tryTarget(stranger)).rejects.toThrow('chave do servidor SFTP');
  const guess = sftpTarget({ address: sftp.address, hostKey: sftp.hostKey, secret: 'outra' });
  await expect(tryTarget(guess)).rejects.toThrow('recusou as credenciais');
});
