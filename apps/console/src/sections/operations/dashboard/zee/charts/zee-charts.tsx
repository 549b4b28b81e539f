import { More, PageStack, PeriodPicker } from '@kianda/ui';
import { narrowQuery, useMedia } from '../../../../../platform/use-media.ts';
import type { useBiodiversity, useFisheries } from '../api/use-zee.ts';
import { ClassesChart, OccurrencesChart } from './biodiversity-charts.tsx';
import styles from './charts.module.css';
import { LandingsChart, PublishedFigures, SpeciesChart } from './fisheries-charts.tsx';
import { ChlorophyllChart, TemperatureChart } from './ocean-charts.tsx';
import { chartTexts as texts } from './texts.pt.ts';

export const seriesDays = { '30d': 30, '90d': 90 } as const;
export type SeriesPeriod = keyof typeof seriesDays;

const options = (['30d', '90d'] as const).map((value) => ({ value, label: texts.periods[value] }));

type Props = {
  readonly period: SeriesPeriod;
  readonly onPeriod: (period: SeriesPeriod) => void;
  readonly fisheries: ReturnType<typeof useFisheries>;
  readonly biodiversity: ReturnType<typeof useBiodiversity>;
};

/** The series and distributions behind the cards' figures. */
export function ZeeCharts({ period, onPeriod, fisheries, biodiversity }: Props) {
  const days = seriesDays[period];
  const isNarrow = useMedia(narrowQuery);
  const landings = (
    <>
      <SpeciesChart fisheries={fisheries} />
      <LandingsChart fisheries={fisheries} />
    </>
  );
  return (
    <PageStack>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.title}</h2>
        <PeriodPicker label={texts.period} options={options} value={period} onChange={onPeriod} />
      </div>
      <div className={styles.charts}>
        <TemperatureChart days={days} />
        <ChlorophyllChart days={days} />
        {isNarrow ? null : landings}
      </div>
      <More of={texts.title}>
        <div className={styles.charts}>
          {isNarrow ? landings : null}
          <ClassesChart summary={biodiversity} />
          <OccurrencesChart summary={biodiversity} />
          <PublishedFigures fisheries={fisheries} />
        </div>
      </More>
    </PageStack>
  );
}
