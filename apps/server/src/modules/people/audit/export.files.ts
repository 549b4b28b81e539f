import { createHash, sign } from 'node:crypto';
import { type AuditEventName, auditEvents } from '@kianda/contract/people/audit/audit';
import { auditExportEvents } from '@kianda/contract/people/audit/audit.contract';
import { formatPlainNumber } from '@kianda/format';
import { zipSync } from 'fflate';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { SigningPair } from '../../../platform/crypto/ed25519.ts';
import { tableFile } from '../../../platform/formats/table.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import * as repository from './audit.repository.ts';

const HOUR_MS = 3_600_000;

export type AuditExport = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly manifest: Manifest;
};

type Manifest = {
  readonly file: string;
  readonly sha256: string;
  readonly events: number;
  readonly from: string;
  readonly to: string;
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
  /** Hash that chains the last event of the file to all before it. */
  readonly lastHash: string | null;
  readonly exportedBy: string;
  readonly keyId: string;
  readonly algorithm: 'Ed25519';
};

/**
 * The events of the last `hours` as a ZIP: the events, a manifest with their SHA-256, the manifest's Ed25519 signature
 * (64 bytes), the public key and how to verify with common tools. Throws `payload_too_large`.
 */
export async function exportTrail(
  platform: Platform,
  pair: SigningPair,
  request: { readonly hours: number; readonly format: 'csv' | 'json'; readonly by: string },
): Promise<AuditExport> {
  const { clock } = platform;
  const database = platform.database.for<Record<never, never>>();
  const to = nowIso(clock);
  const since = new Date(clock.nowMs() - request.hours * HOUR_MS);
  const events = await repository.eventsSince(database, since, auditExportEvents + 1);
  if (events.length > auditExportEvents) {
    const most = formatPlainNumber(auditExportEvents);
    throw new AppError('payload_too_large', { detail: `São mais de ${most} eventos: peça menos horas.` });
  }
  const file = `eventos.${request.format}`;
  const body = request.format === 'csv' ? csvOf(events) : jsonOf(events);
  const manifest: Manifest = {
    file,
    sha256: createHash('sha256').update(body).digest('hex'),
    events: events.length,
    from: since.toISOString(),
    to,
    firstSeq: events[0]?.seq ?? null,
    lastSeq: events.at(-1)?.seq ?? null,
    lastHash: hex(events.at(-1)?.hash),
    exportedBy: request.by,
    keyId: pair.keyId,
    algorithm: 'Ed25519',
  };
  const signed = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const publicKey = String(pair.publicKey.export({ format: 'pem', type: 'spki' }));
  const bytes = zipSync(
    {
      [file]: body,
      'manifesto.json': signed,
      'manifesto.sig': new Uint8Array(sign(null, signed, pair.privateKey)),
      'chave-publica.pem': Buffer.from(publicKey),
      'LEIA-ME.txt': Buffer.from(readme(file, pair.keyId)),
    },
    { mtime: clock.nowMs() },
  );
  return { bytes, manifest, fileName: `kianda-auditoria-${to.slice(0, 10)}-${request.hours}h-${request.format}.zip` };
}

function csvOf(events: readonly repository.StoredEvent[]): Uint8Array {
  const text = (name: string) => ({ name, kind: 'text' as const });
  return tableFile(
    {
      columns: [
        { name: 'seq', kind: 'number' },
        ...['occurredAt', 'event', 'label', 'severity', 'actorId', 'actorName', 'resource', 'ipAddress'].map(text),
        ...['userAgent', 'metadata', 'hash'].map(text),
      ],
      rows: events.map(({ hash, metadata, ...event }) => ({
        ...event,
        label: auditEvents[event.event as AuditEventName] ?? '',
        metadata: JSON.stringify(metadata),
        hash: hex(hash),
      })),
      position: null,
    },
    'csv',
  );
}

function jsonOf(events: readonly repository.StoredEvent[]): Uint8Array {
  const rows = events.map(({ hash, ...event }) => JSON.stringify({ ...event, hash: hex(hash) }));
  return Buffer.from(rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`);
}

const hex = (hash: Uint8Array | undefined): string | null =>
  hash === undefined ? null : Buffer.from(hash).toString('hex');

function readme(file: string, keyId: string): string {
  return `Auditoria da Kianda: como verificar este ficheiro
==================================================

1. O conteúdo é o que o manifesto diz (o resultado tem de ser o valor «sha256» de manifesto.json):

   sha256sum ${file}

2. O manifesto foi assinado por esta plataforma:

   openssl pkeyutl -verify -pubin -inkey chave-publica.pem -rawin -in manifesto.json -sigfile manifesto.sig

3. A chave pública é mesmo a da plataforma: o nome dela é «${keyId}», e a consola mostra-o em Auditoria. Quem
   altere o ficheiro e o assine com outra chave terá outro nome.

A assinatura prova o conteúdo e a origem. Que nada foi apagado antes da exportação prova-o a verificação da cadeia,
na própria plataforma («lastHash» é o elo do último evento).
`;
}
