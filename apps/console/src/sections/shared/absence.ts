import type { Sourced } from '@kianda/contract';

/** The server's reason why it has nothing of what a panel shows; null where it has some, of another time or place. */
export function absenceReason(sourced: Sourced<unknown> | undefined): string | null {
  return sourced?.provenance.state === 'fallback' ? sourced.provenance.reason : null;
}
