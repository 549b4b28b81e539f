import type { DriftCheck } from '@kianda/contract/models/registry/drift.contract';
import type { ModelEvidence } from '@kianda/contract/models/registry/evidence.contract';
import type {
  ModelSkill,
  ModelType,
  ModelVersionDetail,
  VersionState,
} from '@kianda/contract/models/registry/models.contract';
import type { TrainingSchedule } from '@kianda/contract/models/registry/schedules.contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { DriftReference } from './drift/drift.types.ts';

/** Written as a Date, read as a Date. */
type Timestamp = ColumnType<Date, Date, Date>;
type Count = ColumnType<string, number, number>;

/** The part of a version that a reader is told besides its measures. */
export type VersionCard = Pick<
  ModelVersionDetail,
  'purpose' | 'features' | 'leftOut' | 'parameters' | 'curves' | 'limits'
> & {
  readonly sources: ModelVersionDetail['lineage']['sources'];
  /** Absent of a version from before they were measured. */
  readonly slices?: ModelVersionDetail['slices'];
};

export type ModelTables = {
  'models.versions': {
    model_type: ModelType;
    version: number;
    state: VersionState;
    run_id: string;
    algorithm: string;
    trained_at: Timestamp;
    trained_by_id: string | null;
    trained_by: string;
    training_seconds: number;
    row_count: number;
    skill: JSONColumnType<ModelSkill, string, string>;
    card: JSONColumnType<VersionCard, string, string>;
    data_sha256: string;
    artefact_key: string;
    artefact_sha256: string;
    artefact_bytes: number;
    seed: Count;
    code_version: string;
    is_simulated: boolean;
    approved_by_id: string | null;
    approved_by: string | null;
    approved_at: Timestamp | null;
    approval_reason: string | null;
    predictions: ColumnType<string, number | undefined, number>;
  };
  'models.deployments': {
    id: Generated<string>;
    model_type: ModelType;
    version: number;
    previous_version: number | null;
    kind: 'approve' | 'rollback';
    account_id: string;
    account_name: string;
    reason: string;
    at: Timestamp;
  };
  'models.trainings': {
    run_id: string;
    model_type: ModelType;
    requested_by: string;
    requested_at: Timestamp;
    ended_at: Timestamp | null;
    version: number | null;
    error: string | null;
  };
  'models.drift_references': {
    model_type: ModelType;
    version: number;
    reference: JSONColumnType<DriftReference, string, string>;
    row_marks: Buffer;
  };
  'models.evidence': {
    model_type: ModelType;
    version: number;
    made_at: Timestamp;
    body: JSONColumnType<ModelEvidence, string, string>;
  };
  'models.drift_checks': {
    id: Generated<string>;
    model_type: ModelType;
    version: number;
    at: Timestamp;
    row_count: number;
    share: number | null;
    has_drifted: boolean;
    body: JSONColumnType<DriftCheck, string, string>;
  };
  'models.asked': {
    id: Generated<string>;
    model_type: ModelType;
    version: number;
    at: Timestamp;
    items: JSONColumnType<(number | null)[][], string, string>;
  };
  'models.aliases': { model_type: ModelType; alias: string; version: number };
  'models.version_notes': { model_type: ModelType; version: number; description: string | null; tags: string[] };
  'models.schedules': {
    model_type: ModelType;
    max_age_days: number | null;
    new_rows: number | null;
    on_drift: boolean;
    updated_by: string;
    updated_at: Timestamp;
    looked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    look: JSONColumnType<TrainingSchedule['look'], string | undefined, string>;
  };
};

export type VersionRow = Selectable<ModelTables['models.versions']>;
export type DeploymentRow = Selectable<ModelTables['models.deployments']>;
export type TrainingRow = Selectable<ModelTables['models.trainings']>;
