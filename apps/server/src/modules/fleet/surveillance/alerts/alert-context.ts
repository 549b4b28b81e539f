import type { AlertState } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { DeliverAlert } from '../../../../platform/alert-message.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import type { TrackReader } from '../../vessels/index.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import type { AlertRow } from '../surveillance.tables.ts';
import { openStates } from './alert-list.repository.ts';
import type { AlertRepository } from './alerts.repository.ts';
import type { EventRepository } from './events.repository.ts';

/** Dependencies of the work on alerts. */
export type AlertContext = {
  readonly repository: AlertRepository;
  readonly vesselEvents: EventRepository;
  readonly registry: RegistryRepository;
  readonly tracks: Pick<TrackReader, 'ships' | 'shipsMentioned'>;
  /** Name of an account that may act on alerts; null where there is none. */
  accountName(id: string): Promise<string | null>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: SurveillanceAudit;
  /** Hands a message over for delivery outside the console; absent: none leaves it. */
  readonly deliver?: DeliverAlert | undefined;
};

export const isOpen = (state: AlertState): boolean => (openStates as readonly AlertState[]).includes(state);

/** Publishes the new state of an alert to the consoles that are open. */
export function announceAlert({ events }: Pick<AlertContext, 'events'>, type: string, row: AlertRow): void {
  events.publish({
    channel: 'alerts',
    type,
    payload: { id: row.id, rule: row.rule, severity: row.severity, state: row.state, description: row.description },
  });
}
