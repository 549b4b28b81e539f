import { type IntakeFormat, ProviderError } from '@kianda/connectors';
import { AppError } from '../../../platform/http/errors.ts';
import type { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import type { FileRow } from './intake.tables.ts';
import { type Formats, formatsOf, type IntakeContext } from './intake.types.ts';
import type { OpenFile } from './parse/raw-row.ts';

/** Formats of a connector's files by stream. Throws `not_found` for a connector that takes no files. */
export async function formatsNamed(context: IntakeContext, connectorId: string): Promise<Formats> {
  const found = await context.connector(connectorId);
  const formats = found === null ? null : formatsOf(found);
  if (formats !== null && formats.size > 0) return formats;
  throw new AppError('not_found', { detail: `«${connectorId}» não é um conector que receba ficheiros.` });
}

/** The format of a stream. Throws `validation_failed`. */
export function formatNamed(formats: Formats, stream: string): IntakeFormat {
  const format = formats.get(stream);
  if (format !== undefined) return format;
  const known = [...formats.keys()].join(', ');
  throw new AppError('validation_failed', { detail: `Formato «${stream}» desconhecido; existem: ${known}.` });
}

/** Throws `not_found`. */
export async function fileNamed({ repository }: IntakeContext, id: string): Promise<FileRow> {
  const file = await repository.file(id);
  if (file === undefined) throw new AppError('not_found', { detail: 'Não existe este ficheiro.' });
  return file;
}

/** The bytes of a file, ready to be read. Throws `not_found` where they are no longer stored. */
export async function openFile({ platform, maxFileBytes }: IntakeContext, file: FileRow): Promise<OpenFile> {
  const gzipped = await platform.storage.get(file.storage_key);
  if (gzipped === null) throw new AppError('not_found', { detail: 'O ficheiro original já não está guardado.' });
  return { format: file.format, dialect: file.dialect, gzipped, limitBytes: maxFileBytes };
}

/** Failure of a run whose file is no longer stored. */
export function lostFile(name: string): ProviderError {
  return new ProviderError('request', `O ficheiro «${name}» já não está guardado.`);
}

/** Failure of a run whose file could be read when it was checked, and no longer can. */
export function unreadableFile(name: string, cause: UnreadableFile): ProviderError {
  return new ProviderError('request', `O ficheiro «${name}» não se leu. ${cause.message}`, { cause });
}
