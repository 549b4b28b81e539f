import { stacHealth } from '@kianda/contract/open/catalogue/stac.contract';

import { Instant } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureList, FigureSkeleton } from '../../../shared/figure-list.tsx';
import { withReason } from '../../../shared/sourced.ts';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.datasets;
const whole = { maxDecimals: 0 } as const;

/** How much the catalogue holds, and when it was last gone through. */
export function DatasetsTile() {
  const catalogue = useEndpoint(stacHealth, {}, { refetchSeconds: 300 });
  return (
    <TilePanel
      tile="datasets"
      source={catalogue}
      section="scientific-interfaces"
      search={{ interface: 'stac_oceanographic' }}
      skeleton={<FigureSkeleton rows={2} />}
    >
      {() => (
        <FigureList
          within={catalogue.sourced?.provenance}
          rows={[
            { label: texts.collections, value: catalogue.figure('collections'), format: whole },
            { label: texts.items, value: withReason(catalogue.figure('items'), texts.notCounted), format: whole },
            {
              label: texts.updated,
              value: catalogue.figure('lastUpdated'),
              display: (at) => <Instant at={at} />,
            },
          ]}
        />
      )}
    </TilePanel>
  );
}
