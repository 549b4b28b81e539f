import { formatQuantity } from '@kianda/format';
import { Panel } from '@kianda/ui';
import { cardSource, FallbackNote } from '../../../../shared/card-source.tsx';
import { FigureList, FigureSkeleton, LeadFigure } from '../../../../shared/figure-list.tsx';
import { mapFigure, pick } from '../../../../shared/sourced.ts';
import { speciesName } from '../api/species-names.ts';
import type { useFisheries } from '../api/use-zee.ts';
import { zeeTexts } from '../texts.pt.ts';
import styles from '../zee.module.css';

const wholeNumber = { maxDecimals: 0 } as const;
const topSpecies = 2;

/** Landings of the last complete year, and what is published about the sector. */
export function FisheriesCard({ fisheries }: { readonly fisheries: ReturnType<typeof useFisheries> }) {
  const texts = zeeTexts.fisheries;
  const { figure } = fisheries;
  return (
    <Panel title={texts.title} source={cardSource(fisheries)} skeleton={<FigureSkeleton rows={7} />}>
      {(data, provenance) => (
        <>
          <FallbackNote result={fisheries} />
          <LeadFigure
            value={figure('total_catch_tons')}
            unit={texts.tons}
            format={wholeNumber}
            caption={texts.caption(data.year)}
          />
          <FigureList
            within={provenance}
            rows={[
              ...data.main_species.slice(0, topSpecies).map((species) => ({
                label: speciesName(species.name),
                value: pick(fisheries, () =>
                  texts.species(formatQuantity(species.percentage, '%'), texts.trends[species.trend]),
                ),
              })),
              { label: texts.zones, value: figure('fishing_zones'), format: wholeNumber },
              {
                label: texts.index,
                value: figure('sustainability_metrics.overall_index'),
                unit: texts.indexUnit,
              },
              {
                label: texts.employment,
                value: figure('economic_impact.employment_total'),
                unit: texts.employmentUnit,
                format: wholeNumber,
              },
              {
                label: texts.exports,
                value: mapFigure(figure('economic_impact.export_value_usd'), (usd) =>
                  usd === null ? null : usd / 1_000_000,
                ),
                unit: texts.million,
                format: wholeNumber,
              },
              { label: texts.gdp, value: figure('economic_impact.gdp_contribution_percent'), unit: '%' },
            ]}
          />
          <p className={styles.note}>{data.region}</p>
        </>
      )}
    </Panel>
  );
}
