import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { root } from './shared/install.mjs';

test('a measurement refuses a part that it does not have, and names those it has', () => {
  const run = spawnSync(process.execPath, [join(root, 'bench/vessels.ts'), '--only=decoding,descodificar'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(run.stderr).toContain('--only: não há «descodificar»; há decoding, storing, map, list, hostile.');
  expect(run.status).toBe(1);
  expect(run.stdout).toBe('');
});
