import type { CatchRecord, OccurrenceRecord } from '@kianda/connectors';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Platform } from '../../../platform/module.ts';
import type { RegistryCopy } from '../../fleet/surveillance/index.ts';
import type { NotificationsModule } from '../../people/notifications/index.ts';
import type { Origin } from '../connectors/index.ts';
import type { FieldRepository } from './field.repository.ts';

export type FieldTaxon = { readonly aphia_id: number; readonly name: string; readonly common_names: readonly string[] };

/** Dependencies that the parts of the module share. */
export type FieldContext = {
  readonly platform: Platform;
  readonly repository: FieldRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  /** Puts a notice in the bells and the browsers of people. */
  tell(message: AlertMessage): Promise<void>;
  readonly browsers: NotificationsModule['browsers'];
  /** Licences and closed seasons that the platform knows. */
  registryCopy(): Promise<RegistryCopy>;
  namedTaxa(): Promise<readonly FieldTaxon[]>;
  recordOccurrences(records: readonly OccurrenceRecord[], origin: Origin): Promise<void>;
  recordCatches(records: readonly CatchRecord[], origin: Origin): Promise<void>;
};
