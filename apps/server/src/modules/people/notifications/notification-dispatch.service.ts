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
import type { NotificationRepository } from './notifications.repository.ts';
import type { DeviceRow, ParcelRow } from './notifications.types.ts';
import type { PushText } from './push.client.ts';

export type Person = { readonly name: string; readonly email: string; readonly role: Role };
/** Sends a text to one browser. Throws `DeliveryError`. */
export type Send = (device: DeviceRow, text: PushText) => Promise<void>;

const maxAttempts = 8;
const backoff = { baseMs: 30_000, capMs: 2 * hourMs };
const attemptMs = 120_000;
const batch = 500;
/** Name of the channel in mails that a person's preferences ask for. */
const channelName = 'As suas preferências de notificação';

/** Whether an account may read a message and its preferences ask for it. */
export const wants = (preferences: NoticePreferences, role: Role, { source }: Pick<AlertMessage, 'source'>): boolean =>
  preferences.sources.includes(source) && allows(noticeAccess[source], role);

type Deps = {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  readonly repository: NotificationRepository;
  /** The account, while it is active; null afterwards. */
  activeAccount(accountId: string): Promise<Person | null>;
  readonly push: Send;
  readonly mail: DeliveryModule['mail'];
  /** Address of the console, for the links in mails. */
  readonly publicUrl: string;
};

/** The work of the sending job: spreads notices over people and their browsers, and sends what is due. */
export function createNoticeDispatch(deps: Deps) {
  return {
    async run(signal: AbortSignal): Promise<void> {
      await spread(deps);
      const byAccount = Map.groupBy(await deps.repository.due(nowOf(deps), batch), (row) => row.account_id);
      // Side by side: a push service that hangs must not hold back the others.
      const outcomes = await Promise.allSettled(
        [...byAccount].map(async ([accountId, rows]) => {
          signal.throwIfAborted();
          await sendDue(deps, accountId, rows);
        }),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

const nowOf = ({ platform }: Deps) => new Date(platform.clock.nowMs());

type Recipient = {
  readonly accountId: string;
  readonly person: Person | null;
  readonly preferences: NoticePreferences;
  readonly devices: readonly DeviceRow[];
};

/** Turns notices into parcels for the people who want them. */
async function spread(deps: Deps): Promise<void> {
  const { repository } = deps;
  const recipients = await Promise.all(
    (await repository.reachable()).map(async (accountId) => ({
      accountId,
      person: await deps.activeAccount(accountId),
      preferences: (await repository.preferences(accountId)) ?? defaultNoticePreferences,
      devices: await repository.devices(accountId),
    })),
  );
  const parcelsOf = (noticeId: number, message: AlertMessage): ParcelRow[] =>
    recipients.flatMap((recipient) => parcelsFor(recipient, noticeId, message, deps.platform.clock.nowMs()));
  while ((await repository.spread(nowOf(deps), parcelsOf)) > 0);
}

function parcelsFor(
  { accountId, person, preferences, devices }: Recipient,
  noticeId: number,
  message: AlertMessage,
  nowMs: number,
): ParcelRow[] {
  if (person === null) return [];
  const isFor = message.recipients?.includes(accountId) ?? wants(preferences, person.role, message);
  if (!isFor) return [];
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
  const isPushed = message.isAnswer === true || preferences.push.severities.includes(message.severity);
  return [
    ...(isPushed ? devices.map(({ id }) => parcel(id, nowMs)) : []),
    ...(email.severities.includes(message.severity) ? [parcel(null, digestDue(nowMs, email.digest))] : []),
  ];
}

/** Writes the outcome of an attempt at some parcels. */
async function settle(deps: Deps, rows: readonly ParcelRow[], failure: DeliveryError | null): Promise<void> {
  const { repository } = deps;
  const { clock, log, random } = deps.platform;
  const ids = rows.map(({ id }) => id);
  if (failure === null) return repository.settle(ids, { state: 'sent', ended_at: nowOf(deps), last_error: null });
  const attempts = Math.max(...rows.map((row) => row.attempts + 1));
  log.warn({ attempts, reason: failure.message }, 'entrega de um aviso falhada');
  if (failure.permanent || attempts >= maxAttempts) {
    return repository.settle(ids, { state: 'failed', ended_at: nowOf(deps), last_error: failure.message });
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

async function sendPush(deps: Deps, row: Due, deviceId: string): Promise<void> {
  const { repository } = deps;
  const device = await repository.device(deviceId);
  if (device === undefined) return;
  const failure = await attempt(() => deps.push(device, textOf(row.body)));
  await settle(deps, [row], failure);
  if (failure?.permanent === true) {
    await repository.removeDevice(device.id);
    return;
  }
  const change = failure === null ? { last_sent_at: nowOf(deps), last_error: null } : { last_error: failure.message };
  await repository.markDevice(device.id, change);
}

/** Sends one mail with everything that is due to a person. */
async function sendMail(deps: Deps, rows: readonly Due[], person: Person): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const parcel = {
    // The same in every attempt at the same parcels.
    id: first.id,
    kind: rows.length === 1 ? ('alert' as const) : ('digest' as const),
    channelName,
    messages: rows.map(({ body }) => body),
  };
  const failure = await attempt(async () => {
    const send = deps.mail();
    if (send === null) throw new DeliveryError('SMTP por configurar', { permanent: true });
    await send(person.email, mailOf(parcel, deps.publicUrl));
  });
  await settle(deps, rows, failure);
}

/** Sends what is due to one account, unless it has quiet hours or is no longer active. */
async function sendDue(deps: Deps, accountId: string, due: readonly Due[]): Promise<void> {
  const { repository } = deps;
  const { clock } = deps.platform;
  const ids = due.map(({ id }) => id);
  const person = await deps.activeAccount(accountId);
  if (person === null) {
    const last_error = 'A conta já não está ativa';
    return repository.settle(ids, { state: 'failed', ended_at: nowOf(deps), last_error });
  }
  const quiet = (await repository.preferences(accountId))?.quietHours ?? null;
  const quietEnd = quietUntil(clock.nowMs(), quiet?.from ?? null, quiet?.to ?? null);
  if (quietEnd !== null) return repository.settle(ids, { due_at: new Date(quietEnd) });
  const claimed = await repository.claim(due, new Date(clock.nowMs() + attemptMs));
  const rows = due.filter(({ id }) => claimed.has(id));
  for (const row of rows) if (row.device_id !== null) await sendPush(deps, row, row.device_id);
  await sendMail(
    deps,
    rows.filter(({ device_id }) => device_id === null),
    person,
  );
}

const prefixes = { raised: '', annulled: 'Anulado: ', resolved: 'Resolvido: ' } as const;

function textOf({ change, title, description, path, alertId, simulated }: AlertMessage): PushText {
  return {
    title: `${prefixes[change]}${title}`,
    body: simulated ? `${description} (dados simulados)` : description,
    path,
    tag: alertId,
  };
}
