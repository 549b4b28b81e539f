import type { FastifyInstance } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type SftpServer, startSftpServer } from '../sftp/server.ts';
import { createVmsFiles } from './files.ts';

const username = 'kianda';
const password = 'simulado';

/** The monitoring centre's SFTP server, on a separate port: the first request of `/vms/sftp` starts it, and each returns its address. */
function routes(app: FastifyInstance, { world, clock, faults }: ProviderDeps): void {
  let server: Promise<SftpServer> | null = null;
  const files = createVmsFiles(world);
  app.get('/vms/sftp', async (request) => {
    const host = request.socket.localAddress ?? '127.0.0.1';
    server ??= startSftpServer({
      host,
      username,
      password,
      files: () => files(clock(), faults.of('vms').malformed),
      isRevoked: () => faults.of('vms').revokedCredentials,
    });
    const { port, hostKey } = await server;
    const shown = host.includes(':') ? `[${host}]` : host;
    return { address: `sftp://${username}@${shown}:${port}/`, password, hostKey };
  });
  app.addHook('onClose', async () => (await server)?.close());
}

export const vms: Provider = { name: 'vms', routes };
