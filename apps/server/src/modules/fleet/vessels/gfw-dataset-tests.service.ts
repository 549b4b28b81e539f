import { ProviderError } from '@kianda/connectors';
import { condition, type GfwClient } from '@kianda/connectors/gfw/client';
import { lastPublished } from '@kianda/connectors/gfw/windows';
import { WITHHELD } from '@kianda/connectors/gfw/wire';
import { type GfwDatasetId, gfwDatasets, gfwErrors } from '@kianda/contract/fleet/vessels/gfw.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { GfwTestRow } from './gfw.tables.ts';
import { answeredFault, type GfwAccess } from './gfw-access.service.ts';

type TestResult = Pick<GfwTestRow, 'accessible' | 'access_level' | 'status_code' | 'error'>;

/** The smallest request to each data set; true where part of the answer is withheld from the token. */
const requests: Readonly<Record<GfwDatasetId, (client: GfwClient, nowMs: number) => Promise<boolean>>> = {
  'public-global-vessels': reportOf('public-global-vessels'),
  'public-global-fishing-effort': reportOf('public-global-fishing-effort'),
  'public-global-vessel-identity': async (client) =>
    JSON.stringify((await client.searchVessels({ where: condition('flag', 'AGO'), limit: 5 })).rows).includes(WITHHELD),
  'public-global-carrier-vessels': async (client) => {
    const where = "combinedSourcesInfo.shiptypes.name='CARRIER'";
    return JSON.stringify((await client.searchVessels({ where, limit: 5 })).rows).includes(WITHHELD);
  },
  'public-global-transshipment': async (client, nowMs) => {
    await client.recentEvents(gfwDatasets['public-global-transshipment'], lastPublished(nowMs), 1);
    return false;
  },
};
export const datasetIds = Object.keys(requests) as GfwDatasetId[];

function reportOf(id: GfwDatasetId) {
  return async (client: GfwClient, nowMs: number) => {
    const range = lastPublished(nowMs, 1);
    await client.report({ dataset: gfwDatasets[id], range, temporal: 'ENTIRE', spatial: 'LOW', groupBy: 'FLAG' });
    return false;
  };
}

/** Tests the access to every data set; without a token none is asked. */
export async function testDatasets(access: GfwAccess, clock: Clock): Promise<readonly GfwTestRow[]> {
  const seed = await access.simulatedSeed();
  const rowOf = (id: GfwDatasetId, result: TestResult): GfwTestRow => ({
    dataset: id,
    tested_dataset: gfwDatasets[id],
    ...result,
    tested_at: new Date(clock.nowMs()),
    simulated_seed: seed,
  });
  if (await access.isConfigured()) {
    // Each has its own limit: a request that hangs must not take the others' answers with it.
    return Promise.all(datasetIds.map(async (id) => rowOf(id, await testWithin(access, clock, id))));
  }
  return datasetIds.map((id) =>
    rowOf(id, { accessible: false, access_level: 'none', status_code: 503, error: gfwErrors.notConfigured }),
  );
}

/** Result of a test within the time limit of the access. */
async function testWithin(access: GfwAccess, clock: Clock, id: GfwDatasetId): Promise<TestResult> {
  try {
    return await access.raw((client) => testOf(client, clock, id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { accessible: false, access_level: 'none', status_code: error.status, error: gfwErrors.timeout };
  }
}

async function testOf(client: GfwClient, clock: Clock, id: GfwDatasetId): Promise<TestResult> {
  try {
    const isWithheld = await requests[id](client, clock.nowMs());
    return { accessible: true, access_level: isWithheld ? 'limited' : 'full', status_code: 200, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const fault = answeredFault(error);
    return {
      accessible: false,
      access_level: 'none',
      status_code: error.status,
      error: fault instanceof Error ? fault.message : null,
    };
  }
}
