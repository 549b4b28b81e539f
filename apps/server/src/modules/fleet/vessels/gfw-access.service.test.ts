import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorById, hostsOf } from '@kianda/connectors';
import { gfwErrors, gfwPermissionTest, gfwQuota, gfwVessels } from '@kianda/contract/fleet/vessels/gfw.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, echoAbsence, echoProvenance, type ModulePlatform } from '../../../testing/module.ts';
import type { ConfiguredConnector } from '../../ingestion/connectors/index.ts';
import { createVessels } from './index.ts';
import { vesselMigrations } from './vessels.migrations.ts';

let base: ModulePlatform;
let provider: Server | undefined;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
});
afterEach(async () => {
  provider?.closeAllConnections();
  provider?.close();
  provider = undefined;
  await base.close();
});

/** The module with a provider that answers this status to everything; 0 is no answer at all. */
async function moduleOf(status: number, token: string | null = 'segredo') {
  const server = createServer((_request, response) => {
    if (status === 0) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ statusCode: status, error: 'x', messages: [{ title: 'x', detail: 'y' }] }));
  });
  provider = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connector = connectorById('gfw');
  if (connector === null) throw new Error('no connector');
  const settings = { baseUrl: `http://127.0.0.1:${port}/v3`, ...(token === null ? {} : { credentials: { token } }) };
  const configured: ConfiguredConnector = {
    connector,
    settings,
    simulatedSeed: null,
    disabledReason: null,
    allowPrivateHosts: hostsOf(settings),
  };
  return createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    // Short only where nothing comes: a busy machine takes longer for an answer.
    gfw: { connector: async () => configured, userAgent: () => 'Kianda/ensaio', limitMs: status === 0 ? 300 : 30_000 },
  });
}

test.each([
  ['refuses the data set', 403, 'segredo', 'forbidden', gfwErrors.forbidden],
  ['has no token of ours', 200, null, 'unavailable', gfwErrors.notConfigured],
  ['refuses the token', 401, 'segredo', 'unavailable', gfwErrors.notConfigured],
  ['does not answer in time', 0, 'segredo', 'timeout', gfwErrors.timeout],
] as const)('a provider that %s: the text of the specification', async (_name, status, token, code, detail) => {
  const module = await moduleOf(status, token);
  await expect(askModule(module, gfwVessels)).rejects.toMatchObject({ code, detail });
});

test('a live test tells the status of each data set, and none where nothing was answered', async () => {
  const tested = async (status: number, token: string | null = 'segredo') => {
    const module = await moduleOf(status, token);
    const binding = module.bindings?.find(({ endpoint }) => endpoint.id === gfwPermissionTest.id);
    const asked: unknown = { query: { force: 'true' } };
    const answer = await binding?.handler(asked as Parameters<typeof binding.handler>[0]);
    const { results } = gfwPermissionTest.response.parse(answer);
    return [...new Set(Object.values(results).map(({ accessible, status_code: code }) => `${accessible} ${code}`))];
  };
  expect(await tested(403)).toEqual(['false 403']);
  expect(await tested(200, null)).toEqual(['false 503']);
  expect(await tested(0)).toEqual(['false null']);
});

test('an unknown quota is null, with the reason', async () => {
  const module = await moduleOf(200, null);
  const binding = module.bindings?.find(({ endpoint }) => endpoint.id === gfwQuota.id);
  const answer = await binding?.handler({} as Parameters<typeof binding.handler>[0]);
  expect(gfwQuota.response.parse(answer)).toMatchObject({
    daily: { limit: null, usage: null },
    reason: gfwErrors.notConfigured,
    provenance: { state: 'fallback' },
  });
});
