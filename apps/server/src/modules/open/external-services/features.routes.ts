import { ProviderError } from '@kianda/connectors';
import * as map from '@kianda/connectors/services/ogc/map';
import { allows } from '@kianda/contract';
import * as features from '@kianda/contract/open/features/features.contract';
import * as processes from '@kianda/contract/open/features/processes.contract';
import { tileEndpoints } from '@kianda/contract/open/features/tiles.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { type Binding, type Bindings, bind, isDelayed, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExternalServiceAudit } from './external-services.types.ts';
import { definitionPath, ignoredProperty, lacking, needsAbilities, schemaOfPage } from './feature-abilities.rules.ts';
import { checkReader, type GatewayContext, handedOn, pathBelow, readThrough, refused } from './gateway.routes.ts';

/** Always JSON: pages of the service itself are at its own address. */
const asJson = (query: Readonly<Record<string, string | number | undefined>>) => ({ ...query, f: 'json' });

/** OGC API Features, Processes and Tiles over a pygeoapi, or another server of these standards, elsewhere. */
export function featureBindings(
  context: GatewayContext,
  options: { audit: ExternalServiceAudit; clock: Clock; publicUrl: string },
): Bindings {
  const { audit, clock } = options;
  const { gateway, outside } = context;
  const { ask } = outside;
  const read = { query: asJson };
  const collection = { ...read, what: 'carregar a coleção' };

  return [
    readThrough(context, features.featuresLanding, { ...read, what: 'carregar a página de entrada', path: '/' }),
    readThrough(context, features.featuresRoot, { ...read, what: 'carregar a página de entrada' }),
    definitionBinding(context, options.publicUrl),
    readThrough(context, features.featuresConformance, { ...read, what: 'carregar a conformidade' }),
    readThrough(context, features.featureCollections, {
      ...read,
      what: 'carregar coleções',
      map: map.mapFeatureCollections,
    }),
    readThrough(context, features.featureCollection, { ...collection, map: map.mapFeatureCollection }),
    readThrough(context, features.featureQueryables, collection),
    readThrough(context, features.featureSortables, collection),
    schemaBinding(context, options.publicUrl),
    itemsBinding(context, clock),
    readThrough(context, features.getFeature, { ...read, what: 'carregar o elemento', map: map.mapFeature }),
    ...refused(
      context,
      [features.createFeature, features.replaceFeature, features.updateFeature, features.deleteFeature],
      'Os elementos deste serviço não se alteram a partir daqui.',
    ),
    ...tileEndpoints.map((endpoint) =>
      readThrough(context, endpoint, { what: 'carregar mosaicos', ...(endpoint.id.endsWith('Tile') ? {} : read) }),
    ),

    readThrough(context, processes.listProcesses, { ...read, what: 'carregar processos', map: map.mapProcesses }),
    readThrough(context, processes.getProcess, {
      ...read,
      what: 'carregar o processo',
      map: map.mapProcessDescription,
    }),
    bind(processes.executeProcess, async (c) => {
      const principal = sessionOf(c.principal);
      const path = pathBelow(processes.executeProcess, c.params);
      const prefer = typeof c.headers.prefer === 'string' ? { prefer: c.headers.prefer.slice(0, 100) } : {};
      const answer = await ask('executar o processo', () => gateway.send('POST', path, c.body, prefer));
      const job = answer.headers.location?.split('/jobs/')[1]?.split(/[/?]/)[0];
      const metadata = { act: 'execute', ...(job === undefined ? {} : { job }) };
      await audit({ ...c, principal }, { event: 'data.access', resource: `process/${c.params.processId}`, metadata });
      const handed = handedOn(context, answer);
      const location = job === undefined ? {} : { location: `/features/jobs/${encodeURIComponent(job)}` };
      return { ...handed, headers: { ...handed.headers, ...location } };
    }),
    bind(processes.listProcessJobs, async ({ principal: caller, query }) => {
      const principal = sessionOf(caller);
      // The service does not know which account started a job, so that its list holds those of all accounts.
      if (!allows('jobs:read', principal.role)) throw new AppError('forbidden');
      const answer = await ask('carregar execuções', () => gateway.get('/jobs', asJson(joined(query))));
      return handedOn(context, answer, map.mapJobs);
    }),
    forSessions(
      readThrough(context, processes.getProcessJob, { ...read, what: 'carregar a execução', map: map.mapJob }),
    ),
    forSessions(readThrough(context, processes.processJobResults, { ...read, what: 'carregar os resultados' })),
    bind(processes.dismissProcessJob, async (c) => {
      const principal = sessionOf(c.principal);
      if (!allows('jobs:cancel', principal.role)) throw new AppError('forbidden');
      const path = pathBelow(processes.dismissProcessJob, c.params);
      const answer = await ask('desistir da execução', () => gateway.send('DELETE', path, undefined));
      const resource = `process-job/${c.params.jobId}`;
      await audit({ ...c, principal }, { event: 'data.delete', resource, metadata: { act: 'dismiss' } });
      return handedOn(context, answer, map.mapJob);
    }),
  ];
}

/** Each server has its API definition where its landing page says. */
function definitionBinding(context: GatewayContext, publicUrl: string): Binding {
  const { gateway, outside } = context;
  return bind(features.featuresApi, async ({ principal }) => {
    checkReader(context, principal);
    const answer = await outside.ask('carregar a descrição', async () => {
      const { body } = await gateway.get('/', asJson({}));
      return gateway.get(definitionPath(body, publicUrl), asJson({}));
    });
    return handedOn(context, answer);
  });
}

/** The schema of a collection; of a server that gives none, as its first features show it. */
function schemaBinding(context: GatewayContext, publicUrl: string): Binding {
  const { gateway, outside } = context;
  return bind(features.featureSchema, async ({ params, principal }) => {
    checkReader(context, principal);
    const answer = await outside.ask('carregar o esquema', async () => {
      const path = pathBelow(features.featureSchema, params);
      const described = await gateway
        .get(path, asJson({}))
        .catch((error: unknown) => (isAbsent(error) ? null : Promise.reject(error)));
      if (described !== null) return described;
      const page = await gateway.get(pathBelow(features.listFeatures, params), asJson({ limit: rowsOfSchema }));
      return { ...page, contentType: 'application/schema+json', body: schemaOfPage(page.body, `${publicUrl}${path}`) };
    });
    return handedOn(context, answer);
  });
}

/** Features from which a schema is read. */
const rowsOfSchema = 20;

function isAbsent(error: unknown): boolean {
  return error instanceof ProviderError && (error.status === 404 || error.status === 400);
}

/**
 * A page of features. Some servers ignore what they don't know, and would answer a filter with everything: what they don't
 * claim to read is refused here, in words.
 */
function itemsBinding(context: GatewayContext, clock: Clock): Binding {
  const { gateway, outside } = context;
  const refuse = (parameter: string, reason: string): never => {
    const message = `O serviço em ${outside.host} ${reason}: retire esta condição.`;
    throw new AppError('validation_failed', { detail: message, issues: [{ path: `query.${parameter}`, message }] });
  };
  return bind(features.listFeatures, async ({ params, query, principal }) => {
    checkReader(context, principal);
    if (needsAbilities(query)) {
      const told = await outside.ask('carregar a conformidade', () => gateway.get('/conformance', asJson({})));
      const missing = lacking(query, told.body);
      if (missing !== null) refuse(missing.parameter, missing.reason);
    }
    const path = pathBelow(features.listFeatures, params);
    const answer = await outside.ask('carregar elementos', () => gateway.get(path, asJson(query)));
    const ignored = ignoredProperty(query, answer.body);
    if (ignored !== null) refuse(ignored, `não filtra por «${ignored.slice(0, 80)}»`);
    return handedOn(context, answer, (page) => map.mapFeaturePage(page, nowIso(clock)));
  });
}

/**
 * The account of a session. Executions of a service that knows no accounts of ours are for people who signed in: neither
 * for anybody, nor for keys. Throws `unauthenticated` or `forbidden`.
 */
function sessionOf(principal: Principal | null): Principal {
  if (principal === null) throw new AppError('unauthenticated');
  if (isDelayed(principal) || principal.scopes !== undefined) throw new AppError('forbidden');
  return principal;
}

function forSessions({ endpoint, handler }: Binding): Binding {
  return {
    endpoint,
    handler: async (context) => {
      sessionOf(context.principal);
      return handler(context);
    },
  };
}

/** A query whose lists are texts with commas between, as in an address. */
function joined(
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Record<string, string | number | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'object' ? value.join(',') : value]),
  );
}
