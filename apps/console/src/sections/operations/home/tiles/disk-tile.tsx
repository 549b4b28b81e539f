import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureList, FigureSkeleton } from '../../../shared/figure-list.tsx';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.disk;
const format = { maxDecimals: 0 } as const;

/** How full the machine is: its disk first, because what is full cannot be waited out. */
export function DiskTile() {
  const health = useEndpoint(systemHealth, {}, { refetchSeconds: 30 });
  return (
    <TilePanel tile="disk" source={health} section="performance-monitor" skeleton={<FigureSkeleton rows={2} />}>
      {() => (
        <FigureList
          within={health.sourced?.provenance}
          rows={[
            { label: texts.used, value: health.figure('performance.disk_usage'), unit: '%', format },
            { label: texts.memory, value: health.figure('performance.memory_usage'), unit: '%', format },
            { label: texts.cpu, value: health.figure('performance.cpu_usage'), unit: '%', format },
          ]}
        />
      )}
    </TilePanel>
  );
}
