import { userAgent } from '@kianda/connectors';
import type { Config } from '../config/env.ts';
import type { createDelivery } from '../modules/delivery/index.ts';

type Configured = 'smtp' | 'allowPrivateHosts' | 'publicUrl' | 'userAgent' | 'retentionDays';

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
    retentionDays: config.retention.runsDays,
  };
}
