/**
 * Writes the backup of a small installation of this version, against which later versions test their upgrade:
 * `node tools/make-release-fixture.ts <name>`. It is run once, at the release; what it wrote is never written again.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBackup } from '../apps/server/src/modules/operations/backups/engine/create.ts';
import { backupKeyOf } from '../apps/server/src/modules/operations/backups/engine/key.ts';
import { storageTarget } from '../apps/server/src/modules/operations/backups/engine/target.ts';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import startTestServer from './vitest-global.ts';

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('usage: node tools/make-release-fixture.ts <name of the release>');

const stop = await startTestServer();
const folder = mkdtempSync(join(tmpdir(), 'kianda-release-'));
const key = randomBytes(32);
const application = await createTestApplication();
try {
  // Accounts with their sessions and audit, and a check of the platform: rows in the tables that every installation has.
  for (const role of ['administrador', 'operador', 'cientista'] as const) await application.signIn(role);
  await application.composition.health.service.checkComponents();
  await createBackup({
    url: application.database.url,
    storage: application.storage,
    target: storageTarget({ kind: 'folder', folder }, folder),
    key: backupKeyOf(key),
    name: '2026-11-25-230000-completa',
    kind: 'full',
    base: null,
    masterKey: { bytes: randomBytes(32), isFile: true },
    appVersion: '2.0.0',
    now: () => '2026-11-25T23:00:00.000Z',
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
} finally {
  await application.close();
  await stop?.();
}
const root = join(folder, 'objects');
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const packed = {
  key: key.toString('base64'),
  files: Object.fromEntries(files.map((path) => [relative(root, path), readFileSync(path).toString('base64')])),
};
const releases = join(import.meta.dirname, '../apps/server/src/testing/releases');
mkdirSync(releases, { recursive: true });
writeFileSync(join(releases, `${name}.json.gz`), gzipSync(JSON.stringify(packed)));
rmSync(folder, { recursive: true, force: true });
