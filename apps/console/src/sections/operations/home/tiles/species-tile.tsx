import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { formatDate } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureList, FigureSkeleton } from '../../../shared/figure-list.tsx';
import { withReason } from '../../../shared/sourced.ts';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.species;
const whole = { maxDecimals: 0 } as const;

/** Species and occurrences that are held. */
export function SpeciesTile() {
  const summary = useEndpoint(biodiversitySummary, {}, { refetchSeconds: 300 });
  const { timeZone } = usePreferences();
  return (
    <TilePanel tile="species" source={summary} section="species" skeleton={<FigureSkeleton rows={3} />}>
      {() => (
        <FigureList
          within={summary.sourced?.provenance}
          rows={[
            { label: texts.species, value: summary.figure('species'), format: whole },
            { label: texts.occurrences, value: summary.figure('occurrences'), format: whole },
            { label: texts.threatened, value: summary.figure('threatened_species'), format: whole },
            {
              label: texts.last,
              value: withReason(summary.figure('last_occurrence_at'), texts.noLast),
              display: (at) => formatDate(at, timeZone),
            },
          ]}
        />
      )}
    </TilePanel>
  );
}
