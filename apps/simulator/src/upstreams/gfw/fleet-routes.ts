import type { RegionsWire } from '@kianda/connectors/gfw/wire';
import { protectedAreas } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ParameterError, refuse } from './errors.ts';
import { eventPage, selectionOfBody, selectionOfQuery } from './fleet-events.ts';
import { insights } from './fleet-insights.ts';
import type { FleetDeps, FleetRequest } from './fleet-request.ts';
import { searchVessels, vesselDetail, vesselsByIds } from './fleet-vessels.ts';
import { indexed, text } from './request.ts';

/** Vessels, events and insights of the simulated fleet. */
export function fleetRoutes(app: FastifyInstance, deps: FleetDeps): void {
  app.get(
    '/gfw/v3/vessels/search',
    answer((request) => searchVessels(deps, request)),
  );
  app.get(
    '/gfw/v3/vessels',
    answer((request) => vesselsByIds(deps, request)),
  );
  app.get(
    '/gfw/v3/vessels/:id',
    answer((request) => vesselDetail(deps, request)),
  );
  app.get(
    '/gfw/v3/events',
    answer(({ query }) => eventPage(deps, query, selectionOfQuery(query))),
  );
  app.post(
    '/gfw/v3/events',
    answer(({ query, body }) => eventPage(deps, query, selectionOfBody(body))),
  );
  app.post(
    '/gfw/v3/insights/vessels',
    answer((request) => insights(deps, request)),
  );
  app.get(
    '/gfw/v3/datasets/public-mpa-all/context-layers',
    answer(() => marineAreas),
  );
  app.get(
    '/gfw/v3/datasets/public-rfmo/context-layers',
    answer(() => organisations),
  );
}

/** Sends the body that is built; null is 404, a wrong parameter 422. */
function answer(build: (request: FleetRequest) => unknown) {
  return async (request: FleetRequest, reply: FastifyReply) => {
    try {
      const body = build(request);
      if (body === null) return refuse(reply, 404, { title: 'Not Found', detail: 'Entity not found' });
      const datasets = datasetsOf(request);
      if (datasets !== '') reply.header('x-datasets', datasets);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    } catch (error) {
      if (error instanceof ParameterError) return refuse(reply, 422, ...error.messages);
      throw error;
    }
  };
}

/** Versions of the data sets of a request, as the header of the answer lists them. */
function datasetsOf({ query, body }: FleetRequest): string {
  const given = typeof body === 'object' && body !== null && 'datasets' in body ? body.datasets : [];
  const named = [...indexed(query, 'datasets'), text(query, 'dataset'), ...(Array.isArray(given) ? given : [])];
  return named.flatMap((name) => (typeof name === 'string' ? name.replace(/:latest$/, ':v4.0') : [])).join(',');
}

const marineAreas: RegionsWire = protectedAreas.map(({ name }, index) => ({
  id: String(555_700_000 + index),
  label: name,
  NAME: name,
}));
const organisations: RegionsWire = ['ICCAT', 'SEAFO'].map((id) => ({ id, label: id, RFB: id }));
