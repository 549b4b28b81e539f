import type { Sourced } from '@kianda/contract';
import { type BriefingFigure, briefingFigures, homeBriefing } from '@kianda/contract/operations/home/home.contract';
import { formatDay, formatQuantity, type NumberOptions } from '@kianda/format';
import { ProvenanceBadge, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.briefing;

type Form = { readonly unit: string; readonly format: NumberOptions; readonly display?: (value: number) => string };
const tenths = { decimals: 1 } as const;
const forms: Readonly<Record<BriefingFigure, Form>> = {
  temperature: { unit: '°C', format: tenths },
  anomaly: {
    unit: '°C',
    format: tenths,
    display: (value) => {
      const size = formatQuantity(Math.abs(value), '°C', tenths);
      if (size === formatQuantity(0, '°C', tenths)) return texts.usual;
      return value < 0 ? texts.below(size) : texts.above(size);
    },
  },
  chlorophyll: { unit: 'mg/m³', format: { decimals: 2 } },
  vessels: { unit: '', format: { maxDecimals: 0 }, display: texts.vessels },
  data: { unit: '', format: { maxDecimals: 0 }, display: texts.variables },
};

/** Five sentences for someone who has two minutes: each a figure with its source and its change. Printed, it is one page. */
export function BriefingTile() {
  const briefing = useEndpoint(homeBriefing, {}, { refetchSeconds: 300 });
  return (
    <TilePanel
      tile="briefing"
      source={briefing}
      skeleton={<SkeletonLines lines={6} />}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          className={`k-no-print ${styles.openButton}`}
          leftSection={<IconPrinter size={15} aria-hidden="true" />}
          aria-label={texts.printOf}
          onClick={() => window.print()}
        >
          {texts.print}
        </Button>
      }
    >
      {({ days, ...figures }) => (
        <>
          <p className={styles.lead}>{texts.days(days)}</p>
          <ol className={styles.sentences}>
            {briefingFigures.map((id) => (
              <Sentence
                key={id}
                id={id}
                period={periodOf(days, figures[id].until)}
                current={briefing.figure(`${id}.current`)}
                change={
                  id === 'data'
                    ? texts.ofVariables(figures.data.all)
                    : changeWords(id, figures[id].current, figures[id].previous)
                }
              />
            ))}
          </ol>
        </>
      )}
    </TilePanel>
  );
}

const periodOf = (days: number, until: string | null) => texts.period(days, until === null ? null : formatDay(until));

type SentenceProps = {
  readonly id: BriefingFigure;
  /** The days that the figure tells of, in words. */
  readonly period: string;
  readonly current: Sourced<number | null> | undefined;
  /** How the figure stands beside another, in words. */
  readonly change: string;
};

function Sentence({ id, period, current, change }: SentenceProps) {
  const { unit, format, display } = forms[id];
  const words = texts.sentences[id];
  return (
    <li className={styles.sentence}>
      {words.before(period)}{' '}
      <strong className={styles.sentenceFigure}>
        <SourcedValue
          value={current}
          unit={unit}
          format={format}
          {...(display === undefined ? {} : { display: (value) => display(Number(value)) })}
        />
      </strong>
      {words.after === '' ? null : ` ${words.after}`}
      {': '}
      <span className={styles.sentenceChange}>{change}</span>
      {'. '}
      {current === undefined ? null : <ProvenanceBadge provenance={current.provenance} />}
      {current === undefined || current.provenance.state === 'fallback' ? null : (
        <span className={styles.sentenceSource}>
          {texts.sources}
          {': '}
          {current.provenance.source}
        </span>
      )}
    </li>
  );
}

/** The difference in words, as large as it is written: one that rounds to nothing is none. */
export function changeWords(id: BriefingFigure, current: number | null, previous: number | null): string {
  if (current === null || previous === null) return texts.noPrevious;
  const { unit, format } = forms[id];
  const difference = current - previous;
  const size = formatQuantity(Math.abs(difference), unit, format).trim();
  if (size === formatQuantity(0, unit, format).trim()) return texts.same;
  return difference > 0 ? texts.more(size) : texts.less(size);
}
