import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
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
  /** Brings the part of the contract that the state is read by: each row its own, and the page none. */
  readonly load: () => Promise<Asked>;
};

/** Question for a state, and how its answer is told. */
export type Asked = {
  readonly endpoint: Endpoint;
  readonly input: object;
  readonly stateOf: (data: never) => EntryState;
};

/** Ties the answer's type to the function that reads it. */
function asked<E extends Endpoint>(endpoint: E, input: InputOf<E>, stateOf: (data: DataOf<E>) => EntryState): Asked {
  return { endpoint, input: input as object, stateOf };
}

const entry = ([group, id, section]: readonly [EntryGroup, Entry['id'], string], load: Entry['load']): Entry => ({
  id,
  group,
  section,
  load,
});

const good = (said: string): EntryState => ({ tone: 'good', said });
const when = (isRight: boolean, said: string): EntryState => ({ tone: isRight ? 'good' : 'caution', said });
const counted = (count: number, said: string): EntryState => ({ tone: count > 0 ? 'good' : 'unknown', said });

/** Places of the first generation of the administration, and where each is now. */
export const entries: readonly Entry[] = [
  entry(['platform', 'services', 'services-status'], async () => {
    const { servicesStatus } = await import('@kianda/contract/operations/health/health.contract');
    return asked(servicesStatus, {}, ({ summary, services }) => {
      if (summary.offline > 0) return { tone: 'bad', said: texts.services(summary.online, summary.total) };
      const isCalm = services.every(({ status }) => status === 'online');
      return when(isCalm, texts.services(summary.online, summary.total));
    });
  }),
  entry(['platform', 'postgis', 'databases'], async () => {
    const { databaseOverview } = await import('@kianda/contract/operations/databases/databases.contract');
    return asked(databaseOverview, {}, ({ version, totalBytes, extensions, connections }) =>
      when(
        connections.total < connections.limit * 0.9,
        texts.database(
          version,
          totalBytes,
          extensions.some(({ name }) => name === 'postgis'),
        ),
      ),
    );
  }),
  // The token of a page carries no right to ask SQL: its state is that of the database, and the section says the rest.
  entry(['platform', 'sql', 'databases'], async () => {
    const { databaseOverview } = await import('@kianda/contract/operations/databases/databases.contract');
    return asked(databaseOverview, {}, ({ connections }) => when(connections.total < connections.limit, texts.sql));
  }),
  entry(['platform', 'tasks', 'async-processing'], async () => {
    const { jobOutcomes } = await import('@kianda/contract/operations/tasks/tasks.contract');
    return asked(jobOutcomes, {}, ({ queued, running, failed }) =>
      when(failed === 0, texts.tasks(queued + running, failed)),
    );
  }),
  entry(['platform', 'backups', 'backup-security'], async () => {
    const { backupOverview } = await import('@kianda/contract/operations/backups/backups.contract');
    return asked(backupOverview, {}, ({ isTooOld, ageHours }) =>
      when(!isTooOld && ageHours !== null, texts.backups(ageHours)),
    );
  }),
  entry(['platform', 'logs', 'system-logs'], async () => {
    const { clientErrors } = await import('@kianda/contract/operations/diagnostics/logs.contract');
    return asked(clientErrors, {}, ({ errors }) => when(errors.length === 0, texts.logs(errors.length)));
  }),
  entry(['platform', 'api', 'api-gateway'], async () => {
    const { listEndpoints } = await import('@kianda/contract/operations/health/health.contract');
    return asked(listEndpoints, {}, ({ endpoints }) =>
      when(
        endpoints.every(({ errorRate }) => (errorRate ?? 0) === 0),
        texts.api(endpoints.length),
      ),
    );
  }),
  entry(['data', 'connectors', 'data-connectors'], async () => {
    const { isFailing, listConnectors } = await import('@kianda/contract/ingestion/connectors/connectors.contract');
    return asked(listConnectors, {}, ({ connectors }) => {
      const failing = connectors.filter(isFailing).length;
      return { tone: failing > 0 ? 'bad' : 'good', said: texts.connectors(connectors.length, failing) };
    });
  }),
  entry(['data', 'schedule', 'data-connectors'], async () => {
    const { listConnectors } = await import('@kianda/contract/ingestion/connectors/connectors.contract');
    return asked(listConnectors, {}, ({ connectors }) => {
      const next = connectors.flatMap(({ nextRun }) => nextRun ?? []).toSorted()[0];
      return { tone: next === undefined ? 'unknown' : 'good', said: texts.schedule(next) };
    });
  }),
  entry(['data', 'pipelines', 'processing'], async () => {
    const { processingJobs } = await import('@kianda/contract/ingestion/connectors/operations.contract');
    return asked(processingJobs, { query: { limit: 50 } }, ({ jobs }) => {
      const failed = jobs.filter(({ status }) => status === 'failed').length;
      return when(failed === 0, texts.pipelines(jobs.length, failed));
    });
  }),
  entry(['data', 'stac', 'geo-features'], async () => {
    const { stacCollections } = await import('@kianda/contract/open/catalogue/stac.contract');
    return asked(stacCollections, {}, ({ numberMatched }) => counted(numberMatched, texts.stac(numberMatched)));
  }),
  entry(['data', 'rasters', 'copernicus-monitoring'], async () => {
    const { listFields } = await import('@kianda/contract/sea/ocean/ocean.contract');
    return asked(listFields, { query: { limit: 90 } }, ({ fields }) =>
      counted(fields.length, texts.rasters(new Set(fields.map(({ variable }) => variable)).size, fields[0]?.time)),
    );
  }),
  entry(['data', 'storage', 'storage'], async () => {
    const { storageStats } = await import('@kianda/contract/open/storage/storage.contract');
    return asked(storageStats, {}, ({ totalObjects, totalSize }) => good(texts.storage(totalObjects, totalSize)));
  }),
  entry(['science', 'models', 'machine-learning'], async () => {
    const { listModels } = await import('@kianda/contract/models/registry/models.contract');
    return asked(listModels, {}, (models) => good(texts.models(models.length)));
  }),
  entry(['science', 'maxent', 'machine-learning'], async () => {
    const { maxentModels } = await import('@kianda/contract/models/studies/study-figures.contract');
    return asked(maxentModels, {}, (models) => counted(models.length, texts.maxent(models.length)));
  }),
  entry(['science', 'mcda', 'mcda-analysis'], async () => {
    const { spatialStats } = await import('@kianda/contract/space/spatial/analyses.contract');
    return asked(spatialStats, {}, ({ by_type }) => counted(by_type.mcda ?? 0, texts.mcda(by_type.mcda ?? 0)));
  }),
  entry(['science', 'coast', 'coastline'], async () => {
    const { coastalAnalyses } = await import('@kianda/contract/sea/coast/coast.contract');
    return asked(coastalAnalyses, {}, (analyses) => counted(analyses.length, texts.coast(analyses.length)));
  }),
  entry(['science', 'limits', 'maritime-limits'], async () => {
    const { boundaryDrawing } = await import('@kianda/contract/sea/limits/limits.contract');
    return asked(boundaryDrawing, {}, ({ drawing }) =>
      drawing === null ? { tone: 'unknown', said: texts.limitsNone } : good(texts.limits),
    );
  }),
  entry(['science', 'reports', 'reports'], async () => {
    const { reportsPage } = await import('@kianda/contract/operations/reports/reports.contract');
    return asked(reportsPage, { query: { pageSize: 1 } }, ({ total }) => counted(total, texts.reports(total)));
  }),
  entry(['people', 'users', 'user-management'], async () => {
    const { usersSummary } = await import('@kianda/contract/people/identity/users.contract');
    return asked(usersSummary, {}, ({ active, openSessions, twoStepMissing }) =>
      when(twoStepMissing === 0, texts.users(active, openSessions, twoStepMissing)),
    );
  }),
  entry(['people', 'keys', 'identity-service'], async () => {
    const { apiKeysAll } = await import('@kianda/contract/people/identity/api-keys.contract');
    return asked(apiKeysAll, {}, ({ keys }) => good(texts.keys(keys.length)));
  }),
  entry(['people', 'audit', 'audit'], async () => {
    const { auditStatus } = await import('@kianda/contract/people/audit/audit.contract');
    return asked(auditStatus, {}, ({ events, lastAt }) => good(texts.audit(events, lastAt)));
  }),
];
