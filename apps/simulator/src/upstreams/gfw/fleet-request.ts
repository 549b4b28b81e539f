import { dayMs, parseIsoDate } from '@kianda/geo';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { World } from '../../world/types.ts';
import { ParameterError } from './errors.ts';
import type { Query } from './request.ts';
import { identityDatasets } from './vessels.ts';

export type FleetRequest = FastifyRequest<{ Querystring: Query; Params: { id?: string } }>;
export type FleetDeps = { readonly world: World; readonly clock: Clock };

/** More ids than this are refused; so are more vessels in one request of events. */
export const mostIds = 2_800;

/** Refuses a request that names no data set of identities, or an unknown one. */
export function checkDatasets(parameter: string, names: readonly string[]): void {
  if (names.length === 0) throw new ParameterError(parameter, `${parameter} query param is required`);
  const strange = names.find((name) => !identityDatasets.includes(name));
  if (strange !== undefined)
    throw new ParameterError(parameter, `The dataset ${strange} does not exist or is deprecated`);
}

export function spanOf(startDate: string | null, endDate: string | null) {
  try {
    const toMs = endDate === null ? Number.MAX_SAFE_INTEGER : parseIsoDate(endDate.slice(0, 10));
    return { fromMs: startDate === null ? toMs - 30 * dayMs : parseIsoDate(startDate.slice(0, 10)), toMs };
  } catch (error) {
    if (error instanceof RangeError) throw new ParameterError('date', `Invalid dates ${startDate}, ${endDate}`);
    throw error;
  }
}
