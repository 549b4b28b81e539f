import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Site } from './testing/site.ts';

const Bucket = 'abertos-namibe';
const page = 'https://mapas.example.ao';
let site: Awaited<ReturnType<typeof openS3Site>>;
let client: sdk.S3Client;
let scientist: sdk.S3Client;

beforeAll(async () => {
  site = await openS3Site();
  const clientOf = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    new sdk.S3Client({ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  client = clientOf(await site.key('operador'));
  scientist = clientOf(await site.key('cientista'));
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
  for (const Key of ['mapas/tsm.json', 'mapas/secreto/rota.json', 'interno.txt'])
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: Key, ContentType: 'text/plain' }));
});
afterAll(() => site.close());

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
const ask = (path: string, init: RequestInit = {}) => fetch(`${site.url}/${Bucket}${path}`, init);
const codeOf = async (answer: Response) => /<Code>(\w+)</.exec(await answer.text())?.[1];
const preflight = (path: string, method: string, headers = '') =>
  ask(path, {
    method: 'OPTIONS',
    headers: {
      origin: page,
      'access-control-request-method': method,
      ...(headers === '' ? {} : { 'access-control-request-headers': headers }),
    },
  });
const of = (answer: Response, ...names: readonly string[]) =>
  names.map((name) => answer.headers.get(`access-control-${name}`));

describe('CORS', () => {
  const put = (CORSRules: sdk.CORSRule[], by = client) =>
    by.send(new sdk.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const read = () => client.send(new sdk.GetBucketCorsCommand({ Bucket }));

  test('an area without rules is read by no page of another origin', async () => {
    expect(await nameOf(read())).toBe('NoSuchCORSConfiguration');
    const asked = await preflight('/interno.txt', 'GET');
    expect([asked.status, await codeOf(asked)]).toEqual([403, 'AccessForbidden']);
    const answer = await ask('/interno.txt', { headers: { origin: page } });
    expect([answer.status, ...of(answer, 'allow-origin')]).toEqual([403, null]);
  });

  test('rules come back as they were written, and only who manages writes them', async () => {
    const rules: sdk.CORSRule[] = [
      {
        ID: 'mapas',
        AllowedOrigins: ['https://*.example.ao'],
        AllowedMethods: ['GET', 'PUT'],
        AllowedHeaders: ['x-amz-*', 'Authorization'],
        ExposeHeaders: ['ETag', 'x-amz-version-id'],
        MaxAgeSeconds: 600,
      },
      { AllowedOrigins: ['*'], AllowedMethods: ['HEAD'] },
    ];
    expect(await nameOf(put(rules, scientist))).toBe('AccessDenied');
    await put(rules);
    expect((await read()).CORSRules).toEqual(rules);
    const refused: sdk.CORSRule[] = [
      { AllowedOrigins: ['https://*.example.*'], AllowedMethods: ['GET'] },
      { AllowedOrigins: ['*'], AllowedMethods: ['PATCH'] },
      { AllowedOrigins: ['*'], AllowedMethods: ['GET'], ExposeHeaders: ['x-*'] },
    ];
    for (const rule of refused) expect(await nameOf(put([rule]))).toBe('InvalidRequest');
    expect((await read()).CORSRules).toEqual(rules);
    expect(site.audited.at(-1)).toMatchObject({ event: 'system.config.change', resource: `storage/${Bucket}` });
  });

  test('a browser is told what the first rule that fits allows, and nothing where none does', async () => {
    const asked = await preflight('/mapas/tsm.json', 'GET', 'X-Amz-Date, authorization');
    expect(asked.status).toBe(200);
    expect(of(asked, 'allow-origin', 'allow-methods', 'allow-headers', 'max-age', 'allow-credentials')).toEqual([
      page,
      'GET, PUT',
      'x-amz-date, authorization',
      '600',
      'true',
    ]);
    expect(asked.headers.get('vary')).toContain('Origin');
    expect(of(await preflight('/mapas/tsm.json', 'HEAD'), 'allow-origin')).toEqual(['*']);
    expect((await preflight('/mapas/tsm.json', 'GET', 'x-outro')).status).toBe(403);
    expect((await preflight('/mapas/tsm.json', 'DELETE')).status).toBe(403);
    const bare = await ask('/mapas/tsm.json', { method: 'OPTIONS' });
    expect([bare.status, await codeOf(bare)]).toEqual([400, 'BadRequest']);
  });

  test('an answer carries the headers, also one that refuses', async () => {
    const answer = await ask('/mapas/tsm.json', { headers: { origin: page } });
    expect([answer.status, ...of(answer, 'allow-origin', 'expose-headers')]).toEqual([
      403,
      page,
      'ETag, x-amz-version-id',
    ]);
    const other = await ask('/mapas/tsm.json', { headers: { origin: 'https://outro.example' } });
    expect(of(other, 'allow-origin')).toEqual([null]);
    await client.send(new sdk.DeleteBucketCorsCommand({ Bucket }));
    expect(await nameOf(read())).toBe('NoSuchCORSConfiguration');
    expect(of(await ask('/mapas/tsm.json', { headers: { origin: page } }), 'allow-origin')).toEqual([null]);
  });
});

describe('policies', () => {
  type Statement = Readonly<Record<string, unknown>>;
  const open = (more: Statement = {}): Statement => ({
    ...{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/mapas/*` },
    ...more,
  });
  const write = (Statement: unknown, by = client) =>
    by.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }));
  const status = async () =>
    (await client.send(new sdk.GetBucketPolicyStatusCommand({ Bucket }))).PolicyStatus?.IsPublic;
  const remove = () => client.send(new sdk.DeleteBucketPolicyCommand({ Bucket }));

  test('without one nothing is open: an area that is there answers as one that is not', async () => {
    expect(await nameOf(client.send(new sdk.GetBucketPolicyCommand({ Bucket })))).toBe('NoSuchBucketPolicy');
    const asked = ['/mapas/tsm.json', '', '/?location', '/?policy', '/?cors', '/?versions', '/?uploads', '/nenhum'];
    for (const path of asked) expect([path, (await ask(path)).status]).toEqual([path, 403]);
    for (const path of ['', '/', '/nenhuma-area', '/raw/x']) {
      const answer = await fetch(site.url + path);
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, 403, 'AccessDenied']);
    }
  });

  test('opens what it names to everyone, to read and to nothing else', async () => {
    expect(await nameOf(write([open()], scientist))).toBe('AccessDenied');
    await write([open()]);
    expect(await status()).toBe(true);
    const answer = await ask('/mapas/tsm.json');
    expect([answer.status, await answer.text()]).toEqual([200, 'mapas/tsm.json']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await ask('/mapas/tsm.json', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('/mapas/tsm.json', { headers: { range: 'bytes=0-4' } })).status).toBe(206);
    // Nobody learns by asking which names there are, since the list is closed.
    for (const path of [
      '/interno.txt',
      '/mapas/nenhum',
      '/',
      '/mapas/tsm.json?versionId=null',
      '/mapas/tsm.json?tagging',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 403]);
    expect((await ask('/mapas/novo', { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await ask('', { method: 'PUT' })).status).toBe(403);
    expect((await ask('', { method: 'DELETE' })).status).toBe(403);
    expect((await ask('/mapas/tsm.json', { method: 'DELETE' })).status).toBe(403);
    expect((await ask('/?delete', { method: 'POST', body: '<Delete/>' })).status).toBe(403);
    expect((await ask('/mapas/grande?uploads', { method: 'POST' })).status).toBe(403);
    const copy = await ask('/mapas/copia', {
      method: 'PUT',
      headers: { 'x-amz-copy-source': `/${Bucket}/mapas/tsm.json` },
    });
    expect(copy.status).toBe(403);
    const wrong = await ask('/mapas/tsm.json', { headers: { authorization: 'AWS4-HMAC-SHA256 nada' } });
    expect(wrong.status).toBe(400);
  });

  test('a list that is open says what is missing; a refusal counts more than any opening, for keys too', async () => {
    await write([
      open({ Resource: [`arn:aws:s3:::${Bucket}/*`] }),
      open({
        Action: ['s3:ListBucket', 's3:GetBucketLocation'],
        Resource: `arn:aws:s3:::${Bucket}`,
        Principal: { AWS: '*' },
      }),
      open({ Effect: 'Deny', Resource: `arn:aws:s3:::${Bucket}/mapas/secreto/*` }),
    ]);
    const list = await (await ask('/?list-type=2')).text();
    expect(Array.from(list.matchAll(/<Key>(.*?)</g), ([, key]) => key)).toEqual([
      'interno.txt',
      'mapas/secreto/rota.json',
      'mapas/tsm.json',
    ]);
    expect((await ask('/nenhum')).status).toBe(404);
    expect((await ask('/?location')).status).toBe(200);
    expect((await ask('/mapas/secreto/rota.json')).status).toBe(403);
    const get = (Key: string) => client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    expect(await nameOf(get('mapas/secreto/rota.json'))).toBe('AccessDenied');
    expect(await nameOf(get('interno.txt'))).toBe('ok');
    await remove();
    expect(await nameOf(get('mapas/secreto/rota.json'))).toBe('ok');
    expect((await ask('/interno.txt')).status).toBe(403);
  });

  test('a version is open only where the policy names versions', async () => {
    await write([open({ Action: 's3:GetObjectVersion' })]);
    expect((await ask('/mapas/tsm.json?versionId=null')).status).toBe(200);
    expect((await ask('/mapas/tsm.json')).status).toBe(403);
  });

  test('what it could not hold to is refused, and the policy before stays', async () => {
    await write([open()]);
    const refused: [Statement, string][] = [
      [open({ Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }), 'NotImplemented'],
      [open({ Principal: { AWS: 'arn:aws:iam::1:user/a' } }), 'NotImplemented'],
      [open({ Action: 's3:PutObject' }), 'NotImplemented'],
      [open({ Action: 's3:*' }), 'NotImplemented'],
      [{ ...open(), Action: undefined, NotAction: 's3:PutObject' }, 'NotImplemented'],
      [open({ Resource: 'arn:aws:s3:::outra/*' }), 'MalformedPolicy'],
      [open({ Resource: `arn:aws:s3:::${Bucket}-outra/*` }), 'MalformedPolicy'],
      [open({ Resource: `arn:aws:s3:::${Bucket}` }), 'MalformedPolicy'],
      [open({ Action: 's3:ListBucket' }), 'MalformedPolicy'],
      [open({ Effect: 'Talvez' }), 'MalformedPolicy'],
      [open({ Action: 'abrir' }), 'MalformedPolicy'],
    ];
    for (const [statement, code] of refused)
      expect([statement, await nameOf(write([statement]))]).toEqual([statement, code]);
    const text = (await client.send(new sdk.GetBucketPolicyCommand({ Bucket }))).Policy ?? '';
    expect(JSON.parse(text)).toEqual({ Version: '2012-10-17', Statement: [open()] });
    expect((await ask('/mapas/tsm.json')).status).toBe(200);
  });

  test('the block of public access closes an open area, and keeps one from being opened', async () => {
    const block = (PublicAccessBlockConfiguration: sdk.PublicAccessBlockConfiguration) =>
      client.send(new sdk.PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    const read = () => client.send(new sdk.GetPublicAccessBlockCommand({ Bucket }));
    expect(await nameOf(read())).toBe('NoSuchPublicAccessBlockConfiguration');
    await block({ BlockPublicPolicy: true, RestrictPublicBuckets: true });
    expect((await read()).PublicAccessBlockConfiguration).toEqual({
      ...{ BlockPublicAcls: false, IgnorePublicAcls: false },
      ...{ BlockPublicPolicy: true, RestrictPublicBuckets: true },
    });
    expect([await status(), (await ask('/mapas/tsm.json')).status]).toEqual([false, 403]);
    expect(await nameOf(write([open()]))).toBe('AccessDenied');
    await client.send(new sdk.DeletePublicAccessBlockCommand({ Bucket }));
    expect([await status(), (await ask('/mapas/tsm.json')).status]).toEqual([true, 200]);
    await remove();
    expect((await ask('/mapas/tsm.json')).status).toBe(403);
  });
});
