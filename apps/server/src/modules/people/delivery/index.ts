import { randomUUID } from 'node:crypto';
import { dayMs } from '@kianda/geo';
import type { DeliverAlert } from '../../../platform/alert-message.ts';
import { type CredentialVault, createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, openPort, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../audit/index.ts';
import { identityMail, identityModule } from '../identity/index.ts';
import { secretOf } from './channels.service.ts';
import type { DeliveryAudit } from './delivery.context.ts';
import { deliveryMigrations } from './delivery.migrations.ts';
import { createDeliveryRepository } from './delivery.repository.ts';
import { deliveryBindings } from './delivery.routes.ts';
import { createDeliveryService, type DeliveryService } from './delivery.service.ts';
import { createDispatch, type ProblemOf, type Send } from './send-attempt.service.ts';
import { DeliveryError, type Letter, type SmtpSettings, sendMail, sendText, sendWebhook } from './senders.client.ts';

export { mailOf } from './message.texts.ts';
export { digestDue, luandaWeekday, quietUntil, windowAt } from './quiet-hours.rules.ts';

const sendJob = 'delivery.send';
/** Changes of an alert that are delivered; a higher severity is an update. */
const deliveredChanges: ReadonlySet<string> = new Set([
  'alert.raised',
  'alert.updated',
  'alert.annulled',
  'alert.resolved',
]);

export { DeliveryError } from './senders.client.ts';

/** `id`: the same in every attempt; a new one when absent. Throws `DeliveryError`. */
export type SendMail = (to: string, message: Omit<Letter, 'id'> & { readonly id?: string }) => Promise<void>;

export type DeliveryModule = Module & {
  /** Writes a message to the outbox, in the transaction of the alert; the sending job does the rest. */
  readonly deliver: DeliverAlert;
  /**
   * Sends a message to one person at once, past channels and log: its text (a link that opens an account) must not be
   * stored. Null while no mail server is set.
   */
  mail(): SendMail | null;
  /** Sender of mails; null while no mail server is set. */
  mailFrom(): string | null;
  /** Deliveries about an alert, oldest first. */
  readonly deliveriesOf: DeliveryService['deliveriesOf'];
  /** Writes a message that belongs to no alert, and answers the channels that take it. */
  readonly tell: DeliveryService['tell'];
  /** One run of the sending job. */
  send(signal: AbortSignal): Promise<void>;
};

type DeliveryOptions = {
  platform: Platform;
  audit: DeliveryAudit;
  masterKey: Uint8Array;
  /** Read at each mail; null where no mail server is set. */
  smtp: () => SmtpSettings | null;
  /** `host:port` that webhooks may reach although the address is private. */
  allowPrivateHosts: readonly string[];
  publicUrl: string;
  userAgent: () => string;
  queue: () => JobQueue;
  /** Days until a delivery is removed from the log. */
  retentionDays: number;
};

/** Front door: alerts delivered outside the console, by mail and signed webhook. */
export function createDelivery(options: DeliveryOptions): DeliveryModule {
  const { platform, smtp } = options;
  const { clock, log, events } = platform;
  const mailFrom = () => smtp()?.from ?? null;
  const repository = createDeliveryRepository(platform.database);
  const vault = createCredentialVault(options.masterKey);
  const sender = createSender(options, vault);
  const dispatch = createDispatch({ platform, repository, ...sender });
  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(sendJob, {}, { trigger: 'event' }) });
  const service = createDeliveryService({
    repository,
    vault,
    dispatch,
    problemOf: sender.problemOf,
    clock,
    audit: options.audit,
    wake: waker.soon,
  });
  let unsubscribe: (() => void) | null = null;

  return {
    name: 'delivery',
    migrations: deliveryMigrations,
    bindings: deliveryBindings({ service, clock, audit: options.audit, mailFrom }),
    deliver: (message, store) => repository.addMessage(message, new Date(clock.nowMs()), store),
    mail() {
      const server = smtp();
      return server === null ? null : (to, message) => sendText(server, to, { id: randomUUID(), ...message });
    },
    deliveriesOf: service.deliveriesOf,
    tell: service.tell,
    mailFrom,
    send: dispatch.run,
    jobs: [
      minutely({ name: sendJob, label: 'Entrega de alertas', key: 'send', timeoutSeconds: 600, run: dispatch.run }),
      nightlyRetention({
        name: 'delivery.retention',
        label: 'Retenção do registo de entregas',
        minute: 50,
        remove: () => repository.prune(new Date(clock.nowMs() - options.retentionDays * dayMs)),
      }),
    ],
    async start() {
      unsubscribe = events.subscribe(({ channel, type }) => {
        if (channel === 'alerts' && deliveredChanges.has(type)) waker.soon();
      });
    },
    async stop() {
      unsubscribe?.();
      await waker.stop();
    },
  };
}

/** Sends a delivery by the kind of its channel, and knows why a channel can not send. */
function createSender(
  options: DeliveryOptions,
  vault: CredentialVault,
): { readonly send: Send; readonly problemOf: ProblemOf } {
  const { platform, smtp, publicUrl, allowPrivateHosts } = options;
  const access = {
    clock: platform.clock,
    random: platform.random,
    get userAgent() {
      return options.userAgent();
    },
    allowPrivateHosts,
  };
  return {
    problemOf({ kind, sealed_secret }) {
      if (kind === 'email') return smtp() === null ? 'SMTP por configurar' : null;
      return sealed_secret === null ? 'Sem segredo de assinatura' : null;
    },
    async send(channel, row, messages) {
      const parcel = { id: row.id, kind: row.kind, channelName: channel.name, messages };
      if (channel.kind === 'email') {
        const server = smtp();
        if (server === null) throw new DeliveryError('SMTP por configurar', { permanent: true });
        return sendMail(server, channel.target, parcel, publicUrl);
      }
      const secret = secretOf(vault, channel);
      if (secret === null) throw new DeliveryError('Sem segredo de assinatura', { permanent: true });
      return sendWebhook(access, { url: channel.target, secret }, parcel, publicUrl);
    },
  };
}

type DeliverySettings = Omit<DeliveryOptions, 'platform' | 'audit' | 'queue'>;

/** Other modules that write an alert's message in the transaction of the alert. */
export const alertRecipients = openPort<DeliverAlert>();

export const deliveryModule = defineModule({
  name: 'delivery',
  needs: { audit: auditModule, identity: identityModule },
  settings: settingsOf<DeliverySettings>(),
  ports: { recipients: alertRecipients },
  fills: { mail: identityMail },
  offers: ['deliver', 'mail', 'mailFrom', 'deliveriesOf', 'tell'],
  create({ platform, jobs, settings, needs: { audit }, ports }) {
    const { masterKey, smtp, allowPrivateHosts, publicUrl, userAgent } = settings;
    const delivery = createDelivery({
      ...{ platform, audit, masterKey, smtp, allowPrivateHosts, publicUrl, userAgent },
      queue: () => jobs,
      get retentionDays() {
        return settings.retentionDays;
      },
    });
    /** Delivers to all recipients, in the transaction of the alert. */
    const deliver: DeliverAlert = async (message, store) => {
      await delivery.deliver(message, store);
      for (const recipient of ports.recipients()) await recipient(message, store);
    };
    return { manifest: delivery, offers: { ...delivery, deliver }, fills: { mail: delivery.mail } };
  },
});
