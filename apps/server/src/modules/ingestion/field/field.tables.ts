import type { FieldFinding, FieldKind, FieldPayload, FieldState } from '@kianda/contract/ingestion/field/field.schemas';
import type { Generated } from 'kysely';

export type FieldRecordRow = {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly device_id: string;
  readonly sequence: number;
  readonly kind: FieldKind;
  readonly state: FieldState;
  readonly revision: number;
  readonly version: number;
  readonly payload: FieldPayload;
  readonly payload_hash: string;
  readonly corrected: FieldPayload | null;
  readonly findings: FieldFinding[];
  readonly summary: string;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly accuracy_meters: number | null;
  readonly captured_at: Date;
  readonly received_at: Date;
  readonly changed_at: Date;
  readonly question: string | null;
  readonly review_note: string | null;
  readonly reviewer_id: string | null;
  readonly reviewer_name: string | null;
};

export type FieldHistoryRow = {
  readonly record_id: string;
  readonly at: Date;
  readonly actor: string;
  readonly act: string;
  readonly note: string | null;
  readonly before: FieldPayload | null;
};

export type FieldPhotoRow = {
  readonly id: string;
  readonly record_id: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly received_at: Date;
};

export type FieldTables = {
  'field.records': FieldRecordRow;
  'field.history': FieldHistoryRow & { readonly id: Generated<string> };
  'field.photos': FieldPhotoRow;
};
