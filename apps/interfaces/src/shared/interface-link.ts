import type { Session } from '../client/session.ts';

/** Address in the console of another interface. */
export function interfaceLink(session: Pick<Session, 'linkTo'>, id: string): string {
  const address = new URL(session.linkTo(''));
  address.searchParams.set('interface', id);
  return address.href;
}
