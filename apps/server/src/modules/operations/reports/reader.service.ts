import { allows, type DataOf, type Endpoint, type InputOf, type Provenance, type Role } from '@kianda/contract';
import type { Database } from '../../../platform/db/database.ts';
import { asReplicated } from '../../../platform/db/replica.ts';
import type { Bindings, Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { callInProcess } from '../../../platform/http/in-process-call.ts';
import type { Logger } from '../../../platform/log/log.ts';

/** Answer of an endpoint: its figures, their provenance, and the reasons for those that are missing. */
export type Reading<T> = {
  readonly data: T;
  readonly provenance: Provenance;
  readonly missing: Readonly<Record<string, string>>;
};

export type Reader = <E extends Endpoint>(endpoint: E, input?: Partial<InputOf<E>>) => Promise<Reading<DataOf<E>>>;

/** Account whose permissions a report is read with: the report never contains what its author may not see. */
export type Author = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role };

/**
 * Reads the platform as its screens do, by the handlers of its endpoints, in this process: a report then has the same
 * figures, of the same origin, as the screen beside it. Throws `forbidden` for what the author may not see.
 */
export function createReader(options: {
  bindings: () => Bindings;
  database: Pick<Database, 'reads'>;
  author: Author;
  log: Logger;
  signal: AbortSignal;
}): Reader {
  const { author, log, signal } = options;
  const principal: Principal = {
    accountId: author.id,
    email: author.email,
    name: author.name,
    role: author.role,
    sessionId: '',
    mustChangePassword: false,
  };
  return async (endpoint, input = {}) => {
    signal.throwIfAborted();
    if (!allows(endpoint.access, author.role)) throw new AppError('forbidden');
    const asker = { principal, requestId: 'reports', log, signal };
    const ask = () => callInProcess(options.bindings(), endpoint, input, asker);
    const { value, lagMs } = await options.database.reads(ask);
    const { data, provenance, missing = {} } = value;
    return { data, provenance: asReplicated(provenance, lagMs), missing };
  };
}
