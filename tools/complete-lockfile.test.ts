import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('package-lock.json has every optional package, so that `npm ci` accepts it whatever the registry lacks', () => {
  const script = join(import.meta.dirname, 'complete-lockfile.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
