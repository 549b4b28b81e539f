import { createHash } from 'node:crypto';
import { stacItemSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow, NewItem } from './items.types.ts';
import { instantOf } from './search/datetime.ts';
import { boxAround, boxOf, footprintText, isOwnBox } from './search/spatial.ts';

const publishedAtOnce = 1_000;
/** Links that the catalogue makes itself. */
const ownRels: ReadonlySet<string> = new Set(['self', 'root', 'parent', 'collection', 'items']);

/** What the trail is told of a change. */
export type CatalogueAudit = {
  record(entry: {
    readonly change: 'publish' | 'replace' | 'update' | 'withdraw';
    readonly actor: { id: string; name: string; ipAddress: string; userAgent: string };
    readonly resource: string;
    readonly metadata: Readonly<Record<string, string | number>>;
  }): Promise<void>;
};
type Who = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
type Json = Readonly<Record<string, unknown>>;

/** Tag of an item for If-Match: of its content alone. */
export const itemTag = (row: Pick<ItemRow, 'content_hash'>) => `"${row.content_hash}"`;

/** Items that others publish: in the collections that take them, and never over those of the platform. */
export function createTransactions(options: { repository: ItemRepository; audit: CatalogueAudit; clock: Clock }) {
  const { repository, audit, clock } = options;

  function newItem(collection: string, given: Json, created: Date | null): NewItem {
    const parsed = stacItemSchema.safeParse({ links: [], assets: {}, ...given, collection });
    if (!parsed.success) {
      throw new AppError('validation_failed', {
        issues: parsed.error.issues.map((issue) => ({
          path: ['body', ...issue.path].join('.'),
          message: issue.message,
        })),
      });
    }
    const item = parsed.data;
    const { datetime, start_datetime: start, end_datetime: end } = item.properties;
    const from = instantOf(start ?? datetime ?? '');
    const to = instantOf(end ?? datetime ?? '');
    // Its own box may be across the antimeridian, which the positions do not tell.
    const box = item.bbox === undefined ? null : boxOf(item.bbox);
    const around = item.geometry === null ? null : boxAround(item.geometry);
    if (around !== null) boxOf(around);
    const now = new Date(clock.nowMs());
    const { created: _created, updated: _updated, ...properties } = item.properties;
    const stored = {
      geometry: item.geometry,
      ...(item.bbox === undefined ? {} : { bbox: item.bbox }),
      properties,
      assets: item.assets,
      stac_extensions: item.stac_extensions ?? [],
      links: item.links.filter(({ rel }) => !ownRels.has(rel)),
    };
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

  function assertOpen(collection: ProductCollection): void {
    if (collection.takesItems === true) return;
    throw new AppError('conflict', {
      detail: `A coleção «${collection.id}» é a da plataforma e não aceita itens de fora.`,
    });
  }

  async function present(collection: ProductCollection, id: string, ifMatch: unknown): Promise<ItemRow> {
    assertOpen(collection);
    const row = await repository.find(collection.id, id);
    if (row === undefined) throw new AppError('not_found', { detail: `Não existe o item «${id}».` });
    const wanted = typeof ifMatch === 'string' ? ifMatch.trim() : null;
    const tags = wanted?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (wanted !== null && wanted !== '*' && !tags.includes(itemTag(row))) throw new AppError('precondition_failed');
    return row;
  }

  const note = (change: Parameters<CatalogueAudit['record']>[0]['change'], who: Who, resource: string, items: number) =>
    audit.record({
      change,
      actor: {
        id: who.principal.accountId,
        name: who.principal.name,
        ipAddress: who.ipAddress,
        userAgent: who.userAgent,
      },
      resource,
      metadata: { items },
    });

  async function put(collection: ProductCollection, row: ItemRow, given: Json, who: Who, change: 'replace' | 'update') {
    const next = newItem(collection.id, { ...given, id: row.id }, row.created_at);
    if (!(await repository.replace(next, row.content_hash))) throw new AppError('precondition_failed');
    await note(change, who, `${collection.id}/${row.id}`, 1);
    return next;
  }

  return {
    /** Publishes an item or a FeatureCollection of them, all or none; returns their ids. */
    async create(collection: ProductCollection, body: Json, who: Who): Promise<readonly string[]> {
      assertOpen(collection);
      const many = body.type === 'FeatureCollection';
      const given = many ? body.features : [body];
      if (!Array.isArray(given) || given.length === 0 || given.length > publishedAtOnce) {
        throw new AppError('validation_failed', {
          issues: [{ path: 'body.features', message: `Entre 1 e ${publishedAtOnce} itens.` }],
        });
      }
      const items = given.map((item: Json) => newItem(collection.id, item, null));
      const ids = items.map(({ id }) => id);
      if (new Set(ids).size !== ids.length || !(await repository.publish(items))) {
        throw new AppError('conflict', { detail: `Já existe um item com o mesmo nome em «${collection.id}».` });
      }
      await note('publish', who, collection.id, items.length);
      return ids;
    },

    async replace(collection: ProductCollection, id: string, body: Json, ifMatch: unknown, who: Who) {
      return put(collection, await present(collection, id, ifMatch), body, who, 'replace');
    },

    /** RFC 7396. */
    async update(collection: ProductCollection, id: string, patch: Json, ifMatch: unknown, who: Who) {
      const row = await present(collection, id, ifMatch);
      const whole = { type: 'Feature', stac_version: '1.1.0', ...row.item, links: row.item.links ?? [] };
      return put(collection, row, merged(whole, patch), who, 'update');
    },

    async remove(collection: ProductCollection, id: string, ifMatch: unknown, who: Who): Promise<void> {
      const row = await present(collection, id, ifMatch);
      const removed = await repository.remove(collection.id, [id], false, row.content_hash);
      if (removed === 0) throw new AppError('precondition_failed');
      await note('withdraw', who, `${collection.id}/${id}`, 1);
    },
  };
}

export type Transactions = ReturnType<typeof createTransactions>;

function merged(whole: Json, patch: Json): Json {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result: Record<string, unknown> = { ...whole };
  for (const [name, value] of Object.entries(patch)) {
    const known = Object.hasOwn(whole, name) ? whole[name] : undefined;
    if (value === null && name !== 'geometry') delete result[name];
    else if (isObject(value)) result[name] = merged(isObject(known) ? known : {}, value);
    else result[name] = value;
  }
  return result;
}
