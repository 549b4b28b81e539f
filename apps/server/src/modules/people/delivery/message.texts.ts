import { alertSources, deliverySeverities } from '@kianda/contract/people/delivery/delivery.contract';
import { formatShortInstant } from '@kianda/format';
import type { AlertMessage } from '../../../platform/alert-message.ts';

/** Content of one delivery, before it becomes a mail or a POST. */
export type Parcel = {
  readonly id: string;
  readonly kind: 'alert' | 'digest' | 'test';
  readonly channelName: string;
  readonly messages: readonly AlertMessage[];
};

const subjectLength = 180;
const changes = { raised: 'Alerta', annulled: 'Alerta anulado', resolved: 'Alerta resolvido' } as const;

/** One line without control characters: a line break in a vessel's name must not become a header of its own. */
export function oneLine(text: string, length = subjectLength): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, length);
}

/** Text of several lines: only the control characters go. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');

function headline({ change, severity, title }: AlertMessage): string {
  return `${changes[change]} de gravidade ${deliverySeverities[severity]}: ${title}`;
}

/** Title of a digest of so many alerts. */
export const digestTitle = (count: number): string => (count === 1 ? 'Resumo: 1 alerta' : `Resumo: ${count} alertas`);

/** Title of a delivery in the log, and the subject of its mail. */
export function titleOf({ kind, messages }: Pick<Parcel, 'kind' | 'messages'>): string {
  if (kind === 'test') return 'Ensaio do canal de alertas';
  const [first] = messages;
  if (kind === 'alert' && first !== undefined) return oneLine(headline(first));
  return digestTitle(messages.length);
}

function paragraph(message: AlertMessage, publicUrl: string): string {
  return [
    oneLine(headline(message)),
    plain(message.description),
    `Origem: ${alertSources[message.source]}`,
    `Hora: ${formatShortInstant(message.at)} (Luanda)`,
    ...(message.simulated ? ['Dados simulados: não é uma ocorrência real.'] : []),
    `Ver na consola: ${publicUrl}${message.path}`,
  ].join('\n');
}

/** Subject and plain text of a mail: no HTML, so that nothing in an alert can become markup. */
export function mailOf(parcel: Parcel, publicUrl: string): { readonly subject: string; readonly text: string } {
  const body =
    parcel.kind === 'test'
      ? 'Este é um ensaio: o canal está a funcionar. Não há nenhum alerta.'
      : parcel.messages.map((message) => paragraph(message, publicUrl)).join('\n\n---\n\n');
  return {
    subject: oneLine(`[Kianda] ${titleOf(parcel)}`),
    text: `${body}\n\n--\nRecebe esta mensagem pelo canal «${oneLine(parcel.channelName)}» da Kianda: ${publicUrl}/\n`,
  };
}

/** JSON of a webhook. */
export function payloadOf(parcel: Parcel, publicUrl: string, sentAt: string): string {
  const [first] = parcel.messages;
  return JSON.stringify({
    id: parcel.id,
    type: parcel.kind === 'alert' && first !== undefined ? `alert.${first.change}` : parcel.kind,
    title: titleOf(parcel),
    sentAt,
    alerts: parcel.messages.map(({ key: _key, path, ...message }) => ({ ...message, link: `${publicUrl}${path}` })),
  });
}
