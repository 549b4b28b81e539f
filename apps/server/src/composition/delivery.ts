import { userAgent } from '@kianda/connectors';
import type { Config } from '../config/env.ts';
import type { createDelivery } from '../modules/delivery/index.ts';
import type { createNotifications } from '../modules/notifications/index.ts';

type Configured = 'smtp' | 'allowPrivateHosts' | 'publicUrl' | 'userAgent';

/** What the settings say of the delivery of alerts. */
export function deliveryOptions(
  config: Config,
  version: string,
): Pick<Parameters<typeof createDelivery>[0], Configured> {
  return {
    smtp: config.smtp === null ? null : { ...config.smtp, name: config.operator.name },
    allowPrivateHosts: config.allowedPrivateHosts,
    publicUrl: config.publicUrl,
    userAgent: userAgent(version, config.operator.supportEmail ?? config.publicUrl),
  };
}

/** What the settings say of notifications to people. */
export function notificationOptions(
  config: Config,
  version: string,
): Pick<Parameters<typeof createNotifications>[0], 'subject' | 'userAgent' | 'publicUrl' | 'allowPrivateHosts'> {
  const { supportEmail } = config.operator;
  // Push services take nothing but these two kinds of address.
  const page = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:operador@kianda.invalid';
  return {
    subject: supportEmail === null ? page : `mailto:${supportEmail}`,
    userAgent: userAgent(version, supportEmail ?? config.publicUrl),
    publicUrl: config.publicUrl,
    allowPrivateHosts: config.allowedPrivateHosts,
  };
}
