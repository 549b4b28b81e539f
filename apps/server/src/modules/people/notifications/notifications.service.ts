import { createHash, randomUUID } from 'node:crypto';
import { allows, type BodyOf, type DataOf } from '@kianda/contract';
import type { listNotifications, readNotifications } from '@kianda/contract/people/notifications/bell.contract';
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
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { DeliveryError } from '../delivery/index.ts';
import type { Send } from './notification-dispatch.service.ts';
import type { DeviceRow, NotificationRepository, Seen } from './notifications.repository.ts';
import type { SendPush, Subscription } from './push.client.ts';

/** Notices older than this are not shown. */
const shownMs = 30 * dayMs;
const maxDevices = 10;
const secretName = 'push';
const vaultPlace = (deviceId: string): string => `notifications/${deviceId}`;
const subscriptionSchema = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

/** A sender that opens what is sealed of a device. */
export function sendTo(vault: CredentialVault, send: SendPush): Send {
  return (device, text) =>
    send(subscriptionSchema.parse(JSON.parse(vault.open(vaultPlace(device.id), secretName, device.sealed))), text);
}

/** Notices, preferences and browsers of one account each; nobody sees those of another. */
export function createNotificationService(options: {
  repository: NotificationRepository;
  vault: CredentialVault;
  push: Send;
  pushKey: string;
  mailProblem: () => string | null;
  /** Open alerts of the platform: the one count of them. */
  activeAlerts: () => Promise<number>;
  clock: Clock;
  events: EventBus;
}) {
  const { repository, vault, clock } = options;
  const now = () => new Date(clock.nowMs());
  const preferencesOf = async (accountId: string): Promise<NoticePreferences> =>
    (await repository.preferences(accountId)) ?? defaultNoticePreferences;

  async function seenBy({ accountId, role }: Principal): Promise<Seen> {
    const preferences = await preferencesOf(accountId);
    return {
      sources: preferences.sources.filter((source) => allows(noticeAccess[source], role)),
      severities: preferences.console.severities,
      after: new Date(clock.nowMs() - shownMs),
    };
  }

  async function settings(principal: Principal): Promise<NoticeSettings> {
    const devices = await repository.devices(principal.accountId);
    return {
      preferences: await preferencesOf(principal.accountId),
      email: { address: principal.email, problem: options.mailProblem() },
      pushKey: options.pushKey,
      devices: devices.map((device) => ({
        id: device.id,
        userAgent: device.user_agent,
        createdAt: device.created_at.toISOString(),
        lastSentAt: device.last_sent_at?.toISOString() ?? null,
        lastError: device.last_error,
      })),
    };
  }

  /** Throws `not_found` for a device of somebody else too. */
  async function deviceOf(id: string, { accountId }: Principal): Promise<DeviceRow> {
    const device = await repository.device(id);
    if (device?.account_id !== accountId)
      throw new AppError('not_found', { detail: 'Este navegador não está registado.' });
    return device;
  }

  return {
    settings,
    async list(principal: Principal, limit: number): Promise<DataOf<typeof listNotifications>> {
      const seen = await seenBy(principal);
      const [rows, unread, active] = await Promise.all([
        repository.notices(principal.accountId, seen, limit),
        repository.unread(principal.accountId, seen),
        allows('alerts:read', principal.role) ? options.activeAlerts() : null,
      ]);
      return {
        notices: rows.map(({ id, body, is_read }) => ({
          id,
          source: body.source,
          severity: body.severity,
          title: body.change === 'annulled' ? `Alerta anulado: ${body.title}` : body.title,
          body: body.description,
          at: body.at,
          path: body.path,
          alertId: body.alertId,
          isRead: is_read,
          simulated: body.simulated,
        })),
        unread,
        activeAlerts: active,
      };
    },
    async read(principal: Principal, body: BodyOf<typeof readNotifications>): Promise<{ unread: number }> {
      const { accountId } = principal;
      if ('ids' in body) await repository.markRead(accountId, body.ids);
      else await repository.markReadTo(accountId, body.upTo);
      // The other tabs and browsers of the same person.
      options.events.publish({ channel: 'notifications', type: 'notice.read', payload: { accountId } });
      return { unread: await repository.unread(accountId, await seenBy(principal)) };
    },
    async save(principal: Principal, preferences: NoticePreferences): Promise<NoticeSettings> {
      await repository.savePreferences(principal.accountId, preferences);
      options.events.publish({
        channel: 'notifications',
        type: 'notice.settings',
        payload: { accountId: principal.accountId },
      });
      return settings(principal);
    },

    /** Throws `conflict` where there are too many already. */
    async subscribe(
      principal: Principal,
      wanted: BodyOf<typeof subscribePush>,
      userAgent: string,
    ): Promise<{ id: string }> {
      const { accountId } = principal;
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
        sealed: vault.seal(vaultPlace(id), secretName, JSON.stringify(subscription)),
        user_agent: userAgent.slice(0, 400),
        created_at: now(),
        last_sent_at: null,
        last_error: null,
      });
      return { id };
    },
    async unsubscribe(principal: Principal, id: string): Promise<void> {
      await deviceOf(id, principal);
      await repository.removeDevice(id, principal.accountId);
    },
    async test(principal: Principal, id: string): Promise<{ sent: boolean; error: string | null }> {
      const device = await deviceOf(id, principal);
      try {
        await options.push(device, {
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
      await repository.markDevice(id, { last_sent_at: now(), last_error: null });
      return { sent: true, error: null };
    },
  };
}

export type NotificationService = ReturnType<typeof createNotificationService>;
