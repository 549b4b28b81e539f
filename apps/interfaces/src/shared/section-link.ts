import type { Session } from '../client/session.ts';

/** Address of a section of the console that this page is shown by. */
export function sectionLink(session: Pick<Session, 'linkTo'>, section: string): string {
  const address = new URL(session.linkTo(''));
  address.search = '';
  address.searchParams.set('section', section);
  return address.href;
}

/** Address in the console of another interface. */
export function interfaceLink(session: Pick<Session, 'linkTo'>, id: string): string {
  const address = new URL(session.linkTo(''));
  address.searchParams.set('interface', id);
  return address.href;
}
