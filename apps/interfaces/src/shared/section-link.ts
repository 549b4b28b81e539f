import type { Session } from '../client/session.ts';

/** Address of a section of the console that this page is shown by. */
export function sectionLink(session: Session, section: string): string {
  const address = new URL(session.linkTo(''));
  address.search = '';
  address.searchParams.set('section', section);
  return address.href;
}
