import type { AuditVerificationView } from '@kianda/contract/people/audit/audit.contract';
import { formatPlainNumber } from '@kianda/format';
import type { AlertRule, Platform } from '../../../platform/module.ts';
import * as repository from './audit.repository.ts';
import type { AuditService } from './audit.service.ts';

const KEPT = 500;
const SHOWN = 10;

export type Verifications = ReturnType<typeof createVerifications>;

/** Reads of the whole chain, their outcomes, and the alert of a broken one. */
export function createVerifications(platform: Platform, service: Pick<AuditService, 'verify'>) {
  const { clock, log } = platform;
  const database = platform.database.for<Record<never, never>>();

  /** Verifies and keeps the outcome; `trigger`: `schedule`, or who asked. */
  async function run(trigger: string, onBatch?: (checked: number) => Promise<void>): Promise<AuditVerificationView> {
    const startedMs = performance.now();
    const outcome = await judged(onBatch);
    const row = { at: new Date(clock.nowMs()), duration_ms: performance.now() - startedMs, trigger, ...outcome };
    await repository.storeVerification(database, row, KEPT);
    if (!row.intact) log.error({ fault: row.fault_kind, seq: row.fault_seq }, 'cadeia de auditoria quebrada');
    return viewOf(row);
  }

  async function judged(onBatch?: (checked: number) => Promise<void>) {
    try {
      const { intact, checked, fault, checkpointSeq } = await service.verify(onBatch);
      const { kind = null, seq = null } = fault ?? {};
      return { intact, checked, checkpoint_seq: checkpointSeq, fault_kind: kind, fault_seq: seq, problem: null };
    } catch (error) {
      log.error({ err: error }, 'cadeia de auditoria por verificar');
      // A mark that this master key did not sign is a fault by itself; a database that is away is none of the chain's.
      if (!(error instanceof Error) || !error.message.includes('checkpoint')) throw error;
      const problem = 'O marco assinado da cadeia não foi feito com a chave-mestra desta instalação, ou foi alterado.';
      return { intact: false, checked: 0, checkpoint_seq: null, fault_kind: null, fault_seq: null, problem };
    }
  }

  async function viewOf(row: repository.VerificationRow): Promise<AuditVerificationView> {
    const at = row.fault_seq === null ? null : await repository.eventAt(database, row.fault_seq);
    return {
      at: row.at.toISOString(),
      durationMs: row.duration_ms,
      trigger: row.trigger,
      intact: row.intact,
      checked: row.checked,
      checkpointSeq: row.checkpoint_seq,
      fault:
        row.fault_kind === null || row.fault_seq === null
          ? null
          : {
              kind: row.fault_kind,
              seq: row.fault_seq,
              event:
                at === null
                  ? null
                  : { occurredAt: at.occurredAt, event: at.event, actorName: at.actorName, resource: at.resource },
            },
      problem: row.problem,
    };
  }

  /** Newest first. */
  async function latest(limit = SHOWN): Promise<AuditVerificationView[]> {
    return Promise.all((await repository.verifications(database, limit)).map(viewOf));
  }

  const rule: AlertRule = {
    rule: 'audit_chain_broken',
    title: 'Cadeia de auditoria quebrada',
    condition: 'A última verificação encontrou um evento alterado, em falta ou cortado do fim.',
    async judge() {
      const [last] = await latest(1);
      if (last === undefined || last.intact) return [];
      return [
        {
          subject: 'audit',
          severity: 'critical',
          title: 'A cadeia de auditoria foi quebrada',
          message: `${placeOf(last)} Não apague nada: guarde uma cópia da base de dados e compare-a com a última cópia de segurança.`,
          source: 'Auditoria',
          metadata: { kind: last.fault?.kind ?? 'checkpoint', seq: last.fault?.seq ?? null, verifiedAt: last.at },
        },
      ];
    },
  };

  return { run, latest, rule };
}

/** Where the chain is broken, in one Portuguese sentence. */
export function placeOf({ fault, problem }: Pick<AuditVerificationView, 'fault' | 'problem'>): string {
  if (fault === null) return problem ?? 'O lugar não se conhece.';
  const { seq, event } = fault;
  const number = formatPlainNumber(seq);
  if (fault.kind === 'missing') return `Falta o evento n.º ${number}.`;
  if (fault.kind === 'truncated') return `A cadeia foi cortada a partir do evento n.º ${number}.`;
  const what = event === null ? '' : ` (${event.event}, ${event.actorName}, ${event.resource})`;
  return `O evento n.º ${number}${what} foi alterado depois de gravado.`;
}
