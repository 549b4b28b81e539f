import type { DataOf, QueryOf } from '@kianda/contract';
import type { sessionsList } from '@kianda/contract/people/identity/user-sessions.contract';
import { listPageOf, pageAnswer } from '../../../../platform/db/list-query.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { entryAbout, type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import type { Origin } from '../identity.types.ts';
import { findSession } from '../provider/provider.repository.ts';
import { sessionView } from '../users/account-view.ts';
import { unknownUser } from '../users/users.service.ts';
import { sessionPage } from './session-list.repository.ts';
import { endSessions } from './sessions.repository.ts';

/** A page of open sessions of every account, and how many accounts all of them belong to. */
export async function listAllSessions(
  context: IdentityContext,
  who: Principal,
  query: QueryOf<typeof sessionsList>,
): Promise<DataOf<typeof sessionsList>> {
  const { rows, total, accounts } = await sessionPage(context.store, nowOf(context), listPageOf(query));
  const data = rows.map((row) => ({
    ...sessionView(row, who.sessionId),
    accountId: row.account_id,
    accountName: row.name,
    email: row.email,
    role: row.role,
    method: row.method,
    program: row.program,
  }));
  return { ...pageAnswer(data, total, query), accounts };
}

/** Ends a session of any account. Throws `not_found`. */
export async function endAnySession(
  context: IdentityContext,
  who: Principal,
  id: string,
  origin: Origin,
): Promise<{ endedSessions: number }> {
  const session = await findSession(context.store, id);
  if (session === undefined) throw new AppError('not_found', { detail: 'Essa sessão não existe ou já terminou.' });
  return end(context, { actor: who, origin }, session.account_id, [id]);
}

/** Ends every session of an account. Throws `not_found`. */
export async function endSessionsOf(
  context: IdentityContext,
  who: Principal,
  accountId: string,
  origin: Origin,
): Promise<{ endedSessions: number }> {
  if ((await findAccount(context.store, accountId)) === undefined) throw unknownUser();
  return end(context, { actor: who, origin }, accountId);
}

async function end(
  context: IdentityContext,
  { actor, origin }: Who,
  accountId: string,
  sessionIds?: readonly string[],
): Promise<{ endedSessions: number }> {
  const endedSessions = await context.store.transaction().execute(async (store) => {
    const count = await endSessions(store, accountId, { reason: 'revoked', now: nowOf(context), sessionIds });
    const metadata = { sessions: count, all: sessionIds === undefined };
    const [sessionId] = sessionIds ?? [];
    const entry = entryAbout(accountId, actor, origin, {
      event: 'user.sessions.ended',
      severity: 'high',
      metadata: sessionId === undefined ? metadata : { ...metadata, session: sessionId },
    });
    if (count > 0) await context.audit.record(entry, store);
    return count;
  });
  context.authentication.announce(accountId);
  return { endedSessions };
}
