import * as map from '@kianda/connectors/services/ogc/map';
import { allows } from '@kianda/contract';
import * as features from '@kianda/contract/features/features.contract';
import * as processes from '@kianda/contract/features/processes.contract';
import { tileEndpoints } from '@kianda/contract/features/tiles.contract';
import { type Clock, nowIso } from '../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type GatewayDesk, handedOn, pathBelow, readThrough, refused } from './gateway.routes.ts';
import type { OutsideAudit } from './index.ts';

/** Always JSON: pages of the service itself are at its own address. */
const asJson = (query: Readonly<Record<string, string | number | undefined>>) => ({ ...query, f: 'json' });

/** OGC API Features, Processes and Tiles over a pygeoapi, or another server of these standards, elsewhere. */
export function featureBindings(desk: GatewayDesk, options: { audit: OutsideAudit; clock: Clock }): Bindings {
  const { audit, clock } = options;
  const { gateway, outside } = desk;
  const { ask } = outside;
  const read = { query: asJson };
  const collection = { ...read, what: 'carregar a coleção' };

  return [
    readThrough(desk, features.featuresLanding, { ...read, what: 'carregar a página de entrada', path: '/' }),
    readThrough(desk, features.featuresRoot, { ...read, what: 'carregar a página de entrada' }),
    readThrough(desk, features.featuresApi, { ...read, what: 'carregar a descrição', path: '/openapi' }),
    readThrough(desk, features.featuresConformance, { ...read, what: 'carregar a conformidade' }),
    readThrough(desk, features.featureCollections, {
      ...read,
      what: 'carregar coleções',
      map: map.mapFeatureCollections,
    }),
    readThrough(desk, features.featureCollection, { ...collection, map: map.mapFeatureCollection }),
    readThrough(desk, features.featureQueryables, collection),
    readThrough(desk, features.featureSortables, collection),
    readThrough(desk, features.featureSchema, collection),
    readThrough(desk, features.listFeatures, {
      ...read,
      what: 'carregar elementos',
      map: (page) => map.mapFeaturePage(page, nowIso(clock)),
    }),
    readThrough(desk, features.getFeature, { ...read, what: 'carregar o elemento', map: map.mapFeature }),
    ...refused(
      desk,
      [features.createFeature, features.replaceFeature, features.updateFeature, features.deleteFeature],
      'Os elementos deste serviço não se alteram a partir daqui.',
    ),
    ...tileEndpoints.map((endpoint) =>
      readThrough(desk, endpoint, { what: 'carregar mosaicos', ...(endpoint.id.endsWith('Tile') ? {} : read) }),
    ),

    readThrough(desk, processes.listProcesses, { ...read, what: 'carregar processos', map: map.mapProcesses }),
    readThrough(desk, processes.getProcess, { ...read, what: 'carregar o processo', map: map.mapProcessDescription }),
    bind(processes.executeProcess, async (c) => {
      const path = pathBelow(processes.executeProcess, c.params);
      const prefer = typeof c.headers.prefer === 'string' ? { prefer: c.headers.prefer.slice(0, 100) } : {};
      const answer = await ask('executar o processo', () => gateway.send('POST', path, c.body, prefer));
      const job = answer.headers.location?.split('/jobs/')[1]?.split(/[/?]/)[0];
      const metadata = { act: 'execute', ...(job === undefined ? {} : { job }) };
      await audit(c, { event: 'data.access', resource: `process/${c.params.processId}`, metadata });
      const told = handedOn(desk, answer);
      const location = job === undefined ? {} : { location: `/features/jobs/${encodeURIComponent(job)}` };
      return { ...told, headers: { ...told.headers, ...location } };
    }),
    bind(processes.listProcessJobs, async ({ principal, query }) => {
      // The service does not know who asked for what: its list is everybody's.
      if (!allows('jobs:read', principal.role)) throw new AppError('forbidden');
      const answer = await ask('carregar execuções', () => gateway.get('/jobs', asJson(joined(query))));
      return handedOn(desk, answer, map.mapJobs);
    }),
    readThrough(desk, processes.getProcessJob, { ...read, what: 'carregar a execução', map: map.mapJob }),
    readThrough(desk, processes.processJobResults, { ...read, what: 'carregar os resultados' }),
    bind(processes.dismissProcessJob, async (c) => {
      if (!allows('jobs:cancel', c.principal.role)) throw new AppError('forbidden');
      const path = pathBelow(processes.dismissProcessJob, c.params);
      const answer = await ask('desistir da execução', () => gateway.send('DELETE', path, undefined));
      await audit(c, { event: 'data.delete', resource: `process-job/${c.params.jobId}`, metadata: { act: 'dismiss' } });
      return handedOn(desk, answer, map.mapJob);
    }),
  ];
}

/** A query whose lists are texts with commas between, as in an address. */
function joined(
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Record<string, string | number | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'object' ? value.join(',') : value]),
  );
}
