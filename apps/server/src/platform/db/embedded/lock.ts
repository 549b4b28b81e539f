import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../../process/startup-error.ts';

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end(`${process.pid}\n`));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Id of the process that listens; null when none does. */
function holder(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection(path);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('end', () => resolve(answer.trim()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(null);
      else reject(error);
    });
  });
}

/**
 * One platform at a time on a cluster: without this a second start would take the first one's database for a left-over
 * and stop it. The lock is a listening Unix socket: the kernel closes it with the process, however that ends.
 */
export async function lockCluster(socketFolder: string): Promise<() => Promise<void>> {
  const path = join(socketFolder, 'lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await listen(path);
    if (server !== null) {
      return () =>
        new Promise((resolve) => {
          server.close(() => resolve());
        });
    }
    const pid = await holder(path);
    if (pid !== null) {
      throw new StartupError(
        `A base de dados incluída já está a ser usada por outra Kianda (processo ${pid}); pare-a, ou indique outra pasta em KIANDA_DATA_DIR.`,
      );
    }
    await rm(path, { force: true });
  }
  throw new StartupError(`Não foi possível reservar a base de dados: ${path} muda de mãos.`);
}
