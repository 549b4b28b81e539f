import { constants, createReadStream } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError } from '@kianda/connectors';
import { AppError } from '../../../../platform/http/errors.ts';
import type { IntakeService } from '../intake.service.ts';
import { formatsOf, type IntakeContext } from '../intake.types.ts';
import type { Receipt } from '../intake-reception.service.ts';
import { type Entry, stableFiles } from './settled-files.ts';

const doneFolder = 'processado';
const refusedFolder = 'rejeitado';
/** Most files taken in one collection; the others come with the next one. */
const mostPerCollection = 200;

/** Watched folder of a connector. */
export function folderOf(context: IntakeContext, connectorId: string): string {
  return join(context.folder, connectorId);
}

/** Makes the watched folder of a connector, so that operators find it. */
export async function prepareFolder(context: IntakeContext, connectorId: string): Promise<void> {
  for (const name of [doneFolder, refusedFolder]) {
    await mkdir(join(folderOf(context, connectorId), name), { recursive: true });
  }
}

/** Throws `ProviderError` where the watched folder of a connector is not there, or its files may not be taken. */
export async function probeFolder(context: IntakeContext, connectorId: string): Promise<void> {
  const folder = folderOf(context, connectorId);
  try {
    await readdir(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = code === 'ENOENT' ? 'não existe' : `não se deixa ler ou escrever (${code})`;
    throw new ProviderError('request', `A pasta vigiada ${folder} ${problem}.`, { reason: 'folder', cause: error });
  }
}

/**
 * Takes the whole files of a connector's folder. Each is moved to `processado/` or `rejeitado/` with a report beside it;
 * one that fails for another reason than its content stays for the next collection.
 */
export async function collectFolder(
  context: IntakeContext,
  service: IntakeService,
  connectorId: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await context.connector(connectorId);
  if (found === null || formatsOf(found).size === 0) return;
  const folder = folderOf(context, connectorId);
  const settled = await stableFiles(() => filesIn(folder), context.settleMs, signal);
  for (const entry of settled.slice(0, mostPerCollection)) {
    signal.throwIfAborted();
    const path = join(folder, entry.name);
    try {
      await collectFile(service, { connectorId, folder, name: entry.name }, new Date(context.platform.clock.nowMs()));
    } catch (error) {
      if (signal.aborted) throw error;
      context.platform.log.warn({ err: error, connectorId, path }, 'ficheiro da pasta vigiada por receber');
    }
  }
}

async function collectFile(
  service: IntakeService,
  { connectorId, folder, name }: { readonly connectorId: string; readonly folder: string; readonly name: string },
  at: Date,
): Promise<void> {
  const path = join(folder, name);
  // A link planted in the folder must not read a file from elsewhere.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  let receipt: Receipt | null = null;
  let refusal: string | null = null;
  try {
    const body = createReadStream(path, { fd: handle.fd, autoClose: false });
    receipt = await service.deliver({ connectorId, name, way: 'folder', from: folder }, body);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'payload_too_large')) throw error;
    refusal = error.detail ?? error.message;
  } finally {
    await handle.close();
  }
  const isTaken = receipt !== null && (receipt.file.state === 'accepted' || receipt.file.state === 'stored');
  const target = join(folder, isTaken ? doneFolder : refusedFolder);
  await mkdir(target, { recursive: true });
  const stamped = `${at.toISOString().replace(/[:.]/g, '-')}-${name}`;
  await writeFile(join(target, `${stamped}.relatorio.txt`), summary(name, receipt, refusal));
  if (receipt !== null && isTaken && (receipt.preview?.rejected ?? 0) > 0) {
    const { bytes } = await service.report(receipt.file.id);
    await writeFile(join(target, `${stamped}.relatorio.csv`), bytes);
  }
  await rename(path, join(target, stamped));
  await rm(`${path}.ok`, { force: true });
}

function summary(name: string, receipt: Receipt | null, refusal: string | null): string {
  const lines = [`Ficheiro: ${name}`];
  if (receipt === null) lines.push('Resultado: recusado', `Razão: ${refusal ?? ''}`);
  else {
    const { file, outcome, preview } = receipt;
    const repeated = outcome === 'already_received';
    const taken = file.state === 'accepted' || file.state === 'stored';
    lines.push(
      `Resultado: ${repeated ? `já recebido em ${file.received_at.toISOString()} («${file.name}»)` : taken ? 'aceite' : 'recusado'}`,
    );
    lines.push(`Identificador: ${file.id}`, `SHA-256: ${file.sha256}`);
    if (file.reason !== null) lines.push(`Razão: ${file.reason}`);
    if (preview !== null) lines.push(`Linhas: ${preview.total}`, `Linhas com erro: ${preview.rejected}`);
    for (const { reason, count, firstLine } of preview?.reasons ?? []) {
      lines.push(`  ${count} × ${reason} (a partir da linha ${firstLine})`);
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

async function filesIn(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const entries = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => null);
      return found?.isFile() === true ? [{ name, sizeBytes: found.size, modifiedMs: found.mtimeMs }] : [];
    }),
  );
  return entries.flat();
}
