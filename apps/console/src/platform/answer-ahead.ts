import { accessKey } from './token-keys.ts';

/** `authMe` of the contract, whose code is larger than the whole first script. */
export const accountPath = '/admin-api/auth/me';

type Ahead = { readonly authorization: string; readonly answer: Promise<Response>; readonly stop: AbortController };

let ahead: Ahead | undefined;

/** Asks who is signed in while the console's code is still on its way; without a session it asks nothing. */
export function askAhead(storage: Pick<Storage, 'getItem'>, send: typeof fetch = (...call) => fetch(...call)): void {
  const token = storage.getItem(accessKey);
  if (token === null) return;
  const stop = new AbortController();
  const authorization = `Bearer ${token}`;
  const headers = { accept: 'application/json', authorization };
  const answer = send(accountPath, { headers, signal: stop.signal, credentials: 'same-origin' });
  // The failure reaches the read that takes this answer; without one it would be reported as unhandled.
  answer.catch(() => undefined);
  ahead = { authorization, answer, stop };
}

/** The answer that was asked ahead, once, for the same session: a request that was renewed in the meantime goes out itself. */
export function takeAhead(url: unknown, init: RequestInit | undefined): Promise<Response> | undefined {
  if (ahead === undefined || url !== accountPath) return undefined;
  const { authorization, answer, stop } = ahead;
  ahead = undefined;
  if (new Headers(init?.headers).get('authorization') !== authorization) {
    stop.abort();
    return undefined;
  }
  const giveUp = () => stop.abort(init?.signal?.reason);
  if (init?.signal?.aborted) giveUp();
  else init?.signal?.addEventListener('abort', giveUp, { once: true });
  return answer;
}
