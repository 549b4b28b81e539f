import { formatNumber, formatQuantity } from '@kianda/format';
import { PanelFrame } from '@kianda/ui';
import { tornadoOption } from '@kianda/viz/charts/figure/criteria.ts';
import { useMemo } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import styles from '../page.module.css';
import { type ScenarioTask, sensitivityOf } from '../scenario.rules.ts';
import { scenarioTexts as texts } from '../texts.pt.ts';

const change = 0.1;
const barHeight = 46;
type Props = { readonly task: ScenarioTask; readonly weights: Float64Array; readonly labels: readonly string[] };

/** How much the result hangs on each weight, the widest bar on top. */
export function TornadoPanel({ task, weights, labels }: Props) {
  const figure = useMemo(() => {
    const found = sensitivityOf(task, weights, change);
    if (found === null) return null;
    const bars = found.criteria
      .map(({ lowered, raised }, place) => ({
        label: labels[place] ?? '',
        lowered: lowered.meanScore - found.meanScore,
        raised: raised.meanScore - found.meanScore,
        replaced: [lowered.topReplaced, raised.topReplaced] as const,
      }))
      .toSorted((a, b) => Math.abs(b.raised - b.lowered) - Math.abs(a.raised - a.lowered));
    const signed = (value: number) => formatNumber(value, { maxDecimals: 4, sign: 'always' });
    return {
      bars,
      option: tornadoOption(bars, [texts.lowered, texts.raised], texts.change),
      marks: bars.map(({ label, lowered, raised }) => ({ label, value: texts.mark(signed(lowered), signed(raised)) })),
      rows: bars.map(
        ({ label, lowered, raised, replaced }) =>
          [label, lowered, raised, 100 * replaced[0], 100 * replaced[1]] as const,
      ),
    };
  }, [task, weights, labels]);
  if (figure === null) return null;
  const most = figure.bars.reduce((best, bar) => (Math.max(...bar.replaced) > Math.max(...best.replaced) ? bar : best));
  return (
    <PanelFrame id="sensibilidade" title={texts.tornado} description={texts.tornadoText}>
      <div className={styles.stack}>
        <FigureChart
          title={texts.tornado}
          source={texts.source}
          marks={figure.marks}
          columns={Object.values(texts.columns)}
          rows={figure.rows}
          option={figure.option}
          height={90 + barHeight * figure.bars.length}
        />
        <p className={styles.quiet}>
          {texts.replaced(most.label, formatQuantity(100 * Math.max(...most.replaced), '%', { maxDecimals: 0 }))}
        </p>
      </div>
    </PanelFrame>
  );
}
