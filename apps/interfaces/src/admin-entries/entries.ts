import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { isFailing, listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { processingJobs } from '@kianda/contract/ingestion/connectors/operations.contract';
import { listModels } from '@kianda/contract/models/registry/models.contract';
import { maxentModels } from '@kianda/contract/models/studies/study-figures.contract';
import { stacCollections } from '@kianda/contract/open/catalogue/stac.contract';
import { storageStats } from '@kianda/contract/open/storage/storage.contract';
import { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { databaseOverview } from '@kianda/contract/operations/databases/databases.contract';
import { clientErrors } from '@kianda/contract/operations/diagnostics/logs.contract';
import { listEndpoints, servicesStatus } from '@kianda/contract/operations/health/health.contract';
import { reportsPage } from '@kianda/contract/operations/reports/reports.contract';
import { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import { auditStatus } from '@kianda/contract/people/audit/audit.contract';
import { apiKeysAll } from '@kianda/contract/people/identity/api-keys.contract';
import { usersSummary } from '@kianda/contract/people/identity/users.contract';
import { coastalAnalyses } from '@kianda/contract/sea/coast/coast.contract';
import { boundaryDrawing } from '@kianda/contract/sea/limits/limits.contract';
import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { spatialStats } from '@kianda/contract/space/spatial/analyses.contract';
import type { StatusTone } from '@kianda/ui';
import { entryTexts as texts } from './texts.pt.ts';

/** State of an entry in a sentence. */
export type EntryState = { readonly tone: StatusTone; readonly said: string };

export const entryGroups = ['platform', 'data', 'science', 'people'] as const;
export type EntryGroup = (typeof entryGroups)[number];

export type Entry = {
  readonly id: keyof typeof texts.names;
  readonly group: EntryGroup;
  /** Section of the console that it leads to. */
  readonly section: string;
  readonly endpoint: Endpoint;
  readonly input: object;
  readonly stateOf: (data: never) => EntryState;
};

/** Ties the answer's type to the function that reads it. */
function entry<E extends Endpoint>(
  [group, id, section]: readonly [EntryGroup, Entry['id'], string],
  endpoint: E,
  input: InputOf<E>,
  stateOf: (data: DataOf<E>) => EntryState,
): Entry {
  return { id, group, section, endpoint, input: input as object, stateOf };
}

const good = (said: string): EntryState => ({ tone: 'good', said });
const when = (isRight: boolean, said: string): EntryState => ({ tone: isRight ? 'good' : 'caution', said });
const counted = (count: number, said: string): EntryState => ({ tone: count > 0 ? 'good' : 'unknown', said });

/** Places of the first generation of the administration, and where each is now. */
export const entries: readonly Entry[] = [
  entry(['platform', 'services', 'services-status'], servicesStatus, {}, ({ summary, services }) => {
    if (summary.offline > 0) return { tone: 'bad', said: texts.services(summary.online, summary.total) };
    const isCalm = services.every(({ status }) => status === 'online');
    return when(isCalm, texts.services(summary.online, summary.total));
  }),
  entry(
    ['platform', 'postgis', 'databases'],
    databaseOverview,
    {},
    ({ version, totalBytes, extensions, connections }) =>
      when(
        connections.total < connections.limit * 0.9,
        texts.database(
          version,
          totalBytes,
          extensions.some(({ name }) => name === 'postgis'),
        ),
      ),
  ),
  // The token of a page carries no right to ask SQL: its state is that of the database, and the section says the rest.
  entry(['platform', 'sql', 'databases'], databaseOverview, {}, ({ connections }) =>
    when(connections.total < connections.limit, texts.sql),
  ),
  entry(['platform', 'tasks', 'async-processing'], jobOutcomes, {}, ({ queued, running, failed }) =>
    when(failed === 0, texts.tasks(queued + running, failed)),
  ),
  entry(['platform', 'backups', 'backup-security'], backupOverview, {}, ({ isTooOld, ageHours }) =>
    when(!isTooOld && ageHours !== null, texts.backups(ageHours)),
  ),
  entry(['platform', 'logs', 'system-logs'], clientErrors, {}, ({ errors }) =>
    when(errors.length === 0, texts.logs(errors.length)),
  ),
  entry(['platform', 'api', 'api-gateway'], listEndpoints, {}, ({ endpoints }) =>
    when(
      endpoints.every(({ errorRate }) => (errorRate ?? 0) === 0),
      texts.api(endpoints.length),
    ),
  ),
  entry(['data', 'connectors', 'data-connectors'], listConnectors, {}, ({ connectors }) => {
    const failing = connectors.filter(isFailing).length;
    return { tone: failing > 0 ? 'bad' : 'good', said: texts.connectors(connectors.length, failing) };
  }),
  entry(['data', 'schedule', 'data-connectors'], listConnectors, {}, ({ connectors }) => {
    const next = connectors.flatMap(({ nextRun }) => nextRun ?? []).toSorted()[0];
    return { tone: next === undefined ? 'unknown' : 'good', said: texts.schedule(next) };
  }),
  entry(['data', 'pipelines', 'processing'], processingJobs, { query: { limit: 50 } }, ({ jobs }) => {
    const failed = jobs.filter(({ status }) => status === 'failed').length;
    return when(failed === 0, texts.pipelines(jobs.length, failed));
  }),
  entry(['data', 'stac', 'geo-features'], stacCollections, {}, ({ numberMatched }) =>
    counted(numberMatched, texts.stac(numberMatched)),
  ),
  entry(['data', 'rasters', 'copernicus-monitoring'], listFields, { query: { limit: 90 } }, ({ fields }) =>
    counted(fields.length, texts.rasters(new Set(fields.map(({ variable }) => variable)).size, fields[0]?.time)),
  ),
  entry(['data', 'storage', 'storage'], storageStats, {}, ({ totalObjects, totalSize }) =>
    good(texts.storage(totalObjects, totalSize)),
  ),
  entry(['science', 'models', 'machine-learning'], listModels, {}, (models) => good(texts.models(models.length))),
  entry(['science', 'maxent', 'machine-learning'], maxentModels, {}, (models) =>
    counted(models.length, texts.maxent(models.length)),
  ),
  entry(['science', 'mcda', 'mcda-analysis'], spatialStats, {}, ({ by_type }) =>
    counted(by_type.mcda ?? 0, texts.mcda(by_type.mcda ?? 0)),
  ),
  entry(['science', 'coast', 'coastline'], coastalAnalyses, {}, (analyses) =>
    counted(analyses.length, texts.coast(analyses.length)),
  ),
  entry(['science', 'limits', 'maritime-limits'], boundaryDrawing, {}, ({ drawing }) =>
    drawing === null ? { tone: 'unknown', said: texts.limitsNone } : good(texts.limits),
  ),
  entry(['science', 'reports', 'reports'], reportsPage, { query: { pageSize: 1 } }, ({ total }) =>
    counted(total, texts.reports(total)),
  ),
  entry(['people', 'users', 'user-management'], usersSummary, {}, ({ active, openSessions, twoStepMissing }) =>
    when(twoStepMissing === 0, texts.users(active, openSessions, twoStepMissing)),
  ),
  entry(['people', 'keys', 'identity-service'], apiKeysAll, {}, ({ keys }) => good(texts.keys(keys.length))),
  entry(['people', 'audit', 'audit'], auditStatus, {}, ({ events, lastAt }) => good(texts.audit(events, lastAt))),
];
