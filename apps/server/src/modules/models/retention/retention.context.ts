import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Recorder } from './stores/recorder.ts';

/** The parts that the rules of retention use. */
export type RetentionContext = {
  readonly platform: Platform;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly recorder: Recorder;
  /** Space that the stores may take, until the settings of the alerts say otherwise. */
  readonly quotaGb: number;
};

/** The account that asks, and the origin of its request. */
export type RetentionActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

export const megabyte = 1_048_576;
export const gigabyte = 1_073_741_824;

/** Writes an act of a person, or of the platform itself (null), to the audit trail. */
export function recordAct(
  { audit }: Pick<RetentionContext, 'audit'>,
  act: Pick<AuditEntry, 'event' | 'severity' | 'resource'> & { readonly metadata: NonNullable<AuditEntry['metadata']> },
  actor: RetentionActor | null,
): Promise<unknown> {
  return audit.record({
    ...act,
    actorId: actor?.principal.accountId ?? null,
    actorName: actor?.principal.email ?? 'Kianda',
    ipAddress: actor?.ipAddress ?? '',
    userAgent: actor?.userAgent ?? '',
  });
}
