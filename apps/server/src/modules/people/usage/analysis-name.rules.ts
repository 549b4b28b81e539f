import type { Endpoint } from '@kianda/contract';

/** Last words of the permissions that let somebody compute. */
const computing = ['compute', 'analyse', 'predict', 'train'] as const;

/** What an endpoint counts as among the analyses, or null: those that somebody starts and that compute. */
export function analysisName({ id, method, access }: Pick<Endpoint, 'id' | 'method' | 'access'>): string | null {
  if (method === 'GET') return null;
  return computing.some((word) => access.endsWith(`:${word}`)) ? id : null;
}
