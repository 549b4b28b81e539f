import { expect, test } from 'vitest';
import { startSftpServer } from './server.ts';

const options = {
  host: '127.0.0.1',
  username: 'kianda',
  password: 'simulado',
  files: () => [],
  isRevoked: () => false,
};

test('every start has a host key of its own that clients can read: one key in 256 begins with a zero byte', async () => {
  const seen = new Set<string>();
  for (let start = 0; start < 1_000; start++) {
    const server = await startSftpServer(options);
    seen.add(server.hostKey);
    await server.close();
  }
  expect(seen.size).toBe(1_000);
});
