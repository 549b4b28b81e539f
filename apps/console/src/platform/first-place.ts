import { accessKey, refreshKey } from './token-keys.ts';

/** Whether the page opens with the sign-in form: asked for, or without a session that could be shown. */
export function startsAtSignIn({ pathname }: Pick<Location, 'pathname'>, storage: Pick<Storage, 'getItem'>): boolean {
  // A session that goes on may owe a step, such as a new password: the console knows, and leads there.
  const hasSession = storage.getItem(accessKey) !== null && storage.getItem(refreshKey) !== null;
  return !hasSession && (pathname === '/' || pathname === '/login');
}

/** Address of the sign-in page that leads back to these parameters of the console. */
export function signInPath(search: string): string {
  return search === '' ? '/login' : `/login?${new URLSearchParams({ next: search })}`;
}
