import { createHmac } from 'node:crypto';
import { createHttpClient, ProviderError } from '@kianda/connectors';
import { authority } from '@kianda/connectors/core/guard';
import { createTransport } from 'nodemailer';
import type { Clock } from '../../../platform/clock/clock.ts';
import { mailOf, oneLine, type Parcel, payloadOf } from './message.texts.ts';

const timeoutMs = 15_000;
const maxAnswerBytes = 65_536;

/** Mail server as the operator set it: `smtp://user:password@host:port` or `smtps://…`, and who mail comes from. */
export type SmtpSettings = { readonly url: string; readonly from: string; readonly name: string };

/** Why a delivery did not arrive, in Portuguese and without secrets. `permanent`: trying again can't help. */
export class DeliveryError extends Error {
  readonly permanent: boolean;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, options: { permanent: boolean; retryAfterSeconds?: number | null; cause?: unknown }) {
    super(oneLine(message, 500), { cause: options.cause });
    this.permanent = options.permanent;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** Sends a parcel as plain-text mail. Throws `DeliveryError`. */
export function sendMail(smtp: SmtpSettings, to: string, parcel: Parcel, publicUrl: string): Promise<void> {
  return sendText(smtp, to, { id: parcel.id, ...mailOf(parcel, publicUrl) });
}

/** Plain text to one person, with a file or without. */
export type Letter = {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array };
};

/** Sends a letter to one person. Throws `DeliveryError`. */
export async function sendText(smtp: SmtpSettings, to: string, message: Letter): Promise<void> {
  const { hostname, username } = new URL(smtp.url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url: smtp.url,
    // A password never crosses the network in the clear.
    requireTLS: username !== '' && !isLocal,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { attachment } = message;
  try {
    await transport.sendMail({
      from: { name: oneLine(smtp.name), address: smtp.from },
      to: { name: '', address: to },
      subject: oneLine(message.subject),
      text: message.text,
      // The same in every attempt: a mail server that took the first one can tell the second is the same.
      messageId: `<${message.id}@${smtp.from.split('@')[1] ?? 'kianda'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(attachment === undefined
        ? {}
        : {
            attachments: [
              {
                filename: attachment.fileName,
                contentType: attachment.contentType,
                content: Buffer.from(attachment.bytes),
              },
            ],
          }),
    });
  } catch (error) {
    throw mailError(error);
  } finally {
    transport.close();
  }
}

function mailError(error: unknown): DeliveryError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'ESMTP';
  const answered = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;
  const status = answered === null || Number.isNaN(answered) ? '' : ` (resposta ${answered})`;
  // A refused account or server may be mended; an address that does not exist will not begin to.
  const permanent = code === 'EENVELOPE' && answered !== null && answered >= 550 && answered < 560;
  return new DeliveryError(`O servidor de correio não aceitou a mensagem: ${code}${status}`, {
    permanent,
    cause: error,
  });
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** How webhooks go out. */
export type WebhookAccess = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: string;
  /** `host:port` that may be reached although its address is private. */
  readonly allowPrivateHosts: readonly string[];
};

/**
 * POSTs a parcel, signed. No redirect is followed and no private address dialled: the address is whoever configures the
 * channel's choice, the network is the server's. Throws `DeliveryError`.
 */
export async function sendWebhook(
  access: WebhookAccess,
  target: { readonly url: string; readonly secret: string },
  parcel: Parcel,
  publicUrl: string,
): Promise<void> {
  const nowMs = access.clock.nowMs();
  const body = payloadOf(parcel, publicUrl, new Date(nowMs).toISOString());
  const client = createHttpClient({
    userAgent: access.userAgent,
    allowedHosts: [authority(new URL(target.url))],
    allowPrivateHosts: access.allowPrivateHosts,
    nowMs: () => access.clock.nowMs(),
    random: access.random,
    maxAttempts: 1,
    maxRedirects: 0,
    maxBytes: maxAnswerBytes,
    timeoutMs,
  });
  try {
    await client.request({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'kianda-delivery': parcel.id,
        'kianda-signature': signatureOf(target.secret, Math.floor(nowMs / 1000), body),
      },
      body,
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const permanent = error.failure === 'blocked';
    throw new DeliveryError(error.message, { permanent, retryAfterSeconds: error.retryAfterSeconds, cause: error });
  } finally {
    await client.close();
  }
}
