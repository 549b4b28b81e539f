import type { Inbox } from '@kianda/connectors';
import { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import type { IntakeContext } from './intake.types.ts';
import { lostFile, unreadableFile } from './intake-lookups.service.ts';
import { fieldRows } from './parse/check-file.ts';

const contentTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  lines: 'text/plain',
} as const;

/** The files of one stream, for one of its runs. */
export function createInbox(
  context: IntakeContext,
  collect: (connectorId: string, signal: AbortSignal) => Promise<boolean>,
  { connectorId, streamId, runId }: { connectorId: string; streamId: string; runId: string },
): Inbox {
  const { repository, platform } = context;
  return {
    collect: (signal) => collect(connectorId, signal),
    async *accepted(fileSeq, window) {
      let after = fileSeq;
      for (;;) {
        const file = await repository.next(connectorId, streamId, after, window);
        if (file === undefined || file.seq === null) return;
        after = file.seq;
        yield {
          id: file.id,
          seq: file.seq,
          name: file.name,
          contentType: contentTypes[file.format],
          storageKey: file.storage_key,
          sizeBytes: Number(file.size_bytes),
          rowsTotal: file.rows_total ?? 0,
          decimal: file.decimal_separator,
          isSimulated: file.way === 'sftp',
        };
      }
    },
    async *rows(fileId) {
      const file = await repository.file(fileId);
      const gzipped = file === undefined ? null : await platform.storage.get(file.storage_key);
      if (file === undefined || gzipped === null) throw lostFile(file?.name ?? fileId);
      const opened = { format: file.format, dialect: file.dialect, gzipped, limitBytes: context.maxFileBytes };
      const mapped = { headerLine: file.header_line, columns: file.columns };
      try {
        for await (const { line, values, problem } of fieldRows(opened, mapped)) yield { line, values, problem };
      } catch (error) {
        throw error instanceof UnreadableFile ? unreadableFile(file.name, error) : error;
      }
    },
    settle: (fileId) => repository.settle(fileId, runId, new Date(platform.clock.nowMs())),
  };
}
