import type { Config } from '../config/env.ts';
import type { createDelivery } from '../modules/delivery/index.ts';
import type { createNotifications } from '../modules/notifications/index.ts';

/** What the settings say of the delivery of alerts. */
export function deliveryOptions(
  config: Config,
): Pick<Parameters<typeof createDelivery>[0], 'smtp' | 'allowPrivateHosts' | 'publicUrl'> {
  return {
    smtp() {
      const { smtp } = config;
      return smtp === null ? null : { ...smtp, name: config.operator.name };
    },
    allowPrivateHosts: config.allowedPrivateHosts,
    publicUrl: config.publicUrl,
  };
}

/** What the settings say of notifications to people. */
export function notificationOptions(
  config: Config,
): Pick<Parameters<typeof createNotifications>[0], 'subject' | 'publicUrl' | 'allowPrivateHosts'> {
  // Push services take nothing but these two kinds of address.
  const page = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:operador@kianda.invalid';
  return {
    subject() {
      const { supportEmail } = config.operator;
      return supportEmail === null ? page : `mailto:${supportEmail}`;
    },
    publicUrl: config.publicUrl,
    allowPrivateHosts: config.allowedPrivateHosts,
  };
}
