import type { AlertSource, DeliverySeverity } from '@kianda/contract/people/delivery/delivery.contract';
import type { QueryExecutorProvider } from 'kysely';

/** Message to people outside the console when an alert is raised, annulled or resolved. */
export type AlertMessage = {
  /** The same key is delivered once, however often it is handed over. */
  readonly key: string;
  readonly change: 'raised' | 'annulled' | 'resolved';
  readonly source: AlertSource;
  readonly severity: DeliverySeverity;
  readonly alertId: string;
  /** The rule and the object it is about: in the console their notices are one. Absent: the alert alone. */
  readonly group?: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601 instant of what it tells of. */
  readonly at: string;
  /** Where the console shows it, from `/?section=`. */
  readonly path: string;
  readonly simulated: boolean;
  /** Accounts that asked to be told, and the only ones that are; absent: everyone whose preferences name the source. */
  readonly recipients?: readonly string[];
  /** It answers what the recipients themselves sent: they see it in the bell and in their browsers whatever its severity. */
  readonly isAnswer?: true;
};

/**
 * Hands a message over for delivery. Given the transaction that writes the alert, both exist or neither does: an alert
 * whose process ended in between would otherwise reach no one.
 */
export type DeliverAlert = (message: AlertMessage, store: QueryExecutorProvider) => Promise<void>;
