import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { posix } from 'node:path';
import { PassThrough } from 'node:stream';
import { ProviderError } from '@kianda/connectors';
import { isPublicAddress } from '@kianda/connectors/core/guard';
import type { SFTPWrapper } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import { z } from 'zod';
import type { ConfiguredConnector } from '../../connectors/index.ts';
import type { IntakeService } from '../intake.service.ts';
import type { IntakeContext } from '../intake.types.ts';
import { type Entry, stableFiles } from './settled-files.ts';

const readyTimeoutMs = 20_000;
/** Most files of one collection, and its longest time: a run stores its files before it asks for more. */
const mostPerCollection = 25;
const longCollectionMs = 20_000;

type Account = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly folder: string;
  readonly password: string | undefined;
  readonly privateKey: string | undefined;
  /** `SHA256:…` of the server's key, as OpenSSH shows it. */
  readonly hostKey: string | undefined;
};

/** Where a connector's SFTP server is, without its account; null where none is set. */
export function sftpAddressOf({ settings }: ConfiguredConnector): string | null {
  const address = settings.credentials?.sftpAddress;
  if (address === undefined) return null;
  const { host, pathname } = new URL(address);
  return `sftp://${host}${pathname}`;
}

/**
 * Takes the new whole files of a connector's SFTP folder; nothing is deleted there. Throws `ProviderError`: `auth` for a
 * refused account, `blocked` for an address that may not be reached or another server's key. Returns whether more waits.
 */
export async function collectSftp(
  context: IntakeContext,
  service: IntakeService,
  connectorId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { repository, platform, recognised } = context;
  const isMore = await withFolder(context, connectorId, signal, async (folder) => {
    const keyOf = (entry: Entry) => `${folder.place}${entry.name}|${entry.sizeBytes}|${entry.modifiedMs}`;
    // Known ones go before anything is counted or waited for: nothing is deleted there, and they would fill every turn.
    const unknown = async () => {
      const entries = await folder.list();
      const known = await repository.remoteKnown(connectorId, entries.map(keyOf));
      return entries.filter((entry) => !known.has(keyOf(entry)) && !recognised.has(keyOf(entry)));
    };
    const settled = await stableFiles(unknown, context.settleMs, signal);
    const startMs = platform.clock.nowMs();
    for (const [index, entry] of settled.entries()) {
      if (index >= mostPerCollection || platform.clock.nowMs() - startMs > longCollectionMs) return true;
      const remoteKey = keyOf(entry);
      const body = new PassThrough();
      const copied = folder.copy(entry.name, body).finally(() => body.end());
      const delivery = { connectorId, name: entry.name, way: 'sftp' as const, from: folder.from, remoteKey };
      const [, read] = await Promise.allSettled([copied, service.deliver(delivery, body)]);
      body.destroy();
      if (read.status === 'rejected') throw read.reason;
      await copied;
      // The same bytes under another name keep the key they first came with.
      if (read.value.outcome === 'already_received') recognised.add(remoteKey);
    }
    return false;
  });
  return isMore ?? false;
}

/** How many files a connector's SFTP folder holds; null where it has none. Takes nothing. Throws as `collectSftp`. */
export async function probeSftp(
  context: IntakeContext,
  connectorId: string,
  signal: AbortSignal,
): Promise<{ readonly files: number; readonly newest: string | null } | null> {
  return withFolder(context, connectorId, signal, async ({ list }) => {
    const entries = (await list()).toSorted((a, b) => b.modifiedMs - a.modifiedMs);
    return { files: entries.length, newest: entries[0]?.name ?? null };
  });
}

type RemoteFolder = {
  /** Server and folder, without the account. */
  readonly place: string;
  readonly from: string;
  readonly list: () => Promise<readonly Entry[]>;
  readonly copy: (name: string, target: NodeJS.WritableStream) => Promise<unknown>;
};

/** Opens the SFTP folder of a connector for some work; null where it has none. */
async function withFolder<T>(
  context: IntakeContext,
  connectorId: string,
  signal: AbortSignal,
  work: (folder: RemoteFolder) => Promise<T>,
): Promise<T | null> {
  const connector = await context.connector(connectorId);
  const account = connector === null ? null : await accountOf(connector, signal);
  if (connector === null || account === null) return null;
  const address = await reachableAddress(account, connector.allowPrivateHosts, connector.simulatedSeed !== null);
  const client = new SftpClient();
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await signIn(client, account, address);
    const list = async () => {
      const entries = await client.list(account.folder).catch((error: unknown) => {
        throw folderFailureOf(error);
      });
      return entries
        .filter(({ type }) => type === '-')
        .map(({ name, size, modifyTime }) => ({ name, sizeBytes: size, modifiedMs: modifyTime }));
    };
    return await work({
      place: `${account.host}:${account.port}${posix.join(account.folder, '/')}`,
      from: `${account.username}@${account.host}`,
      list,
      copy: (name, target) => client.get(posix.join(account.folder, name), target),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => false);
  }
}

/** Signs in at the address that was checked, and only to the server that has the expected key. */
async function signIn(client: SftpClient, account: Account, address: string): Promise<SFTPWrapper> {
  return client.connect({
    // A file is half a dozen short questions: without this each would wait 40 ms for its answer.
    sock: connect({ host: address, port: account.port, noDelay: true }),
    username: account.username,
    ...(account.password === undefined ? {} : { password: account.password }),
    ...(account.privateKey === undefined ? {} : { privateKey: account.privateKey }),
    readyTimeout: readyTimeoutMs,
    hostVerifier: (key: Buffer) => isExpectedKey(key, account.hostKey),
  });
}

/**
 * A connection to a server that an administrator named, with its folder; the caller ends it. The server may have a
 * private address, because copies may be stored in the same building. Throws `ProviderError`.
 */
export async function openSftp(place: {
  readonly address: string;
  readonly secret: string;
  readonly hostKey: string;
}): Promise<{ readonly client: SftpClient; readonly sftp: SFTPWrapper; readonly folder: string }> {
  const isKey = place.secret.includes('PRIVATE KEY');
  const account = accountAt(
    place.address,
    isKey ? undefined : place.secret,
    isKey ? place.secret : undefined,
    place.hostKey,
  );
  const client = new SftpClient();
  try {
    const sftp = await signIn(client, account, await reachableAddress(account, [account.host], false));
    return { client, sftp, folder: account.folder };
  } catch (error) {
    await client.end().catch(() => false);
    throw failureOf(error);
  }
}

const simulatedSchema = z.object({ address: z.string(), password: z.string(), hostKey: z.string() });

/** The account that operators set; in demonstration, the simulator's, which says where it listens. */
async function accountOf(
  { settings, simulatedSeed }: ConfiguredConnector,
  signal: AbortSignal,
): Promise<Account | null> {
  const { sftpAddress, sftpPassword, sftpPrivateKey, sftpHostKey } = settings.credentials ?? {};
  if (sftpAddress !== undefined) return accountAt(sftpAddress, sftpPassword, sftpPrivateKey, sftpHostKey);
  if (simulatedSeed === null) return null;
  const reply = await fetch(`${settings.baseUrl}/sftp`, { signal }).catch(() => null);
  const found = simulatedSchema.safeParse(reply?.ok === true ? await reply.json() : null);
  return found.success ? accountAt(found.data.address, found.data.password, undefined, found.data.hostKey) : null;
}

function accountAt(
  address: string,
  password: string | undefined,
  privateKey: string | undefined,
  hostKey: string | undefined,
): Account {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== 'sftp:' || url.username === '' || url.hostname === '')
    throw new ProviderError('request', 'O endereço SFTP tem de ser sftp://utilizador@servidor:porta/pasta.');
  if (password === undefined && privateKey === undefined)
    throw new ProviderError('auth', 'Falta a palavra-passe ou a chave SFTP.');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 22 : Number(url.port),
    username: decodeURIComponent(url.username),
    folder: url.pathname === '' ? '/' : decodeURIComponent(url.pathname),
    password,
    privateKey,
    hostKey,
  };
}

/**
 * The address to dial, resolved here and dialled as it is: a name that is public now and private a moment later would
 * else pass. Throws `blocked`.
 */
async function reachableAddress(account: Account, allowed: readonly string[], isSimulated: boolean): Promise<string> {
  const found = isIP(account.host) > 0 ? [{ address: account.host }] : await resolved(account.host);
  const exempt = allowed.includes(`${account.host}:${account.port}`) || allowed.includes(account.host) || isSimulated;
  const bad = found.find(({ address }) => !isPublicAddress(address));
  if (bad !== undefined && !exempt)
    throw new ProviderError('blocked', `${account.host} aponta para ${bad.address}, que não é um endereço público.`);
  const [first] = found;
  if (first === undefined) throw new ProviderError('network', `${account.host} não tem endereços.`);
  // Over the internet only the server's key distinguishes it from an impostor.
  if (account.hostKey === undefined && !exempt)
    throw new ProviderError('auth', 'Falta a impressão digital da chave do servidor SFTP (sftpHostKey).');
  return first.address;
}

async function resolved(host: string): Promise<readonly { readonly address: string }[]> {
  try {
    return await lookup(host, { all: true });
  } catch (error) {
    throw new ProviderError('network', `O servidor SFTP ${host} não se encontra.`, { cause: error });
  }
}

function isExpectedKey(key: Buffer, expected: string | undefined): boolean {
  if (expected === undefined) return true;
  const digest = createHash('sha256').update(key).digest();
  const given = Buffer.from(expected.replace(/^SHA256:/, ''), 'base64');
  return given.length === digest.length && timingSafeEqual(digest, given);
}

/** By the status of SFTP (draft-ietf-secsh-filexfer-02 §7), and by the codes of the client's own checks. */
const folderProblems: Readonly<Record<string, string>> = {
  2: 'não existe',
  3: 'não se deixa ler por esta conta',
  ENOENT: 'não existe',
  EACCES: 'não se deixa ler por esta conta',
  ENOTDIR: 'não é uma pasta',
};

/** The error of a folder that is not there or may not be read; any other as it is. */
function folderFailureOf(error: unknown): unknown {
  const problem = error instanceof Error && 'code' in error ? folderProblems[String(error.code)] : undefined;
  if (problem === undefined) return error;
  return new ProviderError('request', `A pasta do servidor SFTP ${problem}.`, { reason: 'folder', cause: error });
}

function failureOf(error: unknown): unknown {
  if (error instanceof ProviderError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const { message } = error;
  if (/authentication/i.test(message))
    return new ProviderError('auth', 'O servidor SFTP recusou as credenciais.', { cause: error });
  if (/verif/i.test(message))
    return new ProviderError('blocked', 'A chave do servidor SFTP não é a esperada.', { cause: error });
  if (code === 'ERR_GENERIC_CLIENT' || code.startsWith('ERR') || code.startsWith('E'))
    return new ProviderError('network', `SFTP: ${message}`, { cause: error });
  return error;
}
