import type { DataOf } from '@kianda/contract';
import {
  clearLogs,
  clientErrors,
  downloadLogs,
  searchLogs,
} from '@kianda/contract/operations/diagnostics/logs.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { LogsService } from './logs.service.ts';

/** Endpoints of the log, and of the errors that the console's pages reported. */
export function logsRoutes(options: {
  service: LogsService;
  clientErrors: () => Promise<DataOf<typeof clientErrors>['errors']>;
  clock: Clock;
}): Bindings {
  const { service, clock } = options;
  const provenance = (observedAt?: string) => ownProvenance(clock, observedAt);
  return [
    bind(searchLogs, async ({ query: { limit, ...filter } }) => {
      const data = await service.search(filter, limit);
      return { data, provenance: provenance(data.lines[0]?.timestamp) };
    }),
    bind(downloadLogs, ({ query }) => service.download(query)),
    bind(clearLogs, async ({ principal, ipAddress, userAgent }) => ({
      data: { deleted: await service.clear({ principal, ipAddress, userAgent }) },
      provenance: provenance(),
    })),
    bind(clientErrors, async () => ({ data: { errors: await options.clientErrors() }, provenance: provenance() })),
  ];
}
