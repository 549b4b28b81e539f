import { createServer, type Server } from 'node:net';
import { StartupError } from './startup-error.ts';

export type WantedPort = { readonly setting: string; readonly port: number };

/** The line for a port that can't be listened on, or null when the error is about something else. */
export function describeListenError(error: unknown, host: string, wanted: WantedPort): StartupError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const { port, setting } = wanted;
  const message =
    code === 'EADDRINUSE'
      ? `A porta ${port} já está a ser usada por outro programa: pare-o ou escolha outra em ${setting}.`
      : code === 'EACCES'
        ? `Esta conta não pode usar a porta ${port}: escolha outra (1024 ou mais) em ${setting}.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `Esta máquina não tem o endereço ${host}: corrija KIANDA_HOST.`
          : null;
  return message === null ? null : new StartupError(message, { cause: error });
}

function hold(host: string, wanted: WantedPort): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(describeListenError(error, host, wanted) ?? error));
    server.listen({ host, port: wanted.port, exclusive: true }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error(`expected a TCP address, got ${address}`));
      else resolve({ server, port: address.port });
    });
  });
}

/**
 * Checks that each port can be listened on, before anything slow is started; 0 becomes a free one, each its own.
 * Throws `StartupError`.
 */
export async function findPorts(host: string, wanted: readonly WantedPort[]): Promise<readonly number[]> {
  const reserved: { server: Server; port: number }[] = [];
  try {
    for (const one of wanted) reserved.push(await hold(host, one));
    return reserved.map(({ port }) => port);
  } finally {
    await Promise.all(reserved.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  }
}
