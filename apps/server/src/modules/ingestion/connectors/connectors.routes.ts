import {
  exportIngestRuns,
  listConnectors,
  listIngestJobs,
  listIngestRuns,
  runConnector,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import { ingestRunResource } from '@kianda/contract/ingestion/connectors/runs.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ConnectorService } from './connectors.service.ts';

export function connectorBindings(service: ConnectorService, clock: Clock, trail: ListRecorder | undefined): Bindings {
  const provenance = () => ownProvenance(clock);
  return [
    bind(listConnectors, async () => ({ data: { connectors: await service.list() }, provenance: provenance() })),
    bind(runConnector, async ({ params, body, principal }) => ({
      data: { runIds: await service.run(params.id, body, principal.accountId) },
      provenance: provenance(),
      status: 202 as const,
    })),
    bind(listIngestJobs, async ({ query }) => ({
      data: { jobs: await service.jobs(query) },
      provenance: provenance(),
    })),
    bind(listIngestRuns, async ({ query }) => ({ data: await service.page(query), provenance: provenance() })),
    bind(exportIngestRuns, listExport(ingestRunResource, { clock, audit: trail, read: service.page })),
  ];
}
