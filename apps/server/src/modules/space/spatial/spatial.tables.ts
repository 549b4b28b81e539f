import type { AnalysisInputs } from '@kianda/contract/space/spatial/analysis-inputs';
import type {
  AnalysisLayer,
  AnalysisReaders,
  AnalysisStatistic,
  AnalysisWarning,
  PinnedInput,
  PriorityTable,
} from '@kianda/contract/space/spatial/analysis-results';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { ChainStep } from '@kianda/contract/space/spatial/chain-steps';
import type { ScheduleOutcome } from '@kianda/contract/space/spatial/schedules.contract';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';

/** Written as a Date, read as a Date. */
type Timestamp = ColumnType<Date, Date, Date>;
type MaybeTimestamp = ColumnType<Date | null, Date | null, Date | null>;
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>;

/** A layer as a result stores it; the collection it is depends on the analysis that shows it. */
export type StoredLayer = Omit<AnalysisLayer, 'collectionId'> & { readonly storageKey: string | null };

export type LogLine = { readonly time: string; readonly message: string };

export type SpatialTables = {
  'spatial.analyses': {
    id: string;
    name: string;
    type: AnalysisType;
    parameters: JSONColumnType<Record<string, unknown>, string, string>;
    inputs: JSONColumnType<AnalysisInputs, string, string>;
    readers: AnalysisReaders;
    owner_id: string;
    owner_name: string;
    /** `open`: waits or runs, as its run in the queue says. */
    state: 'open' | 'completed' | 'failed' | 'cancelled';
    run_id: string | null;
    is_fresh: boolean;
    created_at: Timestamp;
    started_at: MaybeTimestamp;
    completed_at: MaybeTimestamp;
    error: string | null;
    result_id: string | null;
    reused_from: string | null;
    copy_of: string | null;
    pinned: JSONColumnType<PinnedInput[], string, string>;
    log: JSONColumnType<LogLine[], string, string>;
    /** Of one of the areas of a batch; null of others. */
    batch_id: ColumnType<string | null, string | null | undefined, never>;
    batch_place: ColumnType<number | null, number | null | undefined, never>;
    batch_area: ColumnType<string | null, string | null | undefined, never>;
    /** Of one of the steps of a chain; null of others. */
    chain_run_id: ColumnType<string | null, string | null | undefined, never>;
    chain_step: ColumnType<string | null, string | null | undefined, never>;
  };
  'spatial.chains': {
    id: string;
    name: string;
    description: string;
    steps: JSONColumnType<ChainStep[], string, string>;
    readers: AnalysisReaders;
    owner_id: string;
    owner_name: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  'spatial.chain_runs': {
    id: string;
    chain_id: string;
    name: string;
    area: string | null;
    steps: JSONColumnType<ChainStep[], string, string>;
    readers: AnalysisReaders;
    owner_id: string;
    owner_name: string;
    /** `open`: waits or runs, as its job in the queue says. */
    state: 'open' | 'completed' | 'failed' | 'cancelled';
    job_id: string | null;
    created_at: Timestamp;
    completed_at: MaybeTimestamp;
    error: string | null;
  };
  'spatial.batches': {
    id: string;
    name: string;
    type: AnalysisType;
    readers: AnalysisReaders;
    owner_id: string;
    owner_name: string;
    created_at: Timestamp;
  };
  'spatial.schedules': {
    id: string;
    name: string;
    type: AnalysisType | null;
    parameters: JSONColumnType<Record<string, unknown>, string, string>;
    inputs: JSONColumnType<AnalysisInputs, string, string>;
    readers: AnalysisReaders;
    /** Of a schedule of a chain; its kind is then null. */
    chain_id: string | null;
    cron: string;
    enabled: boolean;
    owner_id: string;
    owner_name: string;
    next_run_at: MaybeTimestamp;
    last_hash: string | null;
    updated_at: Timestamp;
  };
  'spatial.schedule_runs': {
    schedule_id: string;
    at: Timestamp;
    outcome: ScheduleOutcome;
    reason: string | null;
    analysis_id: string | null;
    chain_run_id: string | null;
  };
  'spatial.results': {
    id: string;
    sha256: string;
    type: AnalysisType;
    statistics: JSONColumnType<AnalysisStatistic[], string, string>;
    layers: JSONColumnType<StoredLayer[], string, string>;
    warnings: JSONColumnType<AnalysisWarning[], string, string>;
    methods: JSONColumnType<string[], string, string>;
    citation: string;
    priorities: MaybeJson<PriorityTable>;
    seconds: number;
    bytes: ColumnType<string, number, number>;
    code_version: string;
    is_simulated: boolean;
    made_at: Timestamp;
  };
  'spatial.features': {
    result_id: string;
    layer: string;
    fid: number;
    geometry: Buffer;
    bounds: string;
    properties: JSONColumnType<Record<string, unknown>, string, string>;
  };
  'spatial.files': {
    id: string;
    name: string;
    format: string;
    storage_key: string;
    size_bytes: ColumnType<string, number, number>;
    sha256: string;
    tables: JSONColumnType<unknown[], string, string>;
    account_id: string;
    received_at: Timestamp;
  };
};

export type AnalysisRow = Selectable<SpatialTables['spatial.analyses']>;
export type BatchRow = Selectable<SpatialTables['spatial.batches']>;
export type ChainRow = Selectable<SpatialTables['spatial.chains']>;
export type ChainRunRow = Selectable<SpatialTables['spatial.chain_runs']>;
export type ScheduleRow = Selectable<SpatialTables['spatial.schedules']>;
export type ScheduleRunRow = Selectable<SpatialTables['spatial.schedule_runs']>;
export type ResultRow = Selectable<SpatialTables['spatial.results']>;
export type SpatialFileRow = Selectable<SpatialTables['spatial.files']>;
