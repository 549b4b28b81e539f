import type { z } from 'zod';
import { parseJson } from '../../core/parse.ts';
import type { ServiceClient } from '../service-client.ts';
import { mapClientInfo, mapServices } from './map.ts';
import { clientInfoWire, servicesWire } from './wire.ts';

/** The workflow service of the specification: `/client-info` and `/services`. Throws `ProviderError`. */
export function createWorkflow({ serviceClient, nowMs }: { serviceClient: ServiceClient; nowMs: () => number }) {
  const headers = { accept: 'application/json' };
  const get = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
    parseJson(
      await serviceClient.http.request({ url: `${serviceClient.baseUrl}${path}`, method: 'GET', headers }),
      schema,
    );
  const readAt = () => new Date(nowMs()).toISOString();
  return {
    clientInfo: async () => mapClientInfo(await get('/client-info', clientInfoWire), readAt()),
    services: async () => mapServices(await get('/services', servicesWire), readAt()),
  };
}
