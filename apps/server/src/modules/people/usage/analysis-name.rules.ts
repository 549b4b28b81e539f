import type { Endpoint } from '@kianda/contract';

/** Last words of the permissions to start computations. */
const computing = ['compute', 'analyse', 'predict', 'train'] as const;

/** Name of the analysis that an endpoint starts; null for endpoints that compute none. */
export function analysisName({ id, method, access }: Pick<Endpoint, 'id' | 'method' | 'access'>): string | null {
  if (method === 'GET') return null;
  return computing.some((word) => access.endsWith(`:${word}`)) ? id : null;
}
