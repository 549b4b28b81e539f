import { randomUUID } from 'node:crypto';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { SignJWT } from 'jose';
import { AppError } from '../../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { ClientRow, LogoutNoticeRow } from '../identity.types.ts';
import { backchannelUrl, idTokenAlgorithm } from './client-attributes.rules.ts';
import { postLogoutToken } from './logout-notices.client.ts';
import * as notices from './logout-notices.repository.ts';
import { findClient } from './provider.repository.ts';

/** Job that tells one program of one session's end. */
export const logoutNoticeJob = 'identity.logout-notice';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const lifeSeconds = 120;
const mostAtOnce = 500;

/** Asks for a job for everything that programs are still to be told. */
export async function queueNotices(context: IdentityContext): Promise<void> {
  const queue = context.dependencies.queue?.();
  if (queue === undefined) return;
  for (;;) {
    const waiting = await notices.waitingNotices(context.store, mostAtOnce);
    for (const { id } of waiting) {
      try {
        await queue.enqueue(logoutNoticeJob, { id });
      } catch (error) {
        // Another process was faster.
        if (!(error instanceof AppError && error.code === 'already_running')) throw error;
      }
      await notices.markQueued(context.store, id, nowOf(context));
    }
    if (waiting.length < mostAtOnce) return;
  }
}

/** Queues notices whenever it is called; calls that come while it does are one more round, not a queue of them. */
export function createNoticeQueue(context: IdentityContext): () => void {
  let state: 'idle' | 'busy' | 'again' = 'idle';
  async function work(): Promise<void> {
    for (state = 'busy'; ; state = 'busy') {
      await queueNotices(context);
      if ((state as 'busy' | 'again') === 'busy') return;
    }
  }
  return () => {
    if (state !== 'idle') {
      state = 'again';
      return;
    }
    work()
      .catch((error: unknown) => {
        context.platform.log.warn({ err: error }, 'avisos de fim de sessão por pôr na fila');
      })
      .finally(() => {
        state = 'idle';
      });
  };
}

/** Tells the program; the notice is done only once the program took it. Throws `ProviderError` where it did not. */
export async function sendNotice(context: IdentityContext, id: string): Promise<{ sent: boolean }> {
  const notice = await notices.findNotice(context.store, id);
  const client = notice === undefined ? undefined : await findClient(context.store, 'id', notice.client_id);
  const url = client === undefined ? null : backchannelUrl(client);
  if (notice === undefined || client === undefined) return { sent: false };
  if (url !== null) await postLogoutToken(context, url, await logoutToken(context, client, notice));
  await notices.deleteNotice(context.store, id);
  return { sent: url !== null };
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
async function logoutToken(context: IdentityContext, client: ClientRow, notice: LogoutNoticeRow): Promise<string> {
  const key = await context.tokenKeys.of(idTokenAlgorithm(client));
  const at = Math.floor(nowOf(context).getTime() / 1000);
  return new SignJWT({ sid: notice.session_id, events: { [event]: {} } })
    .setProtectedHeader({ alg: key.algorithm, typ: 'logout+jwt', kid: key.keyId })
    .setIssuer(`${context.config.publicUrl}/identity/realms/${realmName}`)
    .setAudience(client.client_id)
    .setSubject(notice.account_id)
    .setJti(randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .sign(key.privateKey);
}
