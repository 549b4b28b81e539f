import { createHash, randomBytes } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import { servicePrefixes } from '@kianda/contract/core/endpoint';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import {
  type exportRetained,
  type getRetained,
  type listRetained,
  retentionPath,
} from '@kianda/contract/models/retention/retention.contract';
import { retainedResource } from '@kianda/contract/models/retention/retention.resource';
import { AppError } from '../../../../platform/http/errors.ts';
import { listExport } from '../../../../platform/http/list-file.ts';
import type { PoliciesRepository } from '../cleanup/policies.repository.ts';
import { type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import { recordView } from './record-views.rules.ts';
import type { RecordsRepository, StateChange } from './records.repository.ts';

const exportMs = 900_000;
const usualGraceDays = 7;

type Parts = {
  readonly context: RetentionContext;
  readonly records: RecordsRepository;
  readonly policies: PoliciesRepository;
};
type ListQuery = QueryOf<typeof listRetained>;

/** The records: pages, details, changes of state by people, and files. */
export function createRecords(parts: Parts) {
  return { ...reads(parts), ...acts(parts), ...files(parts) };
}

export type Records = ReturnType<typeof createRecords>;

function reads({ records, policies }: Parts) {
  return {
    async list(query: ListQuery): Promise<DataOf<typeof listRetained>> {
      const [{ rows, total, isCapped }, all] = await Promise.all([records.list(query), policies.list()]);
      const { page, pageSize } = query;
      return {
        records: rows.map((row) => recordView(row, all)),
        ...{ total, isCapped, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 },
      };
    },

    async detail(id: string): Promise<DataOf<typeof getRetained>> {
      const row = await records.find(id);
      if (row === undefined) throw noRecord();
      const [acts, holds, all] = await Promise.all([records.acts(id), records.holds(row), policies.list()]);
      const read = row.access_count > 0 ? [{ act: 'read' as const, at: row.last_accessed, by_name: 'Kianda' }] : [];
      const history = [{ act: 'created' as const, at: row.created_at, by_name: 'Kianda' }, ...acts, ...read];
      return {
        ...recordView(row, all),
        access_history: history
          .toSorted((a, b) => a.at.getTime() - b.at.getTime())
          .map(({ act, at, by_name }) => ({ action: act, timestamp: at.toISOString(), user_id: by_name })),
        related_models: relatedModels(row.key_class, holds),
        dependencies: row.watermark.split(' · ').map((watermark) => ({ name: row.key_class, watermark })),
        holds: holds.map(({ kind, account_name, reason, at }) => ({
          ...{ kind, by: account_name, reason, at: at.toISOString() },
        })),
        eviction_reason: row.eviction_reason,
      };
    },
  };
}

/** Models that a record was made for, or that hold it. */
function relatedModels(keyClass: string, holds: readonly { readonly owner: string }[]): string[] {
  const types = [keyClass, ...holds.map(({ owner }) => owner.replace(/^model\//, ''))];
  return [...new Set(types.flatMap((type) => modelTypes[type as keyof typeof modelTypes] ?? []))];
}

function acts({ context, records }: Parts) {
  const now = () => new Date(context.platform.clock.nowMs());

  async function change(act: StateChange['act'], ids: readonly string[], actor: RetentionActor) {
    const byName = actor.principal.name;
    const changed = new Set(await records.change({ ids, act, now: now(), byName, graceDays: usualGraceDays }));
    if (changed.size > 0) {
      const metadata = { act, records: changed.size, ids: [...changed].slice(0, 20).join(' ') };
      const resource = changed.size === 1 ? `retention/${[...changed][0]}` : 'retention';
      const event = act === 'expired' ? 'data.delete' : 'data.modify';
      await recordAct(context, { event, severity: 'medium', resource, metadata }, actor);
    }
    return { count: changed.size, failed_ids: ids.filter((id) => !changed.has(id)) };
  }

  return {
    async archive(ids: readonly string[], actor: RetentionActor) {
      const { count, failed_ids } = await change('archived', ids, actor);
      return { archived_count: count, failed_ids };
    },
    async restore(ids: readonly string[], actor: RetentionActor) {
      const { count, failed_ids } = await change('restored', ids, actor);
      return { restored_count: count, failed_ids };
    },
    async expire(ids: readonly string[], actor: RetentionActor) {
      const { count, failed_ids } = await change('expired', ids, actor);
      return { expired_count: count, failed_ids };
    },

    async hold(id: string, { isHeld, reason }: { isHeld: boolean; reason: string }, actor: RetentionActor) {
      const pinned = await records.setHold(id, { isHeld, reason, account_name: actor.principal.name, at: now() });
      if (pinned === undefined) throw noRecord();
      const metadata = { act: isHeld ? 'hold' : 'release', reason };
      await recordAct(
        context,
        { event: 'data.modify', severity: 'high', resource: `retention/${id}`, metadata },
        actor,
      );
      return { is_pinned: pinned };
    },
  };
}

function files({ context, records, policies }: Parts) {
  const { clock, storage } = context.platform;
  const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

  return {
    /** Makes the file, and the link that gives it to whoever has the link. */
    async export(
      { format, filters }: BodyOf<typeof exportRetained>,
      actor: RetentionActor,
    ): Promise<DataOf<typeof exportRetained>> {
      let rows = 0;
      const make = listExport(retainedResource, {
        clock,
        audit: context.audit,
        read: async (page: { readonly page: number; readonly pageSize: number }) => {
          const query = { ...filters, ...page, sortField: 'created_at', sortDirection: 'desc' } as const;
          const [found, all] = await Promise.all([records.list(query), policies.list()]);
          rows = found.rows.length;
          // A search that found more than it counts may have more rows than a file takes.
          const isCut = found.isCapped && rows === page.pageSize;
          return {
            data: found.rows.map((row) => recordView(row, all)),
            total: isCut ? rows + 1 : Math.max(found.total, rows),
          };
        },
      });
      const file = await make({ ...actor, query: { format: format === 'excel' ? 'xlsx' : format } });
      const token = randomBytes(32).toString('base64url');
      const expires_at = new Date(clock.nowMs() + exportMs);
      const storage_key = `retention/exports/${digestOf(token)}`;
      await storage.put(storage_key, file.bytes, file.contentType);
      await records.addExport({
        ...{ token_sha256: digestOf(token), storage_key, expires_at },
        ...{ file_name: file.fileName, content_type: file.contentType },
      });
      const path = `${servicePrefixes['admin-api']}${retentionPath}/exports/${token}`;
      return { download_url: path, expires_at: expires_at.toISOString(), rows };
    },

    async download(token: string) {
      const row = await records.findExport(digestOf(token), new Date(clock.nowMs()));
      const bytes = row === undefined ? null : await storage.get(row.storage_key);
      if (row === undefined || bytes === null) {
        throw new AppError('not_found', { detail: 'Esta ligação já não vale: exporte outra vez.' });
      }
      return { bytes, contentType: row.content_type, fileName: row.file_name };
    },

    /** Deletes the files whose link is over. */
    async forgetExports(): Promise<number> {
      const keys = await records.forgetExports(new Date(clock.nowMs()));
      for (const key of keys) await storage.delete(key);
      return keys.length;
    },
  };
}

const noRecord = () =>
  new AppError('not_found', { detail: 'Não existe este registo: pode ter sido purgado entretanto.' });
