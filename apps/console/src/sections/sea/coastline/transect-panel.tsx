import type { CoastTransect } from '@kianda/contract/sea/coast/coast.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, PanelFrame } from '@kianda/ui';
import { fitOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import { FigureChart } from '../../shared/figure-chart.tsx';
import styles from './coastline.module.css';
import { coastTexts } from './texts.pt.ts';

const texts = coastTexts.transect;
const chartHeight = 260;
const meters = (value: number) => formatQuantity(value, 'm', { maxDecimals: 1 });
const rate = (value: number) => formatQuantity(value, 'm/ano', { maxDecimals: 2 });

/** Positions of one transect with the line fitted to them, and its measures. */
export function TransectPanel({ transect }: { readonly transect: CoastTransect | undefined }) {
  return (
    <PanelFrame id="transeto" title={transect === undefined ? texts.chart : texts.title(formatNumber(transect.id))}>
      {transect === undefined ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : (
        <div className={styles.stack}>
          <PositionChart transect={transect} />
          <Measures transect={transect} />
        </div>
      )}
    </PanelFrame>
  );
}

function PositionChart({ transect }: { readonly transect: CoastTransect }) {
  const { positions, change } = transect;
  const chart = useMemo(() => {
    const sorted = positions.toSorted((a, b) => a.year - b.year);
    const points = sorted.map((at) => ({ x: at.year, y: at.meters, half: at.uncertainty }));
    const line = change === null ? null : { slope: change.lrr.rate, x: change.lrr.origin, y: change.lrr.intercept };
    return {
      marks: sorted.map((at) => ({
        label: String(Math.floor(at.year)),
        value: texts.mark(meters(at.meters), meters(at.uncertainty)),
      })),
      columns: [texts.year, texts.meters, texts.uncertainty],
      rows: sorted.map((at) => [Math.floor(at.year).toString(), at.meters, at.uncertainty]),
      option: fitOption(points, line, { xLabel: texts.year, yLabel: texts.meters }),
    };
  }, [positions, change]);
  return <FigureChart title={texts.chart} source={coastTexts.summary.chartSource} height={chartHeight} {...chart} />;
}

function Measures({ transect: { change, class: of } }: { readonly transect: CoastTransect }) {
  const few = coastTexts.table.few;
  if (change === null) return <p className={styles.readout}>{few}</p>;
  const { lrr, wlr, epr, eprUncertainty, nsm, sce } = change;
  const halfOf = (half: number | null) => (half === null ? null : rate(half));
  return (
    <Facts>
      <Fact label={texts.rate} reason={few}>
        {texts.rateText(rate(lrr.rate), halfOf(lrr.half95))}
      </Fact>
      <Fact label={texts.half90} reason={coastTexts.table.fewDates}>
        {halfOf(lrr.half90)}
      </Fact>
      <Fact label={texts.wlr} reason={few}>
        {texts.rateText(rate(wlr.rate), halfOf(wlr.half95))}
      </Fact>
      <Fact label={texts.epr} reason={few}>
        {texts.mark(rate(epr), rate(eprUncertainty))}
      </Fact>
      <Fact label={texts.nsm} reason={few}>
        {meters(nsm)}
      </Fact>
      <Fact label={texts.sce} reason={few}>
        {meters(sce)}
      </Fact>
      <Fact label={texts.r2} reason={coastTexts.table.fewDates}>
        {lrr.rSquared === null ? null : formatNumber(lrr.rSquared, { maxDecimals: 3 })}
      </Fact>
      <Fact label={texts.class} reason={few}>
        {of === null ? null : coastTexts.classes[of]}
      </Fact>
    </Facts>
  );
}
