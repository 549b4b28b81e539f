import { openInterfaceSection } from '@kianda/contract/interfaces/handshake';

/** Address that opens an interface in a tab of its own, with a token: through the console. */
export function openInterfaceHref(interfaceId: string): string {
  return `/?${new URLSearchParams({ section: openInterfaceSection, interface: interfaceId })}`;
}
