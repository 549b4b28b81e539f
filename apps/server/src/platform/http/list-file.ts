import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint, Provenance } from '@kianda/contract';
import { type CsvValue, csvLines } from '@kianda/contract/core/csv';
import { fileHeadersOf, fileRowsOf, type Resource, resourceCsv } from '@kianda/contract/core/resource';
import { type ListFormat, listFileName, listJson, mostListed } from '@kianda/contract/core/resource-endpoints';
import type { AuditEntry, AuditSeverity } from '@kianda/contract/people/audit/audit';
import ExcelJS from 'exceljs';
import { type Clock, nowIso } from '../clock/clock.ts';
import type { Download, Principal, RequestContext } from './bind.ts';
import { AppError } from './errors.ts';
import { listOriginOf, originLines } from './list-origin.ts';

type Whole<Row> = {
  readonly data: readonly Row[];
  readonly total: number;
  /** Of data that were received: every file of theirs states it. Absent: rows of the platform itself. */
  readonly provenance?: Provenance;
};
type OriginLines = ReturnType<typeof originLines>;
type Wish<Row> = {
  readonly format: ListFormat;
  readonly clock: Clock;
  /** Reads the list from its first row on, at most so many: one query, so that no row is missed or given twice. */
  readonly read: (page: { readonly page: 1; readonly pageSize: number }) => Promise<Whole<Row>>;
};

/** Rows written before other requests get their turn. */
const rowsAtOnce = 1_000;
/** Longest text that a cell of a sheet holds. */
const longestCell = 32_767;

/** The whole of a list, as filtered and ordered, as one file. Throws `export_too_large`. */
async function listFile<Row>(
  list: Resource<Row>,
  { format, clock, read }: Wish<Row>,
): Promise<Download & { readonly rows: number }> {
  const { data, total, provenance } = await read({ page: 1, pageSize: mostListed });
  if (total > data.length) {
    throw new AppError('export_too_large', {
      detail: `A lista tem ${total} linhas, e um ficheiro leva ${mostListed} no máximo. Filtre-a primeiro.`,
    });
  }
  const fileName = listFileName(list, format, clock.nowMs());
  const exportedAt = nowIso(clock);
  const origin = provenance === undefined ? undefined : listOriginOf(provenance);
  const lines = origin === undefined ? [] : originLines(origin, exportedAt);
  if (format === 'xlsx')
    return { bytes: await xlsxOf(list, data, lines), contentType: types.xlsx, fileName, rows: total };
  const text =
    format === 'csv'
      ? resourceCsv.head(list) + resourceCsv.rows(list, data) + (lines.length === 0 ? '' : csvLines([[], ...lines]))
      : JSON.stringify({ list: list.id, exportedAt, total, origin, rows: listJson(list, data) });
  return { bytes: Buffer.from(text), contentType: types[format], fileName, rows: total };
}

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ListFormat, string>;

/** A sheet of rows, written one by one: a workbook in memory would take some hundred bytes a cell; another of the origin. */
async function xlsxOf<Row>(list: Resource<Row>, rows: readonly Row[], origin: OriginLines): Promise<Uint8Array> {
  const stream = new PassThrough();
  const bytes = buffer(stream);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet(list.id.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] });
  const headers = fileHeadersOf(list);
  sheet.columns = headers.map((header) => ({ width: Math.max(14, header.length + 2) }));
  const head = sheet.addRow([...headers]);
  head.font = { bold: true };
  head.commit();
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    for (const cells of fileRowsOf(list, rows.slice(start, start + rowsAtOnce)))
      sheet.addRow(cells.map(cellOf)).commit();
    await nextTurn();
  }
  if (origin.length > 0) {
    const about = book.addWorksheet('Origem');
    about.columns = [{ width: 14 }, { width: 100 }];
    for (const line of origin) about.addRow(line.map(cellOf)).commit();
  }
  await book.commit();
  return bytes;
}

/** Text stays text: a cell of a sheet that is given as text never runs as a formula. */
const cellOf = (value: CsvValue) =>
  value === undefined ? null : typeof value === 'string' ? value.slice(0, longestCell) : value;

/** Audit trail that records each export of a whole list; absent in tests of a module alone. */
export type ListRecorder = { record(entry: AuditEntry): Promise<unknown> };
type Asker = Pick<RequestContext<Endpoint>, 'ipAddress' | 'userAgent'> & { readonly principal: Principal };
type Export<Query, Row> = Pick<Wish<Row>, 'clock'> & {
  readonly audit: ListRecorder | undefined;
  /** `medium` where the list names no other. */
  readonly severity?: AuditSeverity;
  /** Answers a page of the list, as its own endpoint does. */
  readonly read: (query: Query, principal: Principal) => Promise<Whole<Row>>;
};

/** Handler of the endpoint that gives a whole list as a file: the file is in the audit trail before it is given. */
export const listExport =
  <Row, Query extends object>(list: Resource<Row>, { clock, audit, severity = 'medium', read }: Export<Query, Row>) =>
  async (
    context: Asker & { readonly query: Omit<Query, 'page' | 'pageSize'> & { readonly format: ListFormat } },
  ): Promise<Download> => {
    const { principal, ipAddress, userAgent, query } = context;
    const { format, ...asked } = query;
    const { rows, ...file } = await listFile(list, {
      format,
      clock,
      read: (page) => read({ ...asked, ...page } as unknown as Query, principal),
    });
    await audit?.record({
      event: 'data.export',
      severity,
      actorId: principal.accountId,
      actorName: principal.email,
      resource: `list/${list.id}`,
      ipAddress,
      userAgent,
      metadata: { what: list.id, format, rows },
    });
    return file;
  };
