import type { CoastDetail } from '@kianda/contract/sea/coast/coast.contract';
import { formatCount, formatDay, formatNumber, formatQuantity } from '@kianda/format';
import { Panel, SkeletonBar } from '@kianda/ui';
import { barsOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import { CardColumns } from '../../shared/card/card.tsx';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import { FigureChart } from '../../shared/figure-chart.tsx';
import { coastTexts } from './texts.pt.ts';
import type { useCoast } from './use-coast.ts';

const texts = coastTexts.summary;
const km = (value: number | null) => (value === null ? null : formatQuantity(value, 'km', { maxDecimals: 1 }));

type Props = { readonly source: ReturnType<typeof useCoast>['detail'] };

/** The region as a whole, and how its transects fall into classes. */
export function SummaryPanel({ source }: Props) {
  const analysis = source.sourced?.value.analysis;
  return (
    <CardColumns>
      <Panel id="resumo" title={texts.title} source={source} skeleton={<SkeletonBar height={240} />}>
        {({ analysis: shown }) => (shown === null ? null : <Summary analysis={shown} />)}
      </Panel>
      {analysis == null || analysis.summary.measured === 0 ? null : (
        <Panel id="classes" title={texts.classes} source={source}>
          {({ analysis: shown }) => (shown === null ? null : <Classes byClass={shown.summary.byClass} />)}
        </Panel>
      )}
    </CardColumns>
  );
}

function Summary({ analysis }: { readonly analysis: CoastDetail }) {
  const { summary, survey } = analysis;
  const percent = (share: number | null) =>
    share === null ? null : formatQuantity(share * 100, '%', { maxDecimals: 0 });
  const facts = {
    length: km(analysis.coastlineLength),
    scale: analysis.coastSource,
    sandy: km(analysis.sandyCoastLength),
    rocky: km(analysis.rockyCoastLength),
    risk: analysis.erosionRiskLevel === null ? null : texts.risks[analysis.erosionRiskLevel],
    atRisk: km(analysis.erosionRiskLength),
    rate: summary.meanRate === null ? null : formatQuantity(summary.meanRate, 'm/ano', { maxDecimals: 2 }),
    eroding: percent(summary.eroding),
    survey: survey === null ? null : survey.isSimulated ? coastTexts.surveys.simulated(survey.title) : survey.title,
    dates: survey === null ? null : survey.dates.map(formatDay).join(', '),
    uncertain: refusedText(survey),
    method: analysis.method,
    by: analysis.requestedBy,
  };
  return (
    <Facts>
      {(Object.keys(facts) as (keyof typeof facts)[]).map((key) => (
        <Fact key={key} label={texts[key]} reason={texts.noSurvey}>
          {facts[key]}
        </Fact>
      ))}
    </Facts>
  );
}

function refusedText(survey: CoastDetail['survey']): string | null {
  if (survey === null) return null;
  if (survey.refused.length === 0) return texts.none;
  return survey.refused.map(({ reason, count }) => texts.refused(formatNumber(count), reason)).join('; ');
}

const barHeight = 30;

function Classes({ byClass }: Pick<CoastDetail['summary'], 'byClass'>) {
  const chart = useMemo(() => {
    const bars = byClass.map((one) => ({ label: coastTexts.shortClasses[one.class], value: one.transects }));
    return {
      marks: bars.map(({ label, value }) => ({ label, value: formatCount(value, texts.transect, texts.transects) })),
      columns: [texts.columns.class, texts.columns.count],
      rows: bars.map(({ label, value }) => [label, value]),
      option: barsOption(bars, texts.transects),
    };
  }, [byClass]);
  return (
    <FigureChart title={texts.classes} source={texts.chartSource} height={70 + byClass.length * barHeight} {...chart} />
  );
}
