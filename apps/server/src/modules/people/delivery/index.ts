import { randomUUID } from 'node:crypto';
import { dayMs } from '@kianda/geo';
import type { DeliverAlert } from '../../../platform/alert-message.ts';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, openPort, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../audit/index.ts';
import { identityMail, identityModule } from '../identity/index.ts';
import { deliveryMigrations } from './delivery.migrations.ts';
import { createDeliveryRepository } from './delivery.repository.ts';
import { deliveryBindings } from './delivery.routes.ts';
import { createDeliveryService, type DeliveryAudit, type DeliveryService, secretOf } from './delivery.service.ts';
import { createTurn, type ProblemOf, type Send } from './send-attempt.service.ts';
import { DeliveryError, type Letter, type SmtpSettings, sendMail, sendText, sendWebhook } from './senders.client.ts';

export { mailOf } from './message.texts.ts';
export { digestDue, luandaWeekday, quietUntil, windowAt } from './quiet-hours.rules.ts';

const sendJob = 'delivery.send';
/** Changes of an alert that are told of; one that got graver is updated. */
const tellingChanges: ReadonlySet<string> = new Set([
  'alert.raised',
  'alert.updated',
  'alert.annulled',
  'alert.resolved',
]);

export { DeliveryError } from './senders.client.ts';

/** `id`: the same in every attempt; one of its own when absent. Throws `DeliveryError`. */
export type SendLetter = (to: string, message: Omit<Letter, 'id'> & { readonly id?: string }) => Promise<void>;

export type DeliveryModule = Module & {
  /** Writes a message to the outbox, in the transaction of the alert; the sending job does the rest. */
  readonly deliver: DeliverAlert;
  /**
   * Sends a message to one person at once, past channels and log: what it says (a link that opens an account) must not be
   * kept. Null where no mail server is set, now.
   */
  mail(): SendLetter | null;
  /** Who mail comes from; null where no mail server is set, now. */
  mailFrom(): string | null;
  /** What went out about an alert, oldest first. */
  readonly deliveriesOf: DeliveryService['deliveriesOf'];
  /** Hands over a message that stands for itself, and tells the channels that take it. */
  readonly tell: DeliveryService['tell'];
  /** One turn of the sending job. */
  send(signal: AbortSignal): Promise<void>;
};

/** Front door: alerts delivered outside the console, by mail and signed webhook. */
export function createDelivery(options: {
  platform: Platform;
  audit: DeliveryAudit;
  masterKey: Uint8Array;
  /** Asked at each mail; null where no mail server is set. */
  smtp: () => SmtpSettings | null;
  /** `host:port` that webhooks may reach although the address is private. */
  allowPrivateHosts: readonly string[];
  publicUrl: string;
  userAgent: () => string;
  queue: () => JobQueue;
  /** Days that the log is kept. */
  retentionDays: number;
}): DeliveryModule {
  const { platform, smtp, publicUrl } = options;
  const { clock, log, events } = platform;
  const mailFrom = () => smtp()?.from ?? null;
  const repository = createDeliveryRepository(platform.database);
  const vault = createCredentialVault(options.masterKey);
  const access = {
    clock,
    random: platform.random,
    get userAgent() {
      return options.userAgent();
    },
    allowPrivateHosts: options.allowPrivateHosts,
  };

  const problemOf: ProblemOf = ({ kind, sealed_secret }) => {
    if (kind === 'email') return smtp() === null ? 'SMTP por configurar' : null;
    return sealed_secret === null ? 'Sem segredo de assinatura' : null;
  };
  const send: Send = async (channel, row, messages) => {
    const parcel = { id: row.id, kind: row.kind, channelName: channel.name, messages };
    if (channel.kind === 'email') {
      const server = smtp();
      if (server === null) throw new DeliveryError('SMTP por configurar', { permanent: true });
      return sendMail(server, channel.target, parcel, publicUrl);
    }
    const secret = secretOf(vault, channel);
    if (secret === null) throw new DeliveryError('Sem segredo de assinatura', { permanent: true });
    return sendWebhook(access, { url: channel.target, secret }, parcel, publicUrl);
  };
  const turn = createTurn({ platform, repository, send, problemOf });

  const waker = createWaker({ log, enqueue: () => options.queue().enqueue(sendJob, {}, { trigger: 'event' }) });
  let unsubscribe: (() => void) | null = null;

  const service = createDeliveryService({
    repository,
    vault,
    turn,
    problemOf,
    clock,
    audit: options.audit,
    wake: waker.soon,
  });

  return {
    name: 'delivery',
    migrations: deliveryMigrations,
    bindings: deliveryBindings(service, clock, mailFrom),
    deliver: (message, store) => repository.addMessage(message, new Date(clock.nowMs()), store),
    mail() {
      const server = smtp();
      return server === null ? null : (to, message) => sendText(server, to, { id: randomUUID(), ...message });
    },
    deliveriesOf: service.deliveriesOf,
    tell: service.tell,
    mailFrom,
    send: (signal) => turn.run(signal),
    jobs: [
      minutely({
        name: sendJob,
        label: 'Entrega de alertas',
        key: 'send',
        timeoutSeconds: 600,
        run: (signal) => turn.run(signal),
      }),
      nightlyRetention({
        name: 'delivery.retention',
        label: 'Retenção do registo de entregas',
        minute: 50,
        remove: () => repository.prune(new Date(clock.nowMs() - options.retentionDays * dayMs)),
      }),
    ],
    async start() {
      unsubscribe = events.subscribe(({ channel, type }) => {
        if (channel === 'alerts' && tellingChanges.has(type)) waker.soon();
      });
    },
    async stop() {
      unsubscribe?.();
      await waker.stop();
    },
  };
}

type DeliverySettings = Omit<Parameters<typeof createDelivery>[0], 'platform' | 'audit' | 'queue'>;

/** Others that write an alert's message down in the transaction of the alert. */
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
    /** Everybody who is told of an alert, in its own transaction. */
    const deliver: DeliverAlert = async (message, store) => {
      await delivery.deliver(message, store);
      for (const recipient of ports.recipients()) await recipient(message, store);
    };
    return { manifest: delivery, offers: { ...delivery, deliver }, fills: { mail: delivery.mail } };
  },
});
