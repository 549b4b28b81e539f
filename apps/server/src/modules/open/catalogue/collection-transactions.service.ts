import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { CollectionList } from './collection-list.cache.ts';
import type { ItemRepository } from './items.repository.ts';
import { patched } from './merge-patch.rules.ts';
import { publishedCollection } from './published-collection.rules.ts';
import type { CatalogueCollection, StoredCollection } from './published-collection.types.ts';
import type { Json } from './published-item.rules.ts';
import { type Actor, assertUnchanged, type CatalogueAudit } from './transactions.service.ts';

const publishedAtOnce = 100;

/** A collection that a caller changes, as the If-Match header says that they read it. */
type Target = { readonly collection: CatalogueCollection; readonly ifMatch: unknown };

/** Collections published from outside, beside the modules' own, which nobody changes here. */
export function createCollectionTransactions(options: {
  repository: ItemRepository;
  collections: () => Promise<CollectionList>;
  audit: CatalogueAudit;
  clock: Clock;
}) {
  const { repository, audit, clock } = options;
  const now = () => new Date(clock.nowMs());

  const note = (change: 'publish' | 'replace' | 'update' | 'withdraw', actor: Actor, id: string, items = 0) =>
    audit.record({
      change,
      actor: {
        id: actor.principal.accountId,
        name: actor.principal.name,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
      },
      resource: `collections/${id}`,
      metadata: { items },
    });

  async function put(
    change: 'replace' | 'update',
    { target, document }: { target: Target; document: Json },
    actor: Actor,
  ) {
    const stored = present(target);
    if (document.id !== undefined && document.id !== stored.id) {
      throw new AppError('validation_failed', {
        issues: [{ path: 'body.id', message: `O endereço diz «${stored.id}» e o documento diz outro identificador.` }],
      });
    }
    const next = publishedCollection({ ...document, id: stored.id }, { now: now(), created: stored.created_at });
    if (!(await repository.replaceCollection(next, stored.content_hash))) throw new AppError('precondition_failed');
    await note(change, actor, stored.id);
  }

  return {
    /** Publishes a collection or a list of them, all or none; returns their ids. */
    async create(body: Json, actor: Actor): Promise<readonly string[]> {
      const documents = body.collections === undefined ? [body] : body.collections;
      if (!Array.isArray(documents) || documents.length === 0 || documents.length > publishedAtOnce) {
        throw new AppError('validation_failed', {
          issues: [{ path: 'body.collections', message: `Entre 1 e ${publishedAtOnce} coleções.` }],
        });
      }
      const rows = documents.map((document: Json) => publishedCollection(document, { now: now() }));
      const ids = rows.map(({ id }) => id);
      const taken = new Set((await options.collections()).collections.map(({ id }) => id));
      const twice = ids.find((id, at) => taken.has(id) || ids.indexOf(id) !== at);
      if (twice !== undefined || !(await repository.publishCollections(rows))) {
        throw new AppError('conflict', {
          detail: `Já existe uma coleção com o mesmo nome${twice === undefined ? '' : `: «${twice}»`}.`,
        });
      }
      for (const id of ids) await note('publish', actor, id);
      return ids;
    },

    replace: (target: Target, document: Json, actor: Actor) => put('replace', { target, document }, actor),

    /** Changes the members that a JSON merge patch names (RFC 7396). */
    update(target: Target, patch: Json, actor: Actor) {
      return put('update', { target, document: patched(present(target).document, patch) }, actor);
    },

    /** Removes a collection; one with items only where their number is confirmed. */
    async remove(target: Target, confirmed: number | undefined, actor: Actor): Promise<void> {
      const { id, content_hash } = present(target);
      const { removed, items } = await repository.removeCollection(id, content_hash, confirmed ?? 0);
      if (removed) return note('withdraw', actor, id, items);
      if (items === (confirmed ?? 0)) throw new AppError('precondition_failed');
      throw new AppError('conflict', {
        detail: `A coleção «${id}» tem ${items} itens, que sairiam com ela. Para a retirar, confirme quantos são: ?items=${items}`,
      });
    },
  };
}

export type CollectionTransactions = ReturnType<typeof createCollectionTransactions>;

/** The published collection as it is stored. Throws `conflict` for one of the platform's. */
function present({ collection, ifMatch }: Target): StoredCollection {
  const { published } = collection;
  if (published === undefined) {
    throw new AppError('conflict', {
      detail: `A coleção «${collection.id}» é a da plataforma e não se altera por aqui.`,
    });
  }
  assertUnchanged(ifMatch, published.content_hash);
  return published;
}
