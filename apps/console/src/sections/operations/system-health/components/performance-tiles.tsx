import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { formatBytes } from '@kianda/format';
import { Tile } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FiveTiles } from '../../../shared/five-tiles.tsx';
import { orReason } from '../../../shared/sourced.ts';
import { curveOf, useMetrics } from '../../../shared/use-metrics.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import type { Health } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';

const texts = healthTexts.performance;
const share = { maxDecimals: 1 } as const;

const networkOf = ({ networkIn, networkOut }: MetricSample) =>
  networkIn === null || networkOut === null ? null : networkIn + networkOut;

/** Processor, memory, disk, network and API as last measured. */
export function PerformanceTiles({ health }: { readonly health: EndpointResult<Health> }) {
  const open = useSectionLink('performance-monitor');
  const metrics = useMetrics(1);
  const of = <P extends Parameters<typeof health.figure>[0]>(path: P) => orReason(health.figure(path), health);
  return (
    <section aria-labelledby="desempenho">
      <h2 id="desempenho" className="k-visually-hidden">
        {texts.title}
      </h2>
      <FiveTiles>
        <Tile
          id="cpu"
          label={texts.cpu}
          value={of('performance.cpu_usage')}
          unit="%"
          format={share}
          history={curveOf(metrics, (sample) => sample.cpuPercent)}
          onOpen={open}
        />
        <Tile
          id="memoria"
          label={texts.memory}
          value={of('performance.memory_usage')}
          unit="%"
          format={share}
          history={curveOf(metrics, (sample) => sample.memoryPercent)}
          onOpen={open}
        />
        <Tile
          id="disco"
          label={texts.disk}
          value={of('performance.disk_usage')}
          unit="%"
          format={share}
          history={curveOf(metrics, (sample) => sample.diskPercent)}
          onOpen={open}
        />
        <Tile
          id="rede"
          label={texts.network}
          value={of('performance.network_io')}
          unit="B/s"
          display={(bytes) => `${formatBytes(Number(bytes))}/s`}
          history={curveOf(metrics, networkOf)}
          note={texts.networkNote}
          onOpen={open}
        />
        <Tile
          id="api"
          label={texts.api}
          value={of('performance.api_response_time')}
          unit="ms"
          format={{ maxDecimals: 0 }}
          history={curveOf(metrics, (sample) => sample.latencyP95Ms)}
          note={texts.apiNote}
          onOpen={open}
        />
      </FiveTiles>
    </section>
  );
}
