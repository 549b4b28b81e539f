import { type DataOf, type Role, roles } from '@kianda/contract';
import { emailSchema, personNameSchema } from '@kianda/contract/people/identity/identity.contract';
import {
  userImportRows,
  type usersImport,
  type usersImportPreview,
} from '@kianda/contract/people/identity/users.contract';
import { parse } from 'csv-parse/sync';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { deliverLink } from '../access-links/access-links.service.ts';
import { entryAbout, type IdentityContext } from '../core/identity-context.ts';
import type { Origin } from '../identity.types.ts';
import { takenEmails } from './users.repository.ts';
import { invite, uniqueEmail } from './users.service.ts';

type Preview = DataOf<typeof usersImportPreview>;
type Row = Preview['rows'][number];

const headers: Readonly<Record<string, keyof Pick<Row, 'email' | 'name' | 'role'>>> = {
  email: 'email',
  'e-mail': 'email',
  correio: 'email',
  nome: 'name',
  name: 'name',
  perfil: 'role',
  role: 'role',
};
/** Mails sent at the same time. */
const MAILS_AT_ONCE = 5;

/** Effect of a file, row by row, without writing. Throws `validation_failed` for a file that is no CSV of users. */
export async function previewImport(context: IdentityContext, csv: string): Promise<Preview> {
  const read = readRows(csv);
  const emails = read.map(({ email }) => email.toLowerCase());
  const taken = await takenEmails(context.store, emails);
  const rows = read.map((row, index): Row => {
    const email = emailSchema.safeParse(row.email);
    const name = personNameSchema.safeParse(row.name);
    const faults = [
      ...(email.success ? [] : ['e-mail inválido']),
      ...(name.success ? [] : [name.error.issues[0]?.message ?? 'nome inválido']),
      ...(roleOf(row.role) === null ? [`perfil desconhecido (use ${roles.join(', ')})`] : []),
      ...(email.success && taken.has(email.data) ? ['já existe um utilizador com este e-mail'] : []),
      ...(emails.indexOf(row.email.toLowerCase()) < index ? ['e-mail repetido no ficheiro'] : []),
    ];
    return { ...row, faults };
  });
  const faulty = rows.filter(({ faults }) => faults.length > 0).length;
  return { rows, good: rows.length - faulty, faulty };
}

/** Invites everyone in the file, or no one. Throws `validation_failed` for a file with a faulty row, or `conflict`. */
export async function importUsers(
  context: IdentityContext,
  actor: Principal,
  csv: string,
  origin: Origin,
): Promise<DataOf<typeof usersImport>> {
  const { rows, faulty } = await previewImport(context, csv);
  if (faulty > 0) {
    const issues = rows
      .filter(({ faults }) => faults.length > 0)
      .map(({ line, faults }) => ({ path: `body.csv.${line}`, message: faults.join('; ') }));
    throw new AppError('validation_failed', { issues });
  }
  const made = await uniqueEmail('do ficheiro', () =>
    context.store.transaction().execute(async (store) => {
      const invited = [];
      for (const { email, name, role } of rows) {
        const given = { email: emailSchema.parse(email), name: name.trim(), role: roleOf(role) ?? 'cliente' };
        invited.push(await invite(context, store, { actor, origin }, given));
      }
      const metadata = { what: 'users', rows: rows.length };
      const entry = { event: 'data.import' as const, severity: 'high' as const, resource: 'users', metadata };
      await context.audit.record(entryAbout(actor.accountId, actor, origin, entry), store);
      return invited;
    }),
  );
  const invited: DataOf<typeof usersImport>['invited'] = [];
  let isMailDown = false;
  for (let at = 0; at < made.length; at += MAILS_AT_ONCE) {
    const group = made.slice(at, at + MAILS_AT_ONCE);
    // A mail server that is away would hold the answer up for each row: after the first failure the links are shown.
    const quiet: IdentityContext = isMailDown
      ? { ...context, dependencies: { ...context.dependencies, mail: () => null } }
      : context;
    const delivered = await Promise.all(group.map(({ row, link }) => deliverLink(quiet, row, link)));
    isMailDown ||= delivered.some(({ sentTo }) => sentTo === null);
    group.forEach(({ row }, index) => {
      const link = delivered[index];
      if (link !== undefined) invited.push({ email: row.email, name: row.name, link });
    });
  }
  return { invited };
}

function roleOf(text: string): Role | null {
  return roles.find((role) => role === text.toLowerCase()) ?? null;
}

function readRows(csv: string): Omit<Row, 'faults'>[] {
  const [firstLine = ''] = csv.split(/\r?\n/, 1);
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(csv, {
      bom: true,
      delimiter: firstLine.includes(';') ? ';' : ',',
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      info: true,
    }) as unknown as typeof records;
  } catch (error) {
    throw refused(`O ficheiro não é um CSV válido: ${error instanceof Error ? error.message : 'erro de leitura'}`);
  }
  const [head, ...body] = records;
  const columns = (head?.record ?? []).map((name) => headers[name.toLowerCase()] ?? null);
  for (const wanted of ['email', 'name', 'role'] as const) {
    if (!columns.includes(wanted)) throw refused('A primeira linha tem de ter as colunas email, nome e perfil.');
  }
  if (body.length === 0) throw refused('O ficheiro não tem linhas.');
  if (body.length > userImportRows) throw refused(`Um ficheiro tem, no máximo, ${userImportRows} linhas.`);
  return body.map(({ record, info }) => {
    const cell = (name: (typeof columns)[number]) => plain(record[columns.indexOf(name)] ?? '').slice(0, 300);
    return { line: info.lines, email: cell('email'), name: cell('name'), role: cell('role') };
  });
}

/** A file of our own comes back with the apostrophe that kept a spreadsheet from running a cell. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function refused(message: string): AppError {
  return new AppError('validation_failed', { issues: [{ path: 'body.csv', message }] });
}
