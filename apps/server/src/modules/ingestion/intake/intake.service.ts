import { type IntakeFormat, readRow, reasonOf } from '@kianda/connectors';
import type { DataOf, QueryOf } from '@kianda/contract';
import type { intakeFiles } from '@kianda/contract/ingestion/connectors/intake.contract';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Choice, checkedColumns, checkForPerson, likeliestFormat, readForPerson } from './intake.checks.ts';
import type { FileRow } from './intake.tables.ts';
import { type Delivery, type IntakeContext, waitingStates } from './intake.types.ts';
import { fileNamed, formatNamed, formatsNamed, openFile } from './intake-lookups.service.ts';
import { type DeliveryGuard, isUnchecked, type Receipt, recheck, takeFile } from './intake-reception.service.ts';
import { fileView } from './intake-views.rules.ts';
import { fieldRows } from './parse/check-file.ts';
import { signatureOf } from './parse/column-mapping.ts';
import { safeCsv } from './template.files.ts';

const reportRows = 100_000;
/** Work that another process left half done for longer than this was abandoned: a check takes seconds. */
const halfDoneMs = 120_000;

/** Files from their arrival to their acceptance; a run of the connector stores their rows. */
export function createIntakeService(context: IntakeContext) {
  const { repository, platform } = context;
  const begunMs = platform.clock.nowMs();
  return {
    formatsNamed: (connectorId: string) => formatsNamed(context, connectorId),

    /** Files that a connector received. Throws `not_found` for one that takes none. */
    async list(connectorId: string, query: QueryOf<typeof intakeFiles>): Promise<DataOf<typeof intakeFiles>> {
      await formatsNamed(context, connectorId);
      const { rows, total } = await repository.page(connectorId, listPageOf(query));
      return pageAnswer(rows.map(fileView), total, query);
    },

    find: (id: string) => fileNamed(context, id),

    take: (delivery: Delivery, body: AsyncIterable<Uint8Array>) => takeFile(context, delivery, body),

    /**
     * As `take`, for ways without a person to ask: a file whose header is known is accepted at once, and so is one that
     * came before and was left half done.
     */
    async deliver(delivery: Delivery, body: AsyncIterable<Uint8Array>, guard?: DeliveryGuard): Promise<Receipt> {
      const receipt = await takeFile(context, delivery, body, guard);
      return { ...receipt, file: await finish(context, receipt.file) };
    },

    async preview(id: string, choice: Choice & { readonly rows: number }) {
      const file = await fileNamed(context, id);
      if (file.state === 'rejected' || file.state === 'discarded')
        throw new AppError('conflict', { detail: 'O ficheiro foi recusado ou descartado.' });
      const { stream, format } = await chosenFormat(context, file, choice);
      const opened = await openFile(context, file);
      const checked = await checkForPerson(context, { file, opened, stream, format, choice });
      return { file, preview: checked.preview };
    },

    confirm: (id: string, choice: Choice, actorId: string) => confirm(context, id, choice, actorId),

    async discard(id: string): Promise<FileRow> {
      await fileNamed(context, id);
      const file = await repository.setState(id, waitingStates, 'discarded', null);
      if (file === undefined) throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
      return file;
    },

    report: (id: string) => readForPerson(() => report(context, id)),

    /** Finishes what a process left half done, and starts runs for files that were accepted while another run was ending. */
    async resume(): Promise<void> {
      // Work that was half done when this process began is abandoned; if another process still does it, twice is harmless.
      const before = new Date(Math.max(begunMs, platform.clock.nowMs() - halfDoneMs));
      for (const file of await repository.halfDone(before)) {
        try {
          await finish(context, file);
        } catch (error) {
          // One file that can't be finished now must not keep the others waiting.
          platform.log.warn({ err: error, file: file.id }, 'ficheiro recebido ainda por acabar');
        }
      }
      for (const { connector_id, stream_id } of await repository.unread()) {
        await context.run(connector_id, stream_id, 'intake');
      }
    },
  };
}

export type IntakeService = ReturnType<typeof createIntakeService>;

/** The format that a person chose for a file, that an earlier check found, or that its header is likeliest to be. */
async function chosenFormat(context: IntakeContext, file: FileRow, choice: Choice) {
  const formats = await formatsNamed(context, file.connector_id);
  const likeliest = async () => likeliestFormat(await openFile(context, file), formats);
  const stream = choice.stream ?? file.stream_id ?? (await readForPerson(likeliest));
  return { stream, format: formatNamed(formats, stream) };
}

/** Accepts a waiting file, remembers its mapping and starts its run. Throws `validation_failed` where fields are missing. */
async function confirm(context: IntakeContext, id: string, choice: Choice, actorId: string) {
  const { platform, repository } = context;
  const file = await fileNamed(context, id);
  if (!waitingStates.some((state) => state === file.state))
    throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
  const { stream, format } = await chosenFormat(context, file, choice);
  refuseDoubtfulColumns(format, choice.columns ?? []);
  const opened = await openFile(context, file);
  const checked = await checkForPerson(context, { file, opened, stream, format, choice });
  if (checked.preview.missing.length > 0) {
    const detail = `Faltam colunas para: ${checked.preview.missing.join(', ')}.`;
    throw new AppError('validation_failed', { detail, issues: [{ path: 'body.columns', message: detail }] });
  }
  // One that came without a person and is only to be accepted is anybody's: it waits for this person's acceptance.
  const outcome =
    file.way === 'upload'
      ? ({ state: 'awaiting_confirmation', reason: null } as const)
      : ({ state: 'awaiting_mapping', reason: file.reason ?? 'Por confirmar.' } as const);
  const saved = await repository.saveCheck(id, checkedColumns(checked), { ...outcome, isFirst: false });
  if (saved === undefined) throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
  const key = { connectorId: file.connector_id, streamId: stream, signature: signatureOf(checked.header) };
  if (format.layout === 'table') {
    await repository.remember(key, checked.columns, actorId, new Date(platform.clock.nowMs()));
  }
  return accept(context, file, actorId);
}

async function accept(context: IntakeContext, file: FileRow, actorId: string) {
  const accepted = await context.repository.accept(file.id, actorId, new Date(context.platform.clock.nowMs()));
  if (accepted === undefined || accepted.stream_id === null)
    throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
  const runId = await context.run(accepted.connector_id, accepted.stream_id, actorId);
  return { file: accepted, runId };
}

/**
 * Takes a file from whichever step it was left at to where it needs nobody, or somebody: checked where it was not, and
 * accepted where it came without a person.
 */
async function finish(context: IntakeContext, file: FileRow): Promise<FileRow> {
  const checked = isUnchecked(file) ? await recheck(context, file) : file;
  if (checked.state !== 'awaiting_confirmation' || checked.way === 'upload') return checked;
  try {
    return (await accept(context, checked, checked.way)).file;
  } catch (error) {
    // Somebody, or the same delivery once more, was first.
    if (error instanceof AppError && error.code === 'conflict') return fileNamed(context, file.id);
    throw error;
  }
}

/** Bad rows of a file as CSV: line, reason and its cells. */
async function report(context: IntakeContext, id: string): Promise<{ bytes: Buffer; name: string }> {
  const file = await fileNamed(context, id);
  if (file.stream_id === null) throw new AppError('conflict', { detail: file.reason ?? 'O ficheiro não foi lido.' });
  const format = formatNamed(await formatsNamed(context, file.connector_id), file.stream_id);
  const names = file.format === 'lines' ? ['linha'] : format.fields.map(({ name }) => name);
  const rows: (string | number)[][] = [];
  const mapped = { headerLine: file.header_line, columns: file.columns };
  for await (const row of fieldRows(await openFile(context, file), mapped)) {
    const outcome = readRow(format, row.values, file.decimal_separator, { nowMs: context.platform.clock.nowMs() });
    const reason = row.problem ?? ('errors' in outcome ? reasonOf(outcome.errors) : null);
    if (reason === null) continue;
    rows.push([row.line, reason, ...names.map((name) => (row.values[name] ?? '').slice(0, 1_000))]);
    if (rows.length === reportRows) break;
  }
  const bytes = Buffer.from(safeCsv([['linha do ficheiro', 'razão', ...names], ...rows]));
  return { bytes, name: `${file.name}.relatorio.csv` };
}

function refuseDoubtfulColumns(format: IntakeFormat, columns: readonly (string | null)[]): void {
  const fields = columns.filter((field) => field !== null);
  const unknown = fields.find((field) => !format.fields.some(({ name }) => name === field));
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (unknown === undefined && twice === undefined) return;
  const message =
    unknown === undefined ? `O campo «${twice}» tem mais do que uma coluna.` : `O campo «${unknown}» não existe.`;
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.columns', message }] });
}
