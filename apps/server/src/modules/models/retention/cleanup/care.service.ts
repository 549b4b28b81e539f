import { performance } from 'node:perf_hooks';
import type { DataOf } from '@kianda/contract';
import type { optimizeRetention, validateRetention } from '@kianda/contract/models/retention/policies.contract';
import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import { megabyte, type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import { contentFolder, sha256 } from '../stores/contents.ts';
import { type CareRepository, tablesOf } from './care.repository.ts';

const dayMs = 86_400_000;
type Issue = DataOf<typeof validateRetention>['issues'][number];

/** Care of the stores: room given back, and what they hold checked. */
export function createCare(context: RetentionContext, care: CareRepository) {
  const { storage, clock } = context.platform;

  /** Room of the tables and of their contents. */
  async function roomOf(tables: readonly RetainedTable[]): Promise<number> {
    const sizes = await Promise.all(tables.map(care.size));
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const table of tables) {
      for await (const { sizeBytes } of storage.list(`${contentFolder}${table}/`)) bytes += sizeBytes;
    }
    return bytes;
  }

  async function removeOrphans(tables: readonly RetainedTable[]): Promise<number> {
    const used = new Set((await care.contents(tables)).map(({ content_key }) => content_key));
    let removed = 0;
    for (const table of tables) {
      for await (const { key, modifiedAt } of storage.list(`${contentFolder}${table}/`)) {
        // A content of the last day may belong to a record that is being written.
        if (used.has(key) || Date.parse(modifiedAt) > clock.nowMs() - dayMs) continue;
        await storage.delete(key);
        removed += 1;
      }
    }
    return removed;
  }

  return {
    async optimize(table: RetainedTable | undefined, actor: RetentionActor): Promise<DataOf<typeof optimizeRetention>> {
      const begun = performance.now();
      const tables = tablesOf(table);
      const before = await roomOf(tables);
      const files_removed = await removeOrphans(tables);
      for (const one of tables) await care.compact(one);
      const after = await roomOf(tables);
      const resource = table === undefined ? 'retention' : `retention/${table}`;
      const metadata = { act: 'optimize', before, after, files: files_removed };
      await recordAct(context, { event: 'data.modify', severity: 'medium', resource, metadata }, actor);
      return {
        ...{ optimized: true, space_saved_mb: (before - after) / megabyte, duration_ms: performance.now() - begun },
        ...{ before_mb: before / megabyte, after_mb: after / megabyte, files_removed },
      };
    },

    async validate(table: RetainedTable | undefined): Promise<DataOf<typeof validateRetention>> {
      const begun = performance.now();
      const tables = tablesOf(table);
      const counts = await care.counts(tables);
      const issues: Issue[] = counts.flatMap(countIssues);
      for (const { table_name, label, content_key, content_sha256 } of await care.contents(tables)) {
        const bytes = await storage.get(content_key);
        const named = `«${label}»`;
        if (bytes === null) {
          const description = `O conteúdo de ${named} não está no armazenamento.`;
          issues.push({ table: table_name, issue_type: 'missing_content', severity: 'critical', description });
        } else if (sha256(bytes) !== content_sha256) {
          const description = `O conteúdo de ${named} não é o que foi guardado.`;
          issues.push({ table: table_name, issue_type: 'wrong_checksum', severity: 'critical', description });
        }
      }
      const checked = counts.reduce((sum, { counted }) => sum + counted, 0);
      return { valid: issues.length === 0, issues, checked_records: checked, duration_ms: performance.now() - begun };
    },
  };
}

export type Care = ReturnType<typeof createCare>;

function countIssues({
  table_name,
  counted,
  held,
  wrong,
}: Awaited<ReturnType<CareRepository['counts']>>[number]): Issue[] {
  const issues: Issue[] = [];
  if (counted !== held) {
    const description = `A tabela tem ${counted} registos, e a contagem diz ${held}.`;
    issues.push({ table: table_name, issue_type: 'wrong_count', severity: 'warning', description });
  }
  if (wrong > 0) {
    const description = `${wrong} registos têm um estado sem a sua data.`;
    issues.push({ table: table_name, issue_type: 'wrong_state', severity: 'warning', description });
  }
  return issues;
}
