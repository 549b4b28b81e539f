/** Address that opens an interface in a tab of its own: the console with nothing of itself around the page. */
export function openInterfaceHref(interfaceId: string): string {
  return `/?${new URLSearchParams({ section: 'scientific-interfaces', interface: interfaceId, view: 'full' })}`;
}
