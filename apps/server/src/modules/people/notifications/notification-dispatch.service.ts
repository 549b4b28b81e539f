import { randomUUID } from 'node:crypto';
import { allows, type Role } from '@kianda/contract';
import {
  defaultNoticePreferences,
  type NoticePreferences,
  noticeAccess,
} from '@kianda/contract/people/notifications/notifications.contract';
import { hourMs } from '@kianda/geo';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Platform } from '../../../platform/module.ts';
import { DeliveryError, type DeliveryModule, digestDue, mailOf, quietUntil } from '../delivery/index.ts';
import type { DeviceRow, NotificationRepository, ParcelRow } from './notifications.repository.ts';
import type { PushText } from './push.client.ts';

export type Person = { readonly name: string; readonly email: string; readonly role: Role };
/** Sends a text to one browser. Throws `DeliveryError`. */
export type Send = (device: DeviceRow, text: PushText) => Promise<void>;

const maxAttempts = 8;
const backoff = { baseMs: 30_000, capMs: 2 * hourMs };
const attemptMs = 120_000;
const batch = 500;
/** Stands in a mail where the name of a channel does. */
const channelName = 'As suas preferências de notificação';

/** What an account may read and wants to be told of. */
export const wants = (preferences: NoticePreferences, role: Role, { source }: Pick<AlertMessage, 'source'>): boolean =>
  preferences.sources.includes(source) && allows(noticeAccess[source], role);

/** The work of the sending job: spreads notices over people and their browsers, and sends what is due. */
export function createNoticeTurn(options: {
  platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  repository: NotificationRepository;
  reach(accountId: string): Promise<Person | null>;
  push: Send;
  mail: DeliveryModule['mail'];
  /** Where what is told of is seen. */
  publicUrl: string;
}) {
  const { repository, reach, push, mail } = options;
  const { clock, log, random } = options.platform;
  const now = () => new Date(clock.nowMs());

  async function spread(): Promise<void> {
    const people = await Promise.all(
      (await repository.reachable()).map(async (accountId) => ({
        accountId,
        person: await reach(accountId),
        preferences: (await repository.preferences(accountId)) ?? defaultNoticePreferences,
        devices: await repository.devices(accountId),
      })),
    );
    const parcelsOf = (noticeId: number, message: AlertMessage): ParcelRow[] =>
      people.flatMap(({ accountId, person, preferences, devices }) => {
        if (person === null || !wants(preferences, person.role, message)) return [];
        const parcel = (deviceId: string | null, dueMs: number): ParcelRow => ({
          id: randomUUID(),
          notice_id: noticeId,
          account_id: accountId,
          device_id: deviceId,
          due_at: new Date(dueMs),
          attempts: 0,
          state: 'queued',
          last_error: null,
          ended_at: null,
        });
        const { email } = preferences;
        return [
          ...(preferences.push.severities.includes(message.severity)
            ? devices.map(({ id }) => parcel(id, clock.nowMs()))
            : []),
          ...(email.severities.includes(message.severity)
            ? [parcel(null, digestDue(clock.nowMs(), email.digest))]
            : []),
        ];
      });
    while ((await repository.spread(now(), parcelsOf)) > 0);
  }

  /** Writes what became of an attempt at some parcels. */
  async function settle(rows: readonly ParcelRow[], failure: DeliveryError | null): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (failure === null) return repository.settle(ids, { state: 'sent', ended_at: now(), last_error: null });
    const attempts = Math.max(...rows.map((row) => row.attempts + 1));
    log.warn({ attempts, reason: failure.message }, 'entrega de um aviso falhada');
    if (failure.permanent || attempts >= maxAttempts) {
      return repository.settle(ids, { state: 'failed', ended_at: now(), last_error: failure.message });
    }
    const jitterMs = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempts - 1)) * random();
    const waitMs = Math.max(1_000, jitterMs, (failure.retryAfterSeconds ?? 0) * 1_000);
    return repository.settle(ids, { due_at: new Date(clock.nowMs() + waitMs), last_error: failure.message });
  }

  async function attempt(send: () => Promise<void>): Promise<DeliveryError | null> {
    try {
      await send();
      return null;
    } catch (error) {
      if (error instanceof DeliveryError) return error;
      throw error;
    }
  }

  type Due = ParcelRow & { readonly body: AlertMessage };

  async function pushOne(row: Due, deviceId: string): Promise<void> {
    const device = await repository.device(deviceId);
    if (device === undefined) return;
    const failure = await attempt(() => push(device, textOf(row.body)));
    await settle([row], failure);
    if (failure?.permanent === true) await repository.removeDevice(device.id);
    else
      await repository.markDevice(
        device.id,
        failure === null ? { last_sent_at: now(), last_error: null } : { last_error: failure.message },
      );
  }

  /** One mail of all that is due to a person. */
  async function mailOne(rows: readonly Due[], person: Person): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const parcel = {
      // The same in every attempt at the same parcels.
      id: first.id,
      kind: rows.length === 1 ? ('alert' as const) : ('digest' as const),
      channelName,
      messages: rows.map(({ body }) => body),
    };
    const send = async () => {
      const send = mail();
      if (send === null) throw new DeliveryError('SMTP por configurar', { permanent: true });
      await send(person.email, mailOf(parcel, options.publicUrl));
    };
    await settle(rows, await attempt(send));
  }

  async function personTurn(accountId: string, due: readonly Due[]): Promise<void> {
    const person = await reach(accountId);
    if (person === null) {
      const gone = { state: 'failed', ended_at: now(), last_error: 'A conta já não está ativa' } as const;
      return repository.settle(
        due.map(({ id }) => id),
        gone,
      );
    }
    const quiet = (await repository.preferences(accountId))?.quietHours ?? null;
    const quietEnd = quietUntil(clock.nowMs(), quiet?.from ?? null, quiet?.to ?? null);
    if (quietEnd !== null)
      return repository.settle(
        due.map(({ id }) => id),
        { due_at: new Date(quietEnd) },
      );
    const taken = await repository.claim(due, new Date(clock.nowMs() + attemptMs));
    const mine = due.filter(({ id }) => taken.has(id));
    for (const row of mine) if (row.device_id !== null) await pushOne(row, row.device_id);
    await mailOne(
      mine.filter(({ device_id }) => device_id === null),
      person,
    );
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      await spread();
      const byAccount = new Map<string, Due[]>();
      for (const row of await repository.due(now(), batch)) {
        byAccount.set(row.account_id, [...(byAccount.get(row.account_id) ?? []), row]);
      }
      // Side by side: a push service that hangs must not hold back the others.
      const outcomes = await Promise.allSettled(
        [...byAccount].map(async ([accountId, rows]) => {
          signal.throwIfAborted();
          await personTurn(accountId, rows);
        }),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

const words = { raised: '', annulled: 'Anulado: ', resolved: 'Resolvido: ' } as const;

function textOf({ change, title, description, path, alertId, simulated }: AlertMessage): PushText {
  return {
    title: `${words[change]}${title}`,
    body: simulated ? `${description} (dados simulados)` : description,
    path,
    tag: alertId,
  };
}
