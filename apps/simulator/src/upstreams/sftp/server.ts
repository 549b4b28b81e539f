import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type Attributes, type Connection, type FileEntry, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

export type SimulatedFile = { readonly name: string; readonly bytes: Buffer; readonly modifiedMs: number };

export type SftpOptions = {
  readonly host: string;
  readonly username: string;
  readonly password: string;
  /** Files of the only folder, at present. */
  readonly files: () => readonly SimulatedFile[];
  /** True while credentials are refused. */
  readonly isRevoked: () => boolean;
};

export type SftpServer = { readonly port: number; readonly hostKey: string; close(): Promise<void> };

const folderMode = 0o040755;
const fileMode = 0o100644;

/** A read-only SFTP server with one folder, `/`, over real SSH. Port and host key are its own at each start. */
export async function startSftpServer(options: SftpOptions): Promise<SftpServer> {
  const { privateKey, publicKey } = createHostKey();
  const clients = new Set<Connection>();
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    // A client that goes away in the middle is no fault of the server.
    client.on('error', () => clients.delete(client));
    client.on('authentication', (context) => {
      const matches =
        context.method === 'password' &&
        context.username === options.username &&
        same(context.password, options.password) &&
        !options.isRevoked();
      if (matches) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), options.files));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, options.host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: `SHA256:${createHash('sha256').update(publicKey.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.end();
      }),
  };
}

function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

type Handle = { readonly file: SimulatedFile } | { listing: readonly SimulatedFile[] | null };

function serve(sftp: SFTPWrapper, files: () => readonly SimulatedFile[]): void {
  const handles = new Map<number, Handle>();
  let next = 0;
  const opened = (handle: Handle): Buffer => {
    next += 1;
    handles.set(next, handle);
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(next);
    return buffer;
  };
  const handleOf = (buffer: Buffer) => handles.get(buffer.length === 4 ? buffer.readUInt32BE() : -1);
  const fileAt = (path: string) => files().find(({ name }) => name === path.replace(/^\/+/, ''));
  const stat = (id: number, path: string) => {
    const file = fileAt(path);
    if (path === '/' || path === '.') sftp.attrs(id, attributesOf(null));
    else if (file === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else sftp.attrs(id, attributesOf(file));
  };

  sftp.on('REALPATH', (id, path) => {
    const filename = path === '.' || path === '' ? '/' : path;
    sftp.name(id, [{ filename, longname: filename, attrs: attributesOf(null) }]);
  });
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('OPENDIR', (id, path) => {
    if (path !== '/' && path !== '.') sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else sftp.handle(id, opened({ listing: files() }));
  });
  sftp.on('READDIR', (id, buffer) => {
    const handle = handleOf(buffer);
    if (handle === undefined || 'file' in handle) return sftp.status(id, STATUS_CODE.FAILURE);
    if (handle.listing === null) return sftp.status(id, STATUS_CODE.EOF);
    const entries = handle.listing.map(entryOf);
    handle.listing = null;
    return sftp.name(id, entries);
  });
  sftp.on('OPEN', (id, path, flags) => {
    const file = fileAt(path);
    if (file === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else if ((flags & utils.sftp.OPEN_MODE.WRITE) !== 0) sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
    else sftp.handle(id, opened({ file }));
  });
  sftp.on('FSTAT', (id, buffer) => {
    const handle = handleOf(buffer);
    if (handle === undefined || !('file' in handle)) sftp.status(id, STATUS_CODE.FAILURE);
    else sftp.attrs(id, attributesOf(handle.file));
  });
  sftp.on('READ', (id, buffer, offset, length) => {
    const handle = handleOf(buffer);
    if (handle === undefined || !('file' in handle)) return sftp.status(id, STATUS_CODE.FAILURE);
    if (offset >= handle.file.bytes.length) return sftp.status(id, STATUS_CODE.EOF);
    return sftp.data(id, handle.file.bytes.subarray(offset, offset + length));
  });
  sftp.on('CLOSE', (id, buffer) => {
    handles.delete(buffer.length === 4 ? buffer.readUInt32BE() : -1);
    sftp.status(id, STATUS_CODE.OK);
  });
}

function attributesOf(file: SimulatedFile | null): Attributes {
  const seconds = Math.floor((file?.modifiedMs ?? 0) / 1000);
  return {
    mode: file === null ? folderMode : fileMode,
    uid: 0,
    gid: 0,
    size: file?.bytes.length ?? 0,
    atime: seconds,
    mtime: seconds,
  };
}

function entryOf(file: SimulatedFile): FileEntry {
  return {
    filename: file.name,
    longname: `-rw-r--r-- 1 0 0 ${file.bytes.length} ${file.name}`,
    attrs: attributesOf(file),
  };
}

/** A key pair that can be read again: of 256 keys ssh2 writes one, whose number begins with a zero byte, a byte short. */
function createHostKey() {
  for (let attempt = 0; attempt < 20; attempt++) {
    const keys = utils.generateKeyPairSync('ed25519');
    const publicKey = utils.parseKey(keys.public);
    if (!(publicKey instanceof Error) && !Array.isArray(publicKey)) return { privateKey: keys.private, publicKey };
  }
  throw new Error('no host key could be made in 20 attempts');
}
