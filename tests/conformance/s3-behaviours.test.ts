/** Behaviours of S3, asked by boto3 as Debian ships it: the list is `testing/s3-behaviours.py`, the table `docs/s3.md`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import { createS3Key } from '@kianda/contract/open/storage/s3.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, openPlatform, printedWith } from './testing/world.ts';

const script = join(import.meta.dirname, 'testing/s3-behaviours.py');
const source = readFileSync(script, 'utf8');
const helpers = /^helpers = \{(.*)\}$/m.exec(source)?.[1] ?? '';
const names = Array.from(source.matchAll(/^def (\w+)\(/gm), ([, name]) => name ?? '').filter(
  (name) => !helpers.includes(`"${name}"`),
);

describe.skipIf(missing('python3-boto3') !== false)(`boto3 (${missing('python3-boto3') || 'instalado'})`, () => {
  let world: Awaited<ReturnType<typeof openPlatform>>;
  let results: Readonly<Record<string, string>>;

  beforeAll(async () => {
    world = await openPlatform();
    const { token, password: currentPassword } = await world.app.newSession('operador');
    const body = { name: 'boto3', write: true, buckets: null, days: 1, currentPassword };
    const { data } = await world.app.call<DataOf<typeof createS3Key>>(createS3Key, { token, body });
    const endpoint = `${world.url}/storage/s3`;
    const environment = { AWS_EC2_METADATA_DISABLED: 'true', PYTHONDONTWRITEBYTECODE: '1', TZ: 'UTC' };
    const given = [script, endpoint, data.key.accessKey, data.secretKey];
    results = JSON.parse(await printedWith(environment, '/usr/bin/python3', ...given)) as typeof results;
  });
  afterAll(() => world.close());

  test.each(names)('%s', (name) => {
    expect(results[name]).toBe('ok');
  });
});
