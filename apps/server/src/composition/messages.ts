import type { Config } from '../config/env.ts';
import type { Audit } from '../modules/audit/index.ts';
import { createDelivery } from '../modules/delivery/index.ts';
import type { createIdentity } from '../modules/identity/index.ts';
import { createNotifications } from '../modules/notifications/index.ts';
import type { DeliverAlert } from '../platform/alert-message.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/module.ts';
import { deliveryOptions, notificationOptions } from './delivery.ts';

/** The modules that tell people and other programs: mail and webhooks, bell and browser. */
export function composeMessages(options: {
  platform: Platform;
  config: Config;
  userAgent: () => string;
  masterKey: Uint8Array;
  audit: Audit;
  identity: Pick<ReturnType<typeof createIdentity>, 'activeAccount'>;
  queue: () => JobQueue;
  activeAlerts: () => Promise<number>;
}) {
  const { platform, config, userAgent, masterKey, queue } = options;
  const delivery = createDelivery({
    platform,
    audit: options.audit,
    masterKey,
    queue,
    ...deliveryOptions(config),
    userAgent,
    get retentionDays() {
      return config.retention.runsDays;
    },
  });
  const notifications = createNotifications({
    platform,
    masterKey,
    mail: delivery.mail,
    reach: options.identity.activeAccount,
    activeAlerts: options.activeAlerts,
    queue,
    ...notificationOptions(config),
    userAgent,
    get retentionDays() {
      return config.retention.runsDays;
    },
  });
  /** Everybody who is told of an alert, in its own transaction. */
  const deliver: DeliverAlert = async (...told) => {
    await delivery.deliver(...told);
    await notifications.deliver(...told);
  };
  return { delivery, notifications, deliver };
}
