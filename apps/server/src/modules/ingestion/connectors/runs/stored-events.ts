import type { RecordKind } from '@kianda/connectors';
import type { EventBus } from '../../../../platform/events/events.ts';

/** Calls `listener` when a run, of this process or another, stored records of a kind. Returns how to stop that. */
export function whenStored(events: EventBus, kind: RecordKind, listener: () => void): () => void {
  return events.subscribe(({ type, payload }) => {
    if (type === 'records.stored' && payload.kind === kind) listener();
  });
}
