/** S3 clients as people have them, unchanged, against the platform's storage: what they send and read is what is stored. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import { createS3Key } from '@kianda/contract/open/storage/s3.contract';
import { createBucket } from '@kianda/contract/open/storage/storage.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, openServices, printed, printedWith } from './testing/world.ts';

const files = 100;
const bigBytes = 20 * 1_048_576;

let world: Awaited<ReturnType<typeof openServices>>;
let folder: string;
let local: string;
let key: { accessKey: string; secretKey: string };
let environment: Record<string, string>;

beforeAll(async () => {
  world = await openServices();
  folder = await mkdtemp(join(tmpdir(), 'kianda-s3-'));
  local = join(folder, 'campanha');
  const { token, password } = await world.app.newSession('operador');
  for (const name of ['campanha-rclone', 'campanha-aws', 'rasters'])
    await world.app.call(createBucket, { token, body: { name } });
  const body = { name: 'Conformidade', write: true, buckets: null, days: 1 };
  const unproved = await world.app.call(createS3Key, { token, body });
  if (unproved.status !== 401) throw new Error(`a key without the password: ${unproved.status}`);
  const made = await world.app.call<DataOf<typeof createS3Key>>(createS3Key, {
    token,
    body: { ...body, currentPassword: password },
  });
  key = { accessKey: made.data.key.accessKey, secretKey: made.data.secretKey };
  environment = {
    ...{ AWS_ACCESS_KEY_ID: key.accessKey, AWS_SECRET_ACCESS_KEY: key.secretKey, AWS_DEFAULT_REGION: 'us-east-1' },
    ...{ AWS_EC2_METADATA_DISABLED: 'true', HOME: folder, TZ: 'UTC' },
  };
  // Names as teams give them, and contents that a seed tells.
  for (let n = 0; n < files; n += 1) {
    const path = join(local, `estação ${n % 6}`, `perfil-${String(n).padStart(4, '0')} (ç&+).csv`);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `profundidade;temperatura\n${n};${(20 + n / 100).toFixed(2)}\n`.repeat(1 + (n % 40)));
    await utimes(path, 1_700_000_000 + n, 1_700_000_000 + n);
  }
  await writeFile(join(local, 'vazio.txt'), '');
  const block = createHash('sha256').update('semente').digest();
  await writeFile(join(local, 'grande.nc'), Buffer.alloc(bigBytes, block));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** Objects of an area, as the storage itself has them: name → MD5. */
async function stored(area: string): Promise<Map<string, string>> {
  const { storage } = world.app;
  const root = `areas/${area}/`;
  const sums = new Map<string, string>();
  for await (const info of storage.list(root))
    sums.set(
      info.key.slice(root.length),
      createHash('md5')
        .update((await storage.get(info.key)) ?? '')
        .digest('hex'),
    );
  return sums;
}

const sumOf = async (path: string) =>
  createHash('md5')
    .update(await readFile(path))
    .digest('hex');

describe.skipIf(missing('rclone') !== false)(`rclone (${missing('rclone') || 'instalado'})`, () => {
  const rclone = (...args: readonly string[]) => {
    const remote = {
      RCLONE_CONFIG_K_TYPE: 's3',
      RCLONE_CONFIG_K_PROVIDER: 'Other',
      RCLONE_CONFIG_K_ENDPOINT: `${world.url}/storage/s3`,
      RCLONE_CONFIG_K_ACCESS_KEY_ID: key.accessKey,
      RCLONE_CONFIG_K_SECRET_ACCESS_KEY: key.secretKey,
      RCLONE_CONFIG: join(folder, 'rclone.conf'),
    };
    return printedWith({ ...environment, ...remote }, 'rclone', ...args);
  };

  test('sync sends every file once, the big one in parts; check agrees by its own sums, and so does the storage', async () => {
    await rclone('sync', local, 'k:campanha-rclone/2026', '--s3-upload-cutoff', '10M', '--s3-chunk-size', '8M');
    await rclone('check', local, 'k:campanha-rclone/2026');
    await rclone('check', '--download', local, 'k:campanha-rclone/2026');
    const objects = await stored('campanha-rclone');
    expect(objects.size).toBe(files + 2);
    expect(objects.get('2026/grande.nc')).toBe(await sumOf(join(local, 'grande.nc')));
    const listed = JSON.parse(await rclone('lsjson', '-R', '--files-only', '--hash', 'k:campanha-rclone')) as {
      Path: string;
      Size: number;
      ModTime: string;
      Hashes?: { md5?: string };
    }[];
    expect(listed).toHaveLength(files + 2);
    const told = new Map(
      listed.flatMap(({ Path, Hashes }) => (Hashes?.md5 === undefined ? [] : [[Path, Hashes.md5] as const])),
    );
    for (const [path, md5] of told) expect(objects.get(path)).toBe(md5);
    expect(told.size).toBeGreaterThan(files);
    expect(listed.find(({ Path }) => Path.endsWith('perfil-0007 (ç&+).csv'))?.ModTime).toBe(
      '2023-11-14T22:13:27.000000000Z',
    );
  });

  test('a second sync sends nothing; a changed, a renamed and a deleted file are all that goes', async () => {
    const turn = () =>
      rclone(
        'sync',
        local,
        'k:campanha-rclone/2026',
        '--use-json-log',
        '-v',
        '--stats',
        '0',
        '--track-renames',
        '--track-renames-strategy',
        'hash',
      );
    const before = await world.app.select<{ n: number }>(
      `select count(*)::integer as n from audit.events where event = 'data.import'`,
    );
    await turn();
    const after = await world.app.select<{ n: number }>(
      `select count(*)::integer as n from audit.events where event = 'data.import'`,
    );
    expect(after).toEqual(before);
    await writeFile(join(local, 'vazio.txt'), 'já não');
    await rm(join(local, 'estação 0', 'perfil-0000 (ç&+).csv'));
    await turn();
    const objects = await stored('campanha-rclone');
    expect(objects.size).toBe(files + 1);
    expect(objects.get('2026/vazio.txt')).toBe(await sumOf(join(local, 'vazio.txt')));
    await rclone('check', local, 'k:campanha-rclone/2026');
  });

  test('copies within the storage, links, and empties an area', async () => {
    await rclone('copy', 'k:campanha-rclone/2026/estação 1', 'k:campanha-rclone/cópia');
    await rclone('check', 'k:campanha-rclone/2026/estação 1', 'k:campanha-rclone/cópia');
    const link = (await rclone('link', '--expire', '5m', 'k:campanha-rclone/2026/vazio.txt')).trim();
    expect(await (await fetch(link)).text()).toBe('já não');
    await rclone('delete', 'k:campanha-rclone');
    expect((await stored('campanha-rclone')).size).toBe(0);
    expect(await rclone('lsf', 'k:campanha-rclone')).toBe('');
    await rclone('rmdir', 'k:campanha-rclone');
    expect(await rclone('lsf', 'k:')).not.toContain('campanha-rclone');
  });
});

describe.skipIf(missing('awscli') !== false)(`AWS CLI (${missing('awscli') || 'instalado'})`, () => {
  const aws = (...args: readonly string[]) =>
    printedWith(environment, '/usr/bin/aws', '--endpoint-url', `${world.url}/storage/s3`, ...args);

  test('sync, ls, cp, presign and rm', async () => {
    await aws('s3', 'sync', '--only-show-errors', local, 's3://campanha-aws/2026');
    const objects = await stored('campanha-aws');
    const listing = await aws('s3', 'ls', '--recursive', '--summarize', 's3://campanha-aws');
    expect(listing).toContain(`Total Objects: ${objects.size}`);
    expect(objects.size).toBeGreaterThan(files - 1);
    expect(objects.get('2026/grande.nc')).toBe(await sumOf(join(local, 'grande.nc')));
    expect(await aws('s3', 'sync', local, 's3://campanha-aws/2026')).toBe('');
    await aws('s3', 'cp', '--only-show-errors', 's3://campanha-aws/2026/grande.nc', join(folder, 'volta.nc'));
    expect(await sumOf(join(folder, 'volta.nc'))).toBe(await sumOf(join(local, 'grande.nc')));
    const link = (await aws('s3', 'presign', 's3://campanha-aws/2026/vazio.txt', '--expires-in', '60')).trim();
    expect((await fetch(link)).status).toBe(200);
    const head = JSON.parse(
      await aws('s3api', 'head-object', '--bucket', 'campanha-aws', '--key', '2026/grande.nc'),
    ) as object;
    expect(head).toMatchObject({ ContentLength: bigBytes, ETag: expect.stringMatching(/^"[0-9a-f]{32}-3"$/) });
    const page = JSON.parse(
      await aws(
        's3api',
        'list-objects-v2',
        '--bucket',
        'campanha-aws',
        '--page-size',
        '50',
        '--query',
        'length(Contents)',
      ),
    ) as number;
    expect(page).toBe(objects.size);
    await aws('s3', 'rm', '--recursive', '--only-show-errors', 's3://campanha-aws');
    expect((await stored('campanha-aws')).size).toBe(0);
    await aws('s3', 'rb', 's3://campanha-aws');
    expect(await aws('s3', 'ls')).not.toContain('campanha-aws');
  });

  test('is told what is wrong in words of S3', async () => {
    await expect(aws('s3', 'cp', join(local, 'vazio.txt'), 's3://raw/vazio.txt')).rejects.toThrow(
      /NoSuchBucket|AccessDenied/,
    );
    const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: 'errada' };
    await expect(printedWith(wrong, '/usr/bin/aws', '--endpoint-url', world.url, 's3', 'ls')).rejects.toThrow(
      /SignatureDoesNotMatch/,
    );
  });
});

describe.skipIf(missing('gdal-bin') !== false)(`GDAL /vsis3/ (${missing('gdal-bin') || 'instalado'})`, () => {
  // It takes a host and no path: the root, then.
  const gdal = (...args: readonly [string, ...string[]]) =>
    printedWith(
      {
        ...environment,
        AWS_S3_ENDPOINT: new URL(world.url).host,
        AWS_HTTPS: 'NO',
        AWS_VIRTUAL_HOSTING: 'FALSE',
        CPL_VSIL_USE_TEMP_FILE_FOR_RANDOM_WRITE: 'YES',
      },
      ...args,
    );

  test('writes a GeoTIFF, reads it by ranges, lists its folder', async () => {
    const raster = join(folder, 'tsm.tif');
    await printed(
      ...([
        'gdal_create',
        '-of',
        'GTiff',
        '-outsize',
        '400',
        '300',
        '-bands',
        '1',
        '-ot',
        'Float32',
        '-burn',
        '21.5',
      ] as const),
      ...['-a_srs', 'EPSG:4326', '-a_ullr', '8', '-6', '12', '-9', '-co', 'TILED=YES', raster],
    );
    await gdal('gdal_translate', '-q', '-of', 'COG', raster, '/vsis3/rasters/2026/tsm-cog.tif');
    const info = await gdal(
      'gdalinfo',
      '-stats',
      '--config',
      'GDAL_PAM_ENABLED',
      'NO',
      '/vsis3/rasters/2026/tsm-cog.tif',
    );
    expect(info).toContain('Size is 400, 300');
    expect(info).toMatch(/STATISTICS_MEAN=21.5/);
    expect([...(await stored('rasters')).keys()]).toEqual(['2026/tsm-cog.tif']);
    expect(
      await gdal(
        'gdal_translate',
        '-q',
        '-of',
        'XYZ',
        '-srcwin',
        '10',
        '10',
        '2',
        '1',
        '/vsis3/rasters/2026/tsm-cog.tif',
        '/vsistdout/',
      ),
    ).toMatch(/21\.5/);
  });
});
