import { systemClock } from '../../../../platform/clock/clock.ts';
import { openDatabase } from '../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { runImport } from '../layer-import.service.ts';
import { type LayerContext, layerLimits } from '../layers.context.ts';
import { createLayerRepository } from '../layers.repository.ts';

const job = { runId: 'ensaio', signal: new AbortController().signal, progress: async () => undefined };

/** The parts of an import on a database and a folder of objects, and the way to run one outside the queue. */
export async function createAuditless(url: string, folder: string) {
  const log = createLogger({ level: 'silent', pretty: false });
  const database = await openDatabase({ url, applicationName: 'kianda-ensaio', maxConnections: 2 });
  const context: LayerContext = {
    platform: {
      ...{ database, log, clock: systemClock, events: createLocalEvents(), random: () => 0.5 },
      storage: createFolderStorage({ folder }),
    },
    repository: createLayerRepository(database),
    audit: { record: async () => undefined },
    queue: () => ({ enqueue: async () => 'ensaio', list: async () => [] }),
    limits: layerLimits,
  };
  return { context, run: (one: LayerContext, importId: string) => runImport(one, importId, { ...job, log }) };
}
