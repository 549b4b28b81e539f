import { dayMs } from '@kianda/geo';
import type { AlertMessage, DeliverAlert } from '../../../platform/alert-message.ts';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { healthModule } from '../../operations/health/index.ts';
import { alertRecipients, type DeliveryModule, deliveryModule } from '../delivery/index.ts';
import { identityModule } from '../identity/index.ts';
import { createNoticeTurn, type Person } from './notification-dispatch.service.ts';
import { notificationMigrations } from './notifications.migrations.ts';
import { createNotificationRepository } from './notifications.repository.ts';
import { notificationBindings } from './notifications.routes.ts';
import { createNotificationService, sendTo } from './notifications.service.ts';
import { createPush } from './push.client.ts';

const sendJob = 'notifications.send';

export type NotificationsModule = Module & {
  /** Writes a notice in the transaction of the alert; whoever may read it finds it in the console. */
  readonly deliver: DeliverAlert;
  /** Writes a notice that stands for itself. */
  tell(message: AlertMessage): Promise<void>;
  /** One turn of the sending job. */
  send(signal: AbortSignal): Promise<void>;
};

/** Changes of an alert that people may be told of. */
const tellingChanges: ReadonlySet<string> = new Set([
  'alert.raised',
  'alert.updated',
  'alert.annulled',
  'alert.resolved',
]);

/** Front door: what each person is told of in the console, in their browsers and by mail, as they chose. */
export function createNotifications(options: {
  platform: Platform;
  masterKey: Uint8Array;
  mail: DeliveryModule['mail'];
  reach(accountId: string): Promise<Person | null>;
  /** Open alerts of the platform: the one count of them. */
  activeAlerts: () => Promise<number>;
  queue: () => JobQueue;
  /** Address that a push service may complain to: `mailto:` or `https:`. */
  subject: () => string;
  userAgent: () => string;
  publicUrl: string;
  /** `host:port` that may be written to although the address is private. */
  allowPrivateHosts: readonly string[];
  /** Days that notices are kept. */
  retentionDays: number;
}): NotificationsModule {
  const { platform } = options;
  const { clock, log, events } = platform;
  const repository = createNotificationRepository(platform.database);
  const vault = createCredentialVault(options.masterKey);
  const { publicKey, send } = createPush({ ...options, clock, random: platform.random });
  const push = sendTo(vault, send);
  const turn = createNoticeTurn({
    platform,
    repository,
    reach: options.reach,
    push,
    mail: options.mail,
    publicUrl: options.publicUrl,
  });
  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(sendJob, {}, { trigger: 'event' }) });
  const service = createNotificationService({
    repository,
    vault,
    push,
    pushKey: publicKey,
    mailProblem: () => (options.mail() === null ? 'SMTP por configurar' : null),
    activeAlerts: options.activeAlerts,
    clock,
    events,
  });
  let unsubscribe: (() => void) | null = null;

  /** An account that is not active any more is told nothing: its browsers are forgotten. */
  async function leave(accountId: string): Promise<void> {
    try {
      if ((await options.reach(accountId)) === null) await repository.removeDevices(accountId);
    } catch (error) {
      // Nothing is lost: a notice for that account is not sent either way.
      log.warn({ err: error }, 'navegadores de uma conta por esquecer');
    }
  }

  return {
    name: 'notifications',
    migrations: notificationMigrations,
    bindings: notificationBindings(service, clock),
    holdings: [
      {
        id: 'push-devices',
        label: 'Navegadores que recebem avisos',
        fate: 'removed',
        note: 'Deixam de receber avisos.',
        count: async (accountId) => (await repository.devices(accountId)).length,
      },
    ],
    deliver: (message, store) => repository.add(message, new Date(clock.nowMs()), store),
    async tell(message) {
      await repository.addLoose(message, new Date(clock.nowMs()));
      events.publish({ channel: 'notifications', type: 'notice.added', payload: {} });
      waker.soon();
    },
    send: (signal) => turn.run(signal),
    jobs: [
      minutely({
        name: sendJob,
        label: 'Notificações por navegador e correio',
        key: 'send',
        timeoutSeconds: 600,
        run: (signal) => turn.run(signal),
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
        if (channel === 'identity' && typeof payload.accountId === 'string') void leave(payload.accountId);
        if (channel === 'alerts' && tellingChanges.has(type)) waker.soon();
      });
    },
    async stop() {
      unsubscribe?.();
      await waker.stop();
    },
  };
}

type NotificationSettings = Omit<
  Parameters<typeof createNotifications>[0],
  'platform' | 'mail' | 'reach' | 'activeAlerts' | 'queue'
>;

export const notificationsModule = defineModule({
  name: 'notifications',
  needs: { identity: identityModule, delivery: deliveryModule, health: healthModule },
  settings: settingsOf<NotificationSettings>(),
  fills: { recipients: alertRecipients },
  offers: ['tell'],
  create({ platform, jobs, settings, needs: { identity, delivery, health } }) {
    const { masterKey, subject, userAgent, publicUrl, allowPrivateHosts } = settings;
    const notifications = createNotifications({
      ...{ platform, masterKey, subject, userAgent, publicUrl, allowPrivateHosts },
      mail: delivery.mail,
      reach: identity.activeAccount,
      activeAlerts: async () => (await health.service.alertCounts()).active,
      queue: () => jobs,
      get retentionDays() {
        return settings.retentionDays;
      },
    });
    return { manifest: notifications, offers: notifications, fills: { recipients: notifications.deliver } };
  },
});
