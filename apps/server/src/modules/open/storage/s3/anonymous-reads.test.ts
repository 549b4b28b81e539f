import * as sdk from '@aws-sdk/client-s3';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { expect, test } from 'vitest';
import { createLogger } from '../../../../platform/log/log.ts';
import { createMovableClock } from '../../../../testing/application.ts';
import { createAnonymousReads } from './anonymous-reads.ts';
import { openS3Site } from './testing/site.ts';

const log = createLogger({ level: 'silent', pretty: false });

test('what is read without a signature is in the trail, counted; what is refused, and what a key reads, is not', async () => {
  const site = await openS3Site();
  const Bucket = 'abertos-soyo';
  const credentials = await site.key('operador');
  const client = new sdk.S3Client({ endpoint: site.url, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new sdk.CreateBucketCommand({ Bucket }));
  await client.send(new sdk.PutObjectCommand({ Bucket, Key: 'mapas/tsm.json', Body: '{}' }));
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/mapas/*` },
  });
  await client.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy }));
  const read = (path: string) => fetch(`${site.url}/${Bucket}/${path}`, { headers: { 'user-agent': 'curl/8' } });
  const answers = [await read('mapas/tsm.json'), await read('mapas/tsm.json'), await read('interno.txt')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  await client.send(new sdk.GetObjectCommand({ Bucket, Key: 'mapas/tsm.json' }));
  const accesses = () => site.audited.filter(({ event }) => event === 'data.access');
  expect(accesses()).toEqual([]);
  await site.module.stop?.();
  expect(accesses()).toEqual([
    {
      ...{ event: 'data.access', severity: 'low', actorId: null, actorName: 'Sem conta' },
      ...{ resource: `storage/${Bucket}/mapas/tsm.json`, ipAddress: '127.0.0.1', userAgent: 'curl/8' },
      metadata: { act: 'anonymous-read', reads: 2, from: expect.any(String), seconds: expect.any(Number) },
    },
  ]);
  await site.close();
});

test('many addresses and objects make few entries: the busiest, and one for all the others', async () => {
  const audited: AuditEntry[] = [];
  const clock = createMovableClock();
  const reads = createAnonymousReads({ audit: { record: async (entry) => audited.push(entry) }, clock, log });
  for (let n = 0; n < 6_000; n += 1) {
    const read = { ipAddress: `10.0.${n >> 8}.${n & 255}`, userAgent: '', bucket: 'abertos', key: `k${n}` };
    for (let again = 0; again < (n < 20 ? 3 : 1); again += 1) reads.count(read);
  }
  clock.advance(60_000);
  await reads.stop();
  expect(audited).toHaveLength(21);
  expect(audited.slice(0, 20).map(({ metadata }) => metadata?.reads)).toEqual(Array.from({ length: 20 }, () => 3));
  expect(audited.at(-1)).toMatchObject({
    resource: 'storage/*',
    metadata: { reads: 5_980, addresses: 4_980, objects: 4_980, seconds: 60 },
  });
  await reads.stop();
  expect(audited).toHaveLength(21);
});
