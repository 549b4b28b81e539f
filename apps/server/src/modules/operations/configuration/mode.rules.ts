import type { Endpoint, Role } from '@kianda/contract';
import { platformFeatures } from '@kianda/contract/operations/configuration/features';
import { AppError } from '../../../platform/http/errors.ts';
import type { State } from './configuration.repository.ts';

const featureByEndpoint: ReadonlyMap<string, string> = new Map(
  Object.entries(platformFeatures).flatMap(([feature, { endpoints }]) => endpoints.map((id) => [id, feature] as const)),
);
/** This role may end a maintenance, so a maintenance does not shut it out. */
const worksOn: Role = 'administrador';
const retrySeconds = 300;
const longestRetrySeconds = 3_600;

/** The refusal of an endpoint to a role: its feature is switched off, or a maintenance is under way. Null: it is open. */
export function refusalOf(
  { maintenance, features }: State,
  { id, access }: Endpoint,
  role: Role | null,
  nowMs: number,
): AppError | null {
  const feature = featureByEndpoint.get(id);
  if (feature !== undefined && features[feature] === false) return new AppError('feature_off');
  // Signing in and one's own session go on: an administrator has to get in, the others have to read why they can't.
  if (maintenance === null || role === worksOn || access === 'public' || access === 'session') return null;
  const untilMs = maintenance.until === null ? Number.NaN : Date.parse(maintenance.until);
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  return new AppError('maintenance', {
    detail: maintenance.message,
    retryAfterSeconds: seconds > 0 ? Math.min(seconds, longestRetrySeconds) : retrySeconds,
  });
}
