import type { MapRun, ModelMap } from '@kianda/contract/models/maps/maps.contract';
import type { JobRunDetail } from '../../../../platform/jobs/jobs.ts';
import { mapInput, mapResult } from './maps.jobs.ts';
import type { MapOfVersion } from './maps.repository.ts';

/** A map as people read it. */
export function mapView(row: MapOfVersion): ModelMap {
  return {
    ...{ id: row.id, modelType: row.model_type, version: row.version, algorithm: row.algorithm },
    ...{ isInUse: row.state === 'deployed', skill: row.skill, madeAt: row.made_at.toISOString() },
    ...{ requestedBy: row.requested_by, seconds: row.seconds, cellDegrees: row.cell_degrees },
    ...{ columns: row.columns, rows: row.rows, month: row.month, inputs: row.inputs },
    ...row.card,
    ...{ bands: row.bands, oldestInputAt: row.oldest_input_at?.toISOString() ?? null },
    ...{ dataSha256: row.data_sha256, fileSha256: row.file_sha256, fileBytes: row.file_bytes },
    isSimulated: row.is_simulated,
  };
}

const stateOf = ({ state }: JobRunDetail, refusal: string | null): MapRun['state'] =>
  state === 'succeeded' && refusal !== null ? 'failed' : state;

/** A map that was asked for, by its job. */
export function mapRunView(run: JobRunDetail): MapRun {
  const { modelType, version } = mapInput.parse(run.input);
  const refusal = mapResult.safeParse(run.result).data?.refusal ?? null;
  const failed = 'O mapa falhou. A razão está nas tarefas assíncronas; peça-o de novo.';
  return {
    ...{ id: run.id, modelType, version, state: stateOf(run, refusal), progress: run.progress, message: run.message },
    error: refusal ?? (run.state === 'failed' ? failed : null),
    requestedAt: run.createdAt,
  };
}
