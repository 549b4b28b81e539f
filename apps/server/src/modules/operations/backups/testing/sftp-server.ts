import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE, OPEN_MODE } = utils.sftp;

const attributesOf = (found: { mode: number; size: number; mtimeMs: number }): Attributes => ({
  mode: found.mode,
  uid: 0,
  gid: 0,
  size: found.size,
  atime: Math.trunc(found.mtimeMs / 1000),
  mtime: Math.trunc(found.mtimeMs / 1000),
});

/** An SFTP server over real SSH that reads and writes below a folder. */
export async function startSftpFolder(
  folder: string,
  account: { readonly username: string; readonly password: string },
) {
  const { privateKey, publicKey } = createHostKey();
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      const isKnown =
        context.method === 'password' && context.username === account.username && context.password === account.password;
      if (isKnown) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), folder));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `sftp://${account.username}@127.0.0.1:${port}/copias`,
    hostKey: `SHA256:${createHash('sha256').update(publicKey.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function serve(sftp: SFTPWrapper, folder: string): void {
  const place = (path: string) => join(folder, path);
  const listed = new Set<string>();
  const handleOf = (number: number): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(number);
    return handle;
  };
  const answer = (id: number, work: Promise<unknown>): void => {
    work.then(
      () => sftp.status(id, STATUS_CODE.OK),
      (error: unknown) => {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
      },
    );
  };
  const attributes = (id: number, path: string): void => {
    stat(place(path)).then(
      (found) => sftp.attrs(id, attributesOf(found)),
      () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
  };
  sftp.on('REALPATH', (id, path) => {
    sftp.name(id, [{ filename: path, longname: path, attrs: attributesOf({ mode: 0o040755, size: 0, mtimeMs: 0 }) }]);
  });
  sftp.on('STAT', attributes);
  sftp.on('LSTAT', attributes);
  sftp.on('MKDIR', (id, path) => answer(id, mkdir(place(path))));
  sftp.on('RMDIR', (id, path) => answer(id, rmdir(place(path))));
  sftp.on('REMOVE', (id, path) => answer(id, rm(place(path))));
  sftp.on('RENAME', (id, from, to) => answer(id, rename(place(from), place(to))));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('OPENDIR', (id, path) => {
    stat(place(path)).then(
      () => sftp.handle(id, Buffer.from(`d${path}`)),
      () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
  });
  sftp.on('READDIR', (id, handle) => {
    const path = handle.toString('utf8').slice(1);
    if (listed.delete(path)) {
      sftp.status(id, STATUS_CODE.EOF);
      return;
    }
    listed.add(path);
    const entries = readdir(place(path)).then((names) =>
      Promise.all(
        names.map(async (filename) => {
          const found = await stat(join(place(path), filename));
          const longname = `${found.isDirectory() ? 'd' : '-'}rw-r--r-- 1 0 0 ${found.size} Jan 1 00:00 ${filename}`;
          return { filename, longname, attrs: attributesOf(found) };
        }),
      ),
    );
    entries.then(
      (found) => sftp.name(id, found),
      () => sftp.status(id, STATUS_CODE.FAILURE),
    );
  });
  sftp.on('OPEN', (id, path, flags) => {
    try {
      const isWrite = (flags & OPEN_MODE.WRITE) !== 0;
      sftp.handle(id, handleOf(openSync(place(path), isWrite ? 'w' : 'r')));
    } catch {
      sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    }
  });
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attributesOf(fstatSync(handle.readUInt32BE()))));
  sftp.on('READ', (id, handle, offset, length) => {
    const bytes = Buffer.alloc(length);
    const count = readSync(handle.readUInt32BE(), bytes, 0, length, offset);
    if (count === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, bytes.subarray(0, count));
  });
  sftp.on('WRITE', (id, handle, offset, bytes) => {
    writeSync(handle.readUInt32BE(), bytes, 0, bytes.length, offset);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('CLOSE', (id, handle) => {
    if (handle.length === 4 && handle[0] !== 0x64) closeSync(handle.readUInt32BE());
    sftp.status(id, STATUS_CODE.OK);
  });
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
