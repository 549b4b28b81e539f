import type { Provenance } from '@kianda/contract';
import { isOperational, listConnectors, streamCounts } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { currentMetrics } from '@kianda/contract/operations/health/health.contract';
import { formatBytes, formatCount, formatNumber } from '@kianda/format';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { FigureRow } from '../../../shared/figure-list.tsx';
import { orReason, pickOrReason } from '../../../shared/sourced.ts';
import { usePlatform } from '../../../shared/use-platform.ts';
import { useCatalogue } from '../../../use-catalogue.ts';
import { dashboardTexts } from '../texts.pt.ts';
import { useOverview } from './use-overview.ts';

const texts = dashboardTexts.info;

/** Contents and version of this installation, each line measured; '—' with its reason where the role may not see it. */
export function useSystemInfo(): { readonly rows: readonly FigureRow[]; readonly provenance: Provenance | undefined } {
  const overview = useOverview();
  const connectors = useEndpoint(listConnectors, {}, { refetchSeconds: 60 });
  const buckets = useEndpoint(listBuckets, {}, { refetchSeconds: 120 });
  const metrics = useEndpoint(currentMetrics, {}, { refetchSeconds: 60 });
  const interfaces = useCatalogue();
  const platform = usePlatform();

  const rows: readonly FigureRow[] = [
    {
      label: texts.connectors,
      value: pickOrReason(connectors, ({ connectors: all }) => part(all.filter(isOperational).length, all.length)),
    },
    {
      label: texts.streams,
      value: pickOrReason(connectors, ({ connectors: all }) => {
        const streams = streamCounts(all);
        return part(streams.fresh, streams.all);
      }),
    },
    {
      label: texts.storage,
      value: pickOrReason(buckets, ({ buckets: all }) => {
        const objects = all.reduce((sum, bucket) => sum + bucket.objects, 0);
        const size = formatBytes(all.reduce((sum, bucket) => sum + bucket.size, 0));
        return texts.objects(size, formatCount(objects, texts.object, texts.objectsWord));
      }),
    },
    {
      label: texts.database,
      value: pickOrReason(metrics, ({ databaseBytes }) => (databaseBytes === null ? null : formatBytes(databaseBytes))),
    },
    {
      label: texts.species,
      value: orReason(overview.figure('zee_angola.species_recorded'), overview),
      format: { maxDecimals: 0 },
    },
    {
      label: texts.stations,
      value: orReason(overview.figure('zee_angola.monitoring_stations'), overview),
      format: { maxDecimals: 0 },
    },
    { label: texts.interfaces, value: pickOrReason(interfaces, ({ active, total }) => part(active, total)) },
    {
      label: texts.version,
      value: pickOrReason(platform, ({ version, mode }) => `${version} · ${texts.modes[mode]}`),
    },
  ];
  return { rows, provenance: platform.sourced?.provenance };
}

function part(some: number, all: number): string {
  return texts.ofTotal(formatNumber(some, { maxDecimals: 0 }), formatNumber(all, { maxDecimals: 0 }));
}
