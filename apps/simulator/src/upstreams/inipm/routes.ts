import type { FastifyInstance } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type SftpServer, startSftpServer } from '../sftp/server.ts';
import { inipmFiles } from './files.ts';

const username = 'kianda';
const password = 'simulado';

/** The institute's SFTP server. It has a separate port: the first request of `/inipm/sftp` starts it, and each returns its address. */
export function routes(app: FastifyInstance, { world, clock, faults }: ProviderDeps): void {
  let server: Promise<SftpServer> | null = null;
  app.get('/inipm/sftp', async (request) => {
    const host = request.socket.localAddress ?? '127.0.0.1';
    server ??= startSftpServer({
      host,
      username,
      password,
      files: () => inipmFiles(world, clock()),
      isRevoked: () => faults.of('inipm').revokedCredentials,
    });
    const { port, hostKey } = await server;
    const shown = host.includes(':') ? `[${host}]` : host;
    return { address: `sftp://${username}@${shown}:${port}/`, password, hostKey };
  });
  app.addHook('onClose', async () => (await server)?.close());
}

export const inipm: Provider = { name: 'inipm', routes };
