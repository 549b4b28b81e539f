import type { NoticeSettings } from '@kianda/contract/people/notifications/notifications.contract';
import type { WantedSubscription } from '@kianda/contract/people/notifications/push-subscription';
import { dayMs } from '@kianda/geo';
import type { AlertMessage, DeliverAlert } from '../../../platform/alert-message.ts';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { ListRecorder } from '../../../platform/http/list-file.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { AccountData, Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { healthModule } from '../../operations/health/index.ts';
import { auditModule } from '../audit/index.ts';
import { alertRecipients, type DeliveryModule, deliveryModule } from '../delivery/index.ts';
import { identityModule } from '../identity/index.ts';
import { createNoticeDispatch, type Person } from './notification-dispatch.service.ts';
import { notificationMigrations } from './notifications.migrations.ts';
import { createNotificationRepository, type NotificationRepository } from './notifications.repository.ts';
import { notificationBindings } from './notifications.routes.ts';
import { createNotificationService, sendTo } from './notifications.service.ts';
import { createPush } from './push.client.ts';

const sendJob = 'notifications.send';

export type NotificationsModule = Module & {
  /** Writes a notice in the transaction of the alert; accounts that may read it find it in the console. */
  readonly deliver: DeliverAlert;
  /** Writes a notice that belongs to no alert. */
  tell(message: AlertMessage): Promise<void>;
  /** Browsers of an account, for a module whose own page offers to add the one at hand. */
  readonly browsers: {
    settings(principal: Principal): Promise<Pick<NoticeSettings, 'pushKey' | 'devices'>>;
    subscribe(principal: Principal, wanted: WantedSubscription, userAgent: string): Promise<{ id: string }>;
    unsubscribe(principal: Principal, id: string): Promise<void>;
  };
  /** One run of the sending job. */
  send(signal: AbortSignal): Promise<void>;
};

/** Changes of an alert that people may get notices of. */
const noticedChanges: ReadonlySet<string> = new Set([
  'alert.raised',
  'alert.updated',
  'alert.annulled',
  'alert.resolved',
]);

type NotificationOptions = {
  platform: Platform;
  /** Records each export of a person's list. */
  audit: ListRecorder;
  masterKey: Uint8Array;
  mail: DeliveryModule['mail'];
  /** The account, while it is active; null afterwards. */
  activeAccount(accountId: string): Promise<Person | null>;
  /** Number of the platform's open alerts, from the one place that counts them. */
  activeAlerts: () => Promise<number>;
  queue: () => JobQueue;
  /** Address that a push service may complain to: `mailto:` or `https:`. */
  subject: () => string;
  userAgent: () => string;
  publicUrl: string;
  /** `host:port` that may be written to although the address is private. */
  allowPrivateHosts: readonly string[];
  /** Days until a notice is removed. */
  retentionDays: number;
};

/** Front door: notices for each person in the console, in their browsers and by mail, by their preferences. */
export function createNotifications(options: NotificationOptions): NotificationsModule {
  const { platform, activeAccount } = options;
  const { clock, log, events } = platform;
  const repository = createNotificationRepository(platform.database);
  const vault = createCredentialVault(options.masterKey);
  const { publicKey, send } = createPush({ ...options, clock, random: platform.random });
  const push = sendTo(vault, send);
  const { mail, publicUrl } = options;
  const dispatch = createNoticeDispatch({ platform, repository, activeAccount, push, mail, publicUrl });
  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(sendJob, {}, { trigger: 'event' }) });
  const service = createNotificationService({
    repository,
    vault,
    push,
    pushKey: publicKey,
    mailProblem: () => (mail() === null ? 'SMTP por configurar' : null),
    activeAlerts: options.activeAlerts,
    clock,
    events,
  });
  let unsubscribe: (() => void) | null = null;

  /** Removes the browsers of an account that is no longer active. */
  async function forgetDevices(accountId: string): Promise<void> {
    try {
      if ((await activeAccount(accountId)) === null) await repository.removeDevices(accountId);
    } catch (error) {
      // Nothing is lost: a notice for that account is not sent either way.
      log.warn({ err: error }, 'navegadores de uma conta por esquecer');
    }
  }

  return {
    name: 'notifications',
    migrations: notificationMigrations,
    bindings: notificationBindings({ service, clock, audit: options.audit }),
    holdings: [deviceHolding(repository)],
    deliver: (message, store) => repository.add(message, new Date(clock.nowMs()), store),
    async tell(message) {
      await repository.addStandalone(message, new Date(clock.nowMs()));
      events.publish({ channel: 'notifications', type: 'notice.added', payload: {} });
      waker.soon();
    },
    browsers: service,
    send: dispatch.run,
    jobs: [
      minutely({
        name: sendJob,
        label: 'Notificações por navegador e correio',
        key: 'send',
        timeoutSeconds: 600,
        run: dispatch.run,
      }),
      nightlyRetention({
        name: 'notifications.retention',
        label: 'Retenção das notificações',
        minute: 55,
        remove: () => repository.prune(new Date(clock.nowMs() - options.retentionDays * dayMs)),
      }),
    ],
    async start() {
      unsubscribe = events.subscribe(({ channel, type, payload }) => {
        if (channel === 'identity' && typeof payload.accountId === 'string') void forgetDevices(payload.accountId);
        if (channel === 'alerts' && noticedChanges.has(type)) waker.soon();
      });
    },
    async stop() {
      unsubscribe?.();
      await waker.stop();
    },
  };
}

function deviceHolding(repository: NotificationRepository): AccountData {
  return {
    id: 'push-devices',
    label: 'Navegadores que recebem avisos',
    fate: 'removed',
    note: 'Deixam de receber avisos.',
    count: async (accountId) => (await repository.devices(accountId)).length,
  };
}

type NotificationSettings = Omit<
  NotificationOptions,
  'platform' | 'audit' | 'mail' | 'activeAccount' | 'activeAlerts' | 'queue'
>;

export const notificationsModule = defineModule({
  name: 'notifications',
  needs: { audit: auditModule, identity: identityModule, delivery: deliveryModule, health: healthModule },
  settings: settingsOf<NotificationSettings>(),
  fills: { recipients: alertRecipients },
  offers: ['tell', 'browsers'],
  create({ platform, jobs, settings, needs: { audit, identity, delivery, health } }) {
    const { masterKey, subject, userAgent, publicUrl, allowPrivateHosts } = settings;
    const notifications = createNotifications({
      ...{ platform, audit, masterKey, subject, userAgent, publicUrl, allowPrivateHosts },
      mail: delivery.mail,
      activeAccount: identity.activeAccount,
      activeAlerts: async () => (await health.service.alertCounts()).active,
      queue: () => jobs,
      get retentionDays() {
        return settings.retentionDays;
      },
    });
    return { manifest: notifications, offers: notifications, fills: { recipients: notifications.deliver } };
  },
});
