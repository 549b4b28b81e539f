import { createHash } from 'node:crypto';
import { type StacItem, stacItemSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { AppError } from '../../../platform/http/errors.ts';
import type { NewItem } from './items.types.ts';
import { instantOf } from './search/datetime.ts';
import { boxAround, boxOf, footprintText, isOwnBox } from './search/spatial.ts';

/** Links that the catalogue makes itself. */
const ownRels: ReadonlySet<string> = new Set(['self', 'root', 'parent', 'collection', 'items']);

export type Json = Readonly<Record<string, unknown>>;

/** A published item as stored. Throws `validation_failed` where the document is no STAC item. */
export function publishedItem(
  collection: string,
  given: Json,
  dates: { readonly now: Date; readonly created?: Date },
): NewItem {
  const parsed = stacItemSchema.safeParse({ links: [], assets: {}, ...given, collection });
  if (!parsed.success) {
    throw new AppError('validation_failed', {
      issues: parsed.error.issues.map((issue) => ({
        path: ['body', ...issue.path].join('.'),
        message: issue.message,
      })),
    });
  }
  assertWebAddresses(parsed.data);
  const { now, created } = dates;
  const item = parsed.data;
  const { datetime, start_datetime: start, end_datetime: end } = item.properties;
  const from = instantOf(start ?? datetime ?? '');
  const to = instantOf(end ?? datetime ?? '');
  // The item's own box may cross the antimeridian, which its positions do not show.
  const box = item.bbox === undefined ? null : boxOf(item.bbox);
  const around = item.geometry === null ? null : boxAround(item.geometry);
  if (around !== null) boxOf(around);
  const { created: _created, updated: _updated, ...properties } = item.properties;
  const stored = {
    geometry: item.geometry,
    ...(item.bbox === undefined ? {} : { bbox: item.bbox }),
    properties,
    assets: item.assets,
    stac_extensions: item.stac_extensions ?? [],
    links: item.links.filter(({ rel }) => !ownRels.has(rel)),
  };
  assertStorable(stored);
  const crosses = box !== null && box[0] > box[2];
  return {
    collection,
    id: item.id,
    datetime: datetime == null ? from : instantOf(datetime),
    start_at: from,
    end_at: to,
    footprint: around === null ? null : footprintText(crosses ? box : around),
    is_box: item.geometry === null || (!crosses && isOwnBox(item.geometry)),
    item: stored,
    content_hash: createHash('sha256').update(JSON.stringify(stored)).digest('base64url'),
    own: false,
    connector_id: null,
    stream_id: null,
    retrieved_at: now,
    simulated_seed: null,
    created_at: created ?? now,
    updated_at: now,
  };
}

/** PostgreSQL stores neither a NUL nor half a letter. Throws `validation_failed`. */
function assertStorable(stored: unknown): void {
  if (!/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(stored))) return;
  throw new AppError('validation_failed', {
    issues: [{ path: 'body', message: 'Há um carácter nulo, ou metade de um carácter, num texto.' }],
  });
}

/**
 * Refuses links and files whose address is neither http(s) nor relative, at any depth: pages show them as links, and one
 * of another scheme, such as `javascript:`, would run in the page of its reader. Throws `validation_failed`.
 */
export function assertWebAddresses({ links, assets }: Pick<StacItem, 'links' | 'assets'>): void {
  const issues = [...refusedHrefs(links, 'body.links'), ...refusedHrefs(assets, 'body.assets')].map((path) => ({
    path,
    message: 'Um endereço é http(s) ou relativo.',
  }));
  if (issues.length > 0) throw new AppError('validation_failed', { issues });
}

function refusedHrefs(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'href' && !isWebAddress(member) ? [`${path}.href`] : refusedHrefs(member, `${path}.${name}`),
  );
}

function isWebAddress(href: unknown): boolean {
  const protocol = typeof href === 'string' ? URL.parse(href, 'https://relativo.invalid')?.protocol : undefined;
  return protocol === 'https:' || protocol === 'http:';
}
