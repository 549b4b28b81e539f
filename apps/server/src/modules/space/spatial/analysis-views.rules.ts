import type { Provenance } from '@kianda/contract';
import type {
  AnalysisLayer,
  AnalysisResults,
  AnalysisSummary,
  SpatialAnalysis,
} from '@kianda/contract/space/spatial/analysis-results';
import type { QgisAnalysis } from '@kianda/contract/space/spatial/qgis.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import type { AnalysisRow, ResultRow, StoredLayer } from './spatial.tables.ts';
import { mayManage, mayRead } from './spatial-access.rules.ts';

const dayMs = 86_400_000;
const hashDigits = 64;

/** An analysis with what belongs to it, for one reader. */
export type ShownAnalysis = {
  readonly row: AnalysisRow;
  /** Its run, of an open one. */
  readonly run: JobRun | null;
  readonly result: ResultRow | undefined;
  readonly reader: Principal;
  readonly keptDays: number;
  /** The analysis that the result was taken from, where there is one. */
  readonly source?: AnalysisRow | undefined;
};

/** Collection of the OGC API that a layer of an analysis is. */
export const collectionIdOf = (analysisId: string, layer: string): string => `analise-${analysisId}-${layer}`;

function fieldsOf({ row, run, result, reader, keptDays, source }: ShownAnalysis) {
  const isRunning = run?.state === 'running';
  const isOpen = row.state === 'open';
  const status = row.state !== 'open' ? row.state : isRunning ? ('running' as const) : ('pending' as const);
  const isOwn = row.owner_id === reader.accountId;
  const isKept = row.readers !== 'private' || keptDays === 0;
  const isSourceShown = source !== undefined && mayRead(source, reader);
  return {
    ...{ id: row.id, name: row.name, type: row.type, status },
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    ...{ ownerName: row.owner_name, isOwn, isManageable: mayManage(row, reader), readers: row.readers },
    progress: row.state === 'completed' ? 1 : isOpen ? (run?.progress ?? null) : null,
    message: isOpen ? (run?.message ?? null) : null,
    error: row.error,
    reusedFrom: isSourceShown ? row.reused_from : null,
    isSimulated: result?.is_simulated ?? row.pinned.some((input) => input.isSimulated),
    expiresAt: isKept ? null : new Date(row.created_at.getTime() + keptDays * dayMs).toISOString(),
  };
}

export function summaryOf(shown: ShownAnalysis): AnalysisSummary {
  const { result } = shown;
  return {
    ...fieldsOf(shown),
    features: result === undefined ? null : result.layers.reduce((sum, { count }) => sum + count, 0),
    ...{ layers: result?.layers.length ?? 0, warnings: result?.warnings.length ?? 0 },
    ...{ seconds: result?.seconds ?? null, bytes: Number(result?.bytes ?? 0) },
  };
}

export function analysisOf(shown: ShownAnalysis): SpatialAnalysis {
  const { row, result } = shown;
  return {
    ...fieldsOf(shown),
    ...{ parameters: row.parameters, inputs: row.inputs, pinned: row.pinned, log: row.log, copyOf: row.copy_of },
    results: result === undefined ? null : resultsOf(row.id, result),
  };
}

function resultsOf(analysisId: string, result: ResultRow): AnalysisResults {
  return {
    ...{ statistics: result.statistics, warnings: result.warnings, methods: result.methods },
    ...{ citation: result.citation, priorities: result.priorities, seconds: result.seconds },
    ...{ codeVersion: result.code_version, sha256: result.sha256.slice(0, hashDigits) },
    layers: result.layers.map((layer) => shownLayer(analysisId, layer)),
  };
}

/** A layer as readers see it: without where its file is, and with the collection that it is. */
function shownLayer(analysisId: string, layer: StoredLayer): AnalysisLayer {
  const { id, title, kind, geometryType, count, bbox, attributes, legendAttribute, legend } = layer;
  const { unit, range, cellDegrees, sha256, bytes } = layer;
  return {
    ...{ id, title, kind, geometryType, count, bbox, attributes, legendAttribute, legend },
    ...{ unit, range, cellDegrees, sha256, bytes },
    collectionId: kind === 'vector' ? collectionIdOf(analysisId, id) : null,
  };
}

/** Origin of a result: of simulated inputs, it is simulated too. `at`: when it is read. */
export function resultProvenance(
  { made_at, is_simulated }: Pick<ResultRow, 'made_at' | 'is_simulated'>,
  { at, simulatorSeed }: { readonly at: Date; readonly simulatorSeed: number },
): Provenance {
  const measured = { source: 'Kianda', observedAt: made_at.toISOString(), retrievedAt: at.toISOString() };
  return is_simulated ? { state: 'simulated', ...measured, seed: simulatorSeed } : { state: 'live', ...measured };
}

/** In the words of the specification's client. */
export function qgisOf(shown: ShownAnalysis): QgisAnalysis {
  const { id, name, type, status, createdAt, completedAt } = fieldsOf(shown);
  const results = (shown.result?.statistics ?? []).map((one) => [one.id, one.value] as const);
  return {
    ...{ id, name, type, status, createdAt, completedAt, parameters: shown.row.parameters },
    results: Object.fromEntries(results),
  };
}
