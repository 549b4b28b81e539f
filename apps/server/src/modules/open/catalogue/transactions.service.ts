import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow } from './items.types.ts';
import { type Json, publishedItem } from './published-item.rules.ts';

const publishedAtOnce = 1_000;

/** A change as the audit trail records it. */
export type CatalogueAudit = {
  record(entry: {
    readonly change: 'publish' | 'replace' | 'update' | 'withdraw';
    readonly actor: { id: string; name: string; ipAddress: string; userAgent: string };
    readonly resource: string;
    readonly metadata: Readonly<Record<string, string | number>>;
  }): Promise<void>;
};
type Change = Parameters<CatalogueAudit['record']>[0]['change'];
type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
/** An item that a caller changes, as the If-Match header says that they read it. */
type Target = { readonly collection: ProductCollection; readonly id: string; readonly ifMatch: unknown };

/** Tag of an item for If-Match, made from its content alone. */
export const itemTag = (row: Pick<ItemRow, 'content_hash'>) => `"${row.content_hash}"`;

/** Items published from outside: only in the collections that take them, and never over the platform's own. */
export function createTransactions(options: { repository: ItemRepository; audit: CatalogueAudit; clock: Clock }) {
  const { repository, audit, clock } = options;
  const now = () => new Date(clock.nowMs());

  async function present({ collection, id, ifMatch }: Target): Promise<ItemRow> {
    assertOpen(collection);
    const row = await repository.find(collection.id, id);
    if (row === undefined) throw new AppError('not_found', { detail: `Não existe o item «${id}».` });
    const wanted = typeof ifMatch === 'string' ? ifMatch.trim() : null;
    const tags = wanted?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (wanted !== null && wanted !== '*' && !tags.includes(itemTag(row))) throw new AppError('precondition_failed');
    return row;
  }

  const note = (change: Change, { principal, ipAddress, userAgent }: Actor, resource: string, items: number) =>
    audit.record({
      change,
      actor: { id: principal.accountId, name: principal.name, ipAddress, userAgent },
      resource,
      metadata: { items },
    });

  async function put(change: 'replace' | 'update', row: ItemRow, document: Json, actor: Actor) {
    const dates = { now: now(), created: row.created_at };
    const next = publishedItem(row.collection, { ...document, id: row.id }, dates);
    if (!(await repository.replace(next, row.content_hash))) throw new AppError('precondition_failed');
    await note(change, actor, `${row.collection}/${row.id}`, 1);
    return next;
  }

  return {
    /** Publishes an item or a FeatureCollection of them, all or none; returns their ids. */
    async create(collection: ProductCollection, body: Json, actor: Actor): Promise<readonly string[]> {
      assertOpen(collection);
      const documents = body.type === 'FeatureCollection' ? body.features : [body];
      if (!Array.isArray(documents) || documents.length === 0 || documents.length > publishedAtOnce) {
        throw new AppError('validation_failed', {
          issues: [{ path: 'body.features', message: `Entre 1 e ${publishedAtOnce} itens.` }],
        });
      }
      const items = documents.map((document: Json) => publishedItem(collection.id, document, { now: now() }));
      const ids = items.map(({ id }) => id);
      if (new Set(ids).size !== ids.length || !(await repository.publish(items))) {
        throw new AppError('conflict', { detail: `Já existe um item com o mesmo nome em «${collection.id}».` });
      }
      await note('publish', actor, collection.id, items.length);
      return ids;
    },

    async replace(target: Target, document: Json, actor: Actor) {
      return put('replace', await present(target), document, actor);
    },

    /** Changes the members that a JSON merge patch names (RFC 7396). */
    async update(target: Target, patch: Json, actor: Actor) {
      const row = await present(target);
      const document = { type: 'Feature', stac_version: '1.1.0', ...row.item, links: row.item.links ?? [] };
      return put('update', row, merged(document, patch), actor);
    },

    async remove(target: Target, actor: Actor): Promise<void> {
      const { content_hash } = await present(target);
      const { collection, id } = target;
      const removed = await repository.remove(collection.id, [id], false, content_hash);
      if (removed === 0) throw new AppError('precondition_failed');
      await note('withdraw', actor, `${collection.id}/${id}`, 1);
    },
  };
}

export type Transactions = ReturnType<typeof createTransactions>;

function assertOpen(collection: ProductCollection): void {
  if (collection.takesItems === true) return;
  throw new AppError('conflict', {
    detail: `A coleção «${collection.id}» é a da plataforma e não aceita itens de fora.`,
  });
}

function merged(document: Json, patch: Json): Json {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result: Record<string, unknown> = { ...document };
  for (const [name, value] of Object.entries(patch)) {
    const known = Object.hasOwn(document, name) ? document[name] : undefined;
    if (value === null && name !== 'geometry') delete result[name];
    else if (isObject(value)) result[name] = merged(isObject(known) ? known : {}, value);
    else result[name] = value;
  }
  return result;
}
