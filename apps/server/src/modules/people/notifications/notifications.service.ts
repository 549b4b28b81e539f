import { createHash, randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf, type QueryOf } from '@kianda/contract';
import type { listNotifications, Notice, readNotifications } from '@kianda/contract/people/notifications/bell.contract';
import type { listNotices } from '@kianda/contract/people/notifications/notices.contract';
import {
  defaultNoticePreferences,
  type NoticePreferences,
  type NoticeSettings,
  noticeAccess,
  type subscribePush,
} from '@kianda/contract/people/notifications/notifications.contract';
import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../platform/crypto/credential-vault.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { DeliveryError } from '../delivery/index.ts';
import type { NoticeRow } from './notices.repository.ts';
import type { Send } from './notification-dispatch.service.ts';
import type { NotificationRepository } from './notifications.repository.ts';
import type { DeviceRow, Seen } from './notifications.types.ts';
import type { SendPush, Subscription } from './push.client.ts';

/** Notices older than this are not shown. */
const shownMs = 30 * dayMs;
const maxDevices = 10;
const secretName = 'push';
const vaultLabel = (deviceId: string): string => `notifications/${deviceId}`;
const subscriptionSchema = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

/** A sender that opens the sealed subscription of a device. */
export function sendTo(vault: CredentialVault, send: SendPush): Send {
  return (device, text) =>
    send(subscriptionSchema.parse(JSON.parse(vault.open(vaultLabel(device.id), secretName, device.sealed))), text);
}

type Context = {
  readonly repository: NotificationRepository;
  readonly vault: CredentialVault;
  readonly push: Send;
  readonly pushKey: string;
  readonly mailProblem: () => string | null;
  /** Number of the platform's open alerts, from the one place that counts them. */
  readonly activeAlerts: () => Promise<number>;
  readonly clock: Clock;
  readonly events: EventBus;
};

/** Notices, preferences and browsers of the account that asks, never those of another. */
export function createNotificationService(context: Context) {
  const { repository, events } = context;
  return {
    settings: (principal: Principal) => settingsOf(context, principal),
    list: (principal: Principal, limit: number) => list(context, principal, limit),
    async page(principal: Principal, query: QueryOf<typeof listNotices>): Promise<DataOf<typeof listNotices>> {
      const seen = await seenBy(context, principal);
      const { rows, total } = await repository.noticePage(principal.accountId, seen, listPageOf(query));
      return pageAnswer(rows.map(noticeView), total, query);
    },
    async read(principal: Principal, body: BodyOf<typeof readNotifications>): Promise<{ unread: number }> {
      const { accountId } = principal;
      if ('ids' in body) await repository.markRead(accountId, body.ids);
      else await repository.markReadTo(accountId, body.upTo);
      // For the other tabs and browsers of the same person.
      events.publish({ channel: 'notifications', type: 'notice.read', payload: { accountId } });
      return { unread: await repository.unread(accountId, await seenBy(context, principal)) };
    },
    async save(principal: Principal, preferences: NoticePreferences): Promise<NoticeSettings> {
      const { accountId } = principal;
      await repository.savePreferences(accountId, preferences);
      events.publish({ channel: 'notifications', type: 'notice.settings', payload: { accountId } });
      return settingsOf(context, principal);
    },
    subscribe: (principal: Principal, wanted: BodyOf<typeof subscribePush>, userAgent: string) =>
      subscribe(context, principal, wanted, userAgent),
    async unsubscribe(principal: Principal, id: string): Promise<void> {
      await deviceOf(context, id, principal);
      await repository.removeDevice(id, principal.accountId);
    },
    test: (principal: Principal, id: string) => sendTest(context, principal, id),
  };
}

export type NotificationService = ReturnType<typeof createNotificationService>;

const nowOf = ({ clock }: Context) => new Date(clock.nowMs());

async function preferencesOf({ repository }: Context, accountId: string): Promise<NoticePreferences> {
  return (await repository.preferences(accountId)) ?? defaultNoticePreferences;
}

async function seenBy(context: Context, { accountId, role }: Principal): Promise<Seen> {
  const preferences = await preferencesOf(context, accountId);
  return {
    sources: preferences.sources.filter((source) => allows(noticeAccess[source], role)),
    severities: preferences.console.severities,
    after: new Date(context.clock.nowMs() - shownMs),
  };
}

async function settingsOf(context: Context, principal: Principal): Promise<NoticeSettings> {
  const devices = await context.repository.devices(principal.accountId);
  return {
    preferences: await preferencesOf(context, principal.accountId),
    email: { address: principal.email, problem: context.mailProblem() },
    pushKey: context.pushKey,
    devices: devices.map((device) => ({
      id: device.id,
      userAgent: device.user_agent,
      createdAt: device.created_at.toISOString(),
      lastSentAt: device.last_sent_at?.toISOString() ?? null,
      lastError: device.last_error,
    })),
  };
}

async function list(context: Context, principal: Principal, limit: number): Promise<DataOf<typeof listNotifications>> {
  const { repository } = context;
  const seen = await seenBy(context, principal);
  const [rows, unread, active] = await Promise.all([
    repository.notices(principal.accountId, seen, limit),
    repository.unread(principal.accountId, seen),
    allows('alerts:read', principal.role) ? context.activeAlerts() : null,
  ]);
  return {
    notices: rows.map(noticeView),
    unread,
    activeAlerts: active,
  };
}

/** A notice as its reader sees it. */
function noticeView({ id, body, unread }: NoticeRow): Notice {
  return {
    id,
    source: body.source,
    severity: body.severity,
    title: body.change === 'annulled' ? `Alerta anulado: ${body.title}` : body.title,
    body: body.description,
    at: body.at,
    path: body.path,
    alertId: body.alertId,
    isRead: unread === 0,
    count: Math.max(unread, 1),
    simulated: body.simulated,
  };
}

/** Registers a browser. Throws `conflict` when the account has too many already. */
async function subscribe(
  context: Context,
  { accountId }: Principal,
  wanted: BodyOf<typeof subscribePush>,
  userAgent: string,
): Promise<{ id: string }> {
  const { repository, vault } = context;
  const subscription: Subscription = { endpoint: wanted.endpoint, keys: wanted.keys };
  const hash = createHash('sha256').update(wanted.endpoint).digest('hex');
  const others = (await repository.devices(accountId)).filter(({ address_hash }) => address_hash !== hash);
  if (others.length >= maxDevices) {
    throw new AppError('conflict', {
      detail: `Uma conta recebe avisos em ${maxDevices} navegadores: retire um primeiro.`,
    });
  }
  const id = randomUUID();
  await repository.saveDevice({
    id,
    account_id: accountId,
    address_hash: hash,
    sealed: vault.seal(vaultLabel(id), secretName, JSON.stringify(subscription)),
    user_agent: userAgent.slice(0, 400),
    created_at: nowOf(context),
    last_sent_at: null,
    last_error: null,
  });
  return { id };
}

async function sendTest(
  context: Context,
  principal: Principal,
  id: string,
): Promise<{ sent: boolean; error: string | null }> {
  const { repository } = context;
  const device = await deviceOf(context, id, principal);
  try {
    await context.push(device, {
      title: 'Ensaio da Kianda',
      body: 'Este navegador recebe avisos. Não há nenhum alerta.',
      path: '/',
      tag: 'ensaio',
    });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    await repository.markDevice(id, { last_error: error.message });
    return { sent: false, error: error.message };
  }
  await repository.markDevice(id, { last_sent_at: nowOf(context), last_error: null });
  return { sent: true, error: null };
}

/** Throws `not_found`, also for a device of another account. */
async function deviceOf({ repository }: Context, id: string, { accountId }: Principal): Promise<DeviceRow> {
  const device = await repository.device(id);
  if (device?.account_id !== accountId)
    throw new AppError('not_found', { detail: 'Este navegador não está registado.' });
  return device;
}
