import type { Recording, ReplayAnswer } from '../../../../testing/replay.ts';

/**
 * Answers of MinIO RELEASE.2025 (`cmd/admin-router.go`, madmin `AccountInfo`, S3 XML), for a key that may write in one of
 * its buckets. Its quirks: no `list-buckets`, times with nanoseconds, marks of deletions that answer 405.
 */
const xml = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): ReplayAnswer => ({
  status,
  headers: { 'content-type': 'application/xml', ...headers },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const fault = (status: number, code: string): ReplayAnswer =>
  xml(`<Error><Code>${code}</Code><Message>${code} at node1:9000</Message></Error>`, status);

const details = {
  versioning: true,
  versioningSuspended: false,
  locking: false,
  replication: false,
  tags: null,
  quota: null,
};
const bucket = (name: string, write: boolean) => ({
  name,
  size: 2048,
  objects: 2,
  objectHistogram: { LESS_THAN_1024_B: 0, BETWEEN_1024_B_AND_1_MB: 2 },
  objectsVersionsHistogram: { SINGLE_VERSION: 2 },
  details,
  prefixUsage: null,
  created: '2025-03-01T08:00:00.123456789Z',
  access: { read: true, write },
});

const version = (tag: 'Version' | 'DeleteMarker', id: string, isLatest: boolean, day: string) =>
  `<${tag}><Key>perfis/p1.csv</Key><LastModified>2026-08-${day}T00:00:00.000Z</LastModified>${
    tag === 'Version' ? '<ETag>"e"</ETag><Size>7</Size>' : ''
  }<IsLatest>${isLatest}</IsLatest><VersionId>${id}</VersionId></${tag}>`;

export const minio2025: Recording = {
  'GET /minio/admin/v3/accountinfo': {
    body: {
      AccountName: 'kianda',
      Server: { Type: 'Erasure', GatewayOnline: false },
      Policy: { Version: '2012-10-17', Statement: [] },
      Buckets: [bucket('campanhas', true), bucket('modelos', false)],
    },
  },
  'GET /minio/admin/v3/list-buckets': {
    status: 426,
    body: {
      Code: 'XMinioAdminVersionMismatch',
      Message: 'This server does not support it',
      Resource: '/minio/admin/v3/list-buckets',
    },
  },
  'GET /campanhas/?lifecycle=': xml(
    `<LifecycleConfiguration><Rule><ID>a</ID><Status>Enabled</Status><Filter><Prefix>tmp/</Prefix></Filter><Expiration><Days>30</Days></Expiration></Rule><Rule><ID>antigas</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter><NoncurrentVersionExpiration><NoncurrentDays>90</NoncurrentDays></NoncurrentVersionExpiration></Rule></LifecycleConfiguration>`,
  ),
  'GET /modelos/?lifecycle=': fault(404, 'NoSuchLifecycleConfiguration'),
  'PUT /campanhas/?lifecycle=': { status: 200 },
  'GET /campanhas/?versioning=': xml(
    `<VersioningConfiguration ${namespace}><Status>Enabled</Status></VersioningConfiguration>`,
  ),
  'GET /campanhas/': ({ url }) =>
    url.searchParams.has('versions')
      ? xml(
          `<ListVersionsResult ${namespace}><Name>campanhas</Name><IsTruncated>false</IsTruncated>${version('DeleteMarker', 'm3', true, '03')}${version('Version', 'v2', false, '02')}${version('Version', 'v1', false, '01')}</ListVersionsResult>`,
        )
      : xml(
          `<ListBucketResult ${namespace}><Name>campanhas</Name><IsTruncated>false</IsTruncated><Contents><Key>notas.csv</Key><LastModified>2026-08-01T00:00:00.000Z</LastModified><Size>8</Size></Contents><CommonPrefixes><Prefix>perfis/</Prefix></CommonPrefixes></ListBucketResult>`,
        ),
  'HEAD /campanhas/notas.csv': {
    headers: { 'content-length': '8', 'last-modified': 'Sat, 01 Aug 2026 00:00:00 GMT' },
  },
  'GET /campanhas/notas.csv': { headers: { 'content-type': 'text/csv' }, body: 'a;b\n1;2\n' },
  'HEAD /campanhas/perfis/p1.csv': ({ url }) =>
    url.searchParams.get('versionId') === 'm3'
      ? { status: 405, headers: { 'x-amz-delete-marker': 'true' } }
      : url.searchParams.get('versionId') === 'v1'
        ? { headers: { 'content-length': '7', 'last-modified': 'Sat, 01 Aug 2026 00:00:00 GMT' } }
        : { status: 404 },
  'GET /campanhas/perfis/p1.csv': { body: 'antigo\n' },
  'DELETE /campanhas/perfis/p1.csv': { status: 204 },
  'PUT /campanhas/perfis/p1.csv': ({ headers }) =>
    String(headers['x-amz-copy-source']).endsWith('versionId=v1')
      ? xml(
          '<CopyObjectResult><ETag>"e"</ETag><LastModified>2026-08-04T00:00:00.000Z</LastModified></CopyObjectResult>',
        )
      : fault(404, 'NoSuchVersion'),
  'DELETE /campanhas/': fault(409, 'BucketNotEmpty'),
};

export const refusals = { fault };
