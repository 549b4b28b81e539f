import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow } from './items.types.ts';
import { patched } from './merge-patch.rules.ts';
import type { CatalogueCollection } from './published-collection.types.ts';
import { type Json, publishedItem } from './published-item.rules.ts';

const publishedAtOnce = 1_000;

/** A change as the audit trail records it. */
export type CatalogueAudit = {
  record(entry: {
    readonly change: 'publish' | 'replace' | 'update' | 'withdraw' | 'stop-load' | 'resume-load' | 'discard-load';
    readonly actor: { id: string; name: string; ipAddress: string; userAgent: string };
    readonly resource: string;
    readonly metadata: Readonly<Record<string, string | number>>;
  }): Promise<void>;
};
type Change = Parameters<CatalogueAudit['record']>[0]['change'];
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
/** An item that a caller changes, as the If-Match header says that they read it. */
type Target = { readonly collection: CatalogueCollection; readonly id: string; readonly ifMatch: unknown };

/** Tag of an item for If-Match, made from its content alone. */
export const itemTag = (row: Pick<ItemRow, 'content_hash'>) => `"${row.content_hash}"`;

/** Tag of a collection: what its publisher says of it, then what else changes in its document. */
export function collectionTag({ published }: CatalogueCollection, document: unknown): Readonly<Record<string, string>> {
  if (published === undefined) return {};
  const text = createHash('sha1').update(JSON.stringify(document)).digest('base64url');
  return { etag: `"${published.content_hash}~${text}"` };
}

/** Throws `precondition_failed` where an If-Match header names none of the tags of that content. */
export function assertUnchanged(ifMatch: unknown, contentHash: string): void {
  const wanted = typeof ifMatch === 'string' ? ifMatch.trim() : null;
  if (wanted === null || wanted === '*') return;
  const contents = wanted.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"([^"~]*).*$/, '$1'));
  if (!contents.includes(contentHash)) throw new AppError('precondition_failed');
}

/** Items published from outside: only in the collections that take them, and never over the platform's own. */
export function createTransactions(options: { repository: ItemRepository; audit: CatalogueAudit; clock: Clock }) {
  const { repository, audit, clock } = options;
  const now = () => new Date(clock.nowMs());

  async function present({ collection, id, ifMatch }: Target): Promise<ItemRow> {
    assertOpen(collection);
    const row = await repository.find(collection.id, id);
    if (row === undefined) throw new AppError('not_found', { detail: `Não existe o item «${id}».` });
    assertUnchanged(ifMatch, row.content_hash);
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
    async create(collection: CatalogueCollection, body: Json, actor: Actor): Promise<readonly string[]> {
      assertOpen(collection);
      const documents = body.type === 'FeatureCollection' ? body.features : [body];
      if (!Array.isArray(documents) || documents.length === 0 || documents.length > publishedAtOnce) {
        throw new AppError('validation_failed', {
          issues: [{ path: 'body.features', message: `Entre 1 e ${publishedAtOnce} itens.` }],
        });
      }
      const items = documents.map((document: Json) => publishedItem(collection.id, document, { now: now() }));
      const ids = items.map(({ id }) => id);
      const isPublished = collection.published !== undefined;
      const outcome = new Set(ids).size === ids.length ? await repository.publish(items, isPublished) : 'exists';
      if (outcome === 'gone')
        throw new AppError('not_found', { detail: `A coleção «${collection.id}» já não existe.` });
      if (outcome === 'exists') {
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
      return put('update', row, patched(document, patch), actor);
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

/** Throws `conflict` for a collection of the platform's own items. */
export function assertOpen(collection: CatalogueCollection): void {
  if (collection.takesItems === true) return;
  throw new AppError('conflict', {
    detail: `A coleção «${collection.id}» é a da plataforma e não aceita itens de fora.`,
  });
}
