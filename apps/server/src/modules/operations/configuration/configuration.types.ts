import type { SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';

/** A setting as this process began with it, and the values that may be stored of it. */
export type SettingDefinition = Omit<SettingInfo, 'stored' | 'isPending' | 'lockedBy'> & {
  readonly isChangeable: boolean;
  readonly refusal: (value: string) => string | null;
};

/** The administrator who changes something, as the audit names people. */
export type Actor = Pick<AuditEntry, 'actorId' | 'actorName' | 'ipAddress' | 'userAgent'>;
