import { dayMs, hash32 } from '@kianda/geo';
import { type DatasetVersion, timesMs } from './datasets.ts';

export const NATIVE_BUCKET = 'mdl-native-14';
const mostKeys = 1000;

type Listing = { readonly prefix: string; readonly maxKeys: number; readonly after: string };

/** S3's ListObjectsV2 of the native files: one NetCDF a day and dataset, in folders of its year and month. */
export function nativeListing(versions: readonly DatasetVersion[], listing: Listing, nowMs: number): string {
  const { prefix, after } = listing;
  const maxKeys = Math.min(Math.max(1, listing.maxKeys), mostKeys);
  const released = versions.filter(({ releasedAt }) => Date.parse(releasedAt) <= nowMs);
  const folderOf = ({ id, dataset }: DatasetVersion) => `native/${dataset.product.id}/${id}/`;
  const keys = released
    .filter((version) => folderOf(version).startsWith(prefix) || prefix.startsWith(folderOf(version)))
    .flatMap((version) => timesMs(nowMs).map((timeMs) => fileOf(version, timeMs, nowMs)))
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = keys.slice(0, maxKeys);
  const last = page.at(-1)?.key;
  const more = page.length < keys.length && last !== undefined;
  const contents = page
    .map(
      ({ key, modifiedMs, size }) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified><ETag>&quot;${hash32('cmems-etag', key, modifiedMs).toString(16).padStart(32, '0')}&quot;</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    .join('');
  const token = more ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${NATIVE_BUCKET}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${maxKeys}</MaxKeys><IsTruncated>${more}</IsTruncated>${token}${contents}</ListBucketResult>`;
}

function fileOf({ id, dataset }: DatasetVersion, timeMs: number, nowMs: number) {
  const day = new Date(timeMs).toISOString().slice(0, 10);
  const compact = day.replaceAll('-', '');
  // A day is written by the run of its own morning and once more by the analysis ten days later.
  const modifiedMs = timeMs + 10 * dayMs <= nowMs ? timeMs + 10 * dayMs : Math.min(nowMs, timeMs);
  const names = dataset.variables.map(({ name }) => name).join('');
  return {
    key: `native/${dataset.product.id}/${id}/${day.slice(0, 4)}/${day.slice(5, 7)}/${dataset.product.nativePrefix}_${compact}-${compact}_3D-${names}.nc`,
    modifiedMs,
    size: 700_000_000 + (hash32('cmems-native', id, day) % 90_000_000),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
