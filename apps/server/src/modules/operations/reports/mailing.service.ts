import { servicePrefixes } from '@kianda/contract';
import { reportFormats } from '@kianda/contract/operations/reports/report-types';
import { reportSharedFile } from '@kianda/contract/operations/reports/reports.contract';
import { dayMs } from '@kianda/geo';
import { shortInstant } from '../../../platform/documents/index.ts';
import type { Platform } from '../../../platform/module.ts';
import type { createLinkSigner } from '../../open/storage/index.ts';
import { DeliveryError, type SendMail } from '../../people/delivery/index.ts';
import type { ReportsRepository } from './reports.repository.ts';
import type { DeliveryRow, ReportRow } from './reports.types.ts';
import { describeSize } from './view.rules.ts';

/** Beyond this mail servers begin to refuse: the link goes instead. Base64 makes a third more of it. */
const mostAttachedBytes = 7 * 1_048_576;
const linkDays = 14;
const mostAttempts = 6;
/** Minutes before the next attempt, by how many there were. */
const waits = [1, 5, 15, 60, 240] as const;
/** Signs for reports alone: a link of theirs opens nothing of the storage. */
const purpose = 'kianda-reports';

export type Links = ReturnType<typeof createLinks>;

/** Signed links that open the file of one report without a session, for a fortnight. */
export function createLinks(options: { signer: ReturnType<typeof createLinkSigner>; publicUrl: string }) {
  const { signer, publicUrl } = options;
  return {
    url(id: string, nowMs: number): { readonly url: string; readonly expiresMs: number } {
      const expires = Math.floor((nowMs + linkDays * dayMs) / 1000);
      const signature = signer.sign({ bucket: purpose, key: id, expires });
      const path = servicePrefixes['admin-api'] + reportSharedFile.path.replace('{id}', id);
      const search = new URLSearchParams({ expires: String(expires), signature });
      return { url: `${publicUrl}${path}?${search}`, expiresMs: expires * 1000 };
    },
    opens: (id: string, expires: number, signature: string, nowMs: number): boolean =>
      signer.matches({ bucket: purpose, key: id, expires }, signature) && expires * 1000 > nowMs,
  };
}

/** Sends what is due: each address its own mail, with the file or a link to it. */
export function createMailing(options: {
  platform: Platform;
  repository: ReportsRepository;
  /** Null where no mail server is set. */
  mail: () => SendMail | null;
  links: Links;
  publicUrl: string;
  /** Called after a file was sent by mail, for the audit trail. */
  onSent: (report: ReportRow, recipient: string, how: 'attachment' | 'link') => Promise<unknown>;
}) {
  const { platform, repository, mail, links, publicUrl } = options;
  const { clock, storage, log } = platform;

  async function attempt(row: DeliveryRow): Promise<void> {
    const report = await repository.find(row.report_id);
    if (report === undefined || report.storage_key === null || report.size_bytes === null) return;
    const attaches = report.delivery === 'auto' && report.size_bytes <= mostAttachedBytes;
    const bytes = attaches ? await storage.get(report.storage_key) : null;
    const link = links.url(report.id, clock.nowMs());
    const text = [
      report.name,
      '',
      report.description,
      '',
      `Formato: ${reportFormats[report.format].label}, ${describeSize(report.size_bytes)}${report.pages === null ? '' : `, ${report.pages} páginas`}`,
      `SHA-256: ${report.checksum ?? '—'}`,
      `Gerado em ${shortInstant(report.ended_at?.getTime() ?? clock.nowMs())} (Luanda), por ${report.author_name}`,
      ...(report.simulated ? ['Contém dados simulados: não são medições reais.'] : []),
      '',
      bytes === null
        ? `Descarregue o ficheiro até ${shortInstant(link.expiresMs)}:\n${link.url}`
        : 'O ficheiro segue em anexo.',
      '',
      '--',
      `Recebe esta mensagem porque o seu endereço foi indicado num relatório da Kianda: ${publicUrl}/?section=reports`,
      '',
    ].join('\n');
    const send = mail();
    if (send === null) throw new DeliveryError('SMTP por configurar', { permanent: true });
    const { contentType } = reportFormats[report.format];
    await send(row.recipient, {
      id: row.id,
      subject: `[Kianda] Relatório: ${report.name}`,
      text,
      ...(bytes === null ? {} : { attachment: { fileName: report.filename, contentType, bytes } }),
    });
    await options.onSent(report, row.recipient, bytes === null ? 'link' : 'attachment');
  }

  return {
    async run(signal: AbortSignal): Promise<{ sent: number }> {
      let sent = 0;
      for (const row of await repository.dueDeliveries(new Date(clock.nowMs()))) {
        signal.throwIfAborted();
        const attempts = row.attempts + 1;
        const after = { ...row, attempts, updated_at: new Date(clock.nowMs()) };
        try {
          await attempt(row);
          await repository.updateDelivery({ ...after, state: 'sent', error: null });
          sent += 1;
        } catch (error) {
          if (!(error instanceof DeliveryError))
            log.error({ err: error, delivery: row.id }, 'relatório por enviar por correio');
          const isOver = attempts >= mostAttempts || (error instanceof DeliveryError && error.permanent);
          const waitMs = (waits[attempts - 1] ?? 240) * 60_000;
          await repository.updateDelivery({
            ...after,
            state: isOver ? 'failed' : 'queued',
            error: error instanceof DeliveryError ? error.message : 'Erro interno ao enviar',
            next_attempt_at: new Date(clock.nowMs() + waitMs),
          });
        }
      }
      return { sent };
    },
  };
}
