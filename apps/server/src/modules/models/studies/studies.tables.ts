import type { StudyParameters, StudyStep } from '@kianda/contract/models/studies/study-parameters';
import type { StudyCandidate, StudyMap, StudyRun, StudyScenario } from '@kianda/contract/models/studies/study-results';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { Combination } from './fitting/fitting.types.ts';

/** Written as a Date, read as a Date. */
type Timestamp = ColumnType<Date, Date, Date>;

export type Choice = { readonly runId: string; readonly candidate: number };

/** The part of a map that a reader is told besides where it is. Cards of before there was evidence have none. */
export type StudyMapCard = Partial<Pick<StudyMap, 'evidence'>> &
  Pick<
    StudyMap,
    | 'curves'
    | 'importance'
    | 'thresholds'
    | 'cells'
    | 'suitableCells'
    | 'suitableSquareKilometres'
    | 'mean'
    | 'outside'
    | 'sources'
  >;

export type StudyTables = {
  'studies.studies': {
    id: string;
    name: string;
    species: string;
    aphia_id: number;
    created_at: Timestamp;
    created_by_id: string | null;
    created_by: string;
    revision: number;
  };
  'studies.revisions': {
    study_id: string;
    revision: number;
    step: StudyStep;
    parameters: JSONColumnType<StudyParameters, string, string>;
    chosen: ColumnType<Choice | null, string | null, string | null>;
    changed_at: Timestamp;
    changed_by: string;
  };
  'studies.runs': {
    id: string;
    study_id: string;
    made_at: Timestamp;
    requested_by: string;
    seconds: number;
    parameters: JSONColumnType<StudyParameters, string, string>;
    presences: number;
    background: number;
    records: number;
    centre_lon: number;
    centre_lat: number;
    folds: number;
    candidates: JSONColumnType<StudyCandidate[], string, string>;
    proposed: number | null;
    sources: JSONColumnType<StudyRun['sources'], string, string>;
    data_sha256: string;
    code_version: string;
    is_simulated: boolean;
  };
  'studies.maps': {
    id: string;
    study_id: string;
    run_id: string;
    made_at: Timestamp;
    requested_by: string;
    candidate: JSONColumnType<Combination, string, string>;
    scenario: JSONColumnType<StudyScenario, string, string>;
    cell_degrees: number;
    west: number;
    south: number;
    columns: number;
    rows: number;
    card: JSONColumnType<StudyMapCard, string, string>;
    file_key: string;
    file_sha256: string;
    file_bytes: number;
    model_key: string;
    is_simulated: boolean;
  };
};

export type StudyRow = Selectable<StudyTables['studies.studies']>;
export type RevisionRow = Selectable<StudyTables['studies.revisions']>;
export type RunRow = Selectable<StudyTables['studies.runs']>;
export type StudyMapRow = Selectable<StudyTables['studies.maps']>;
