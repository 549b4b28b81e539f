import type { AnswerCard as Card } from '@kianda/contract/people/assistant/assistant.contract';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, Instant, ProvenanceBadge, SkeletonBar, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useOpenSection } from '../../../shell/use-section.ts';
import type { SectionId } from '../../sections.ts';
import { BarList } from '../../shared/bar-list.tsx';
import styles from './assistente.module.css';
import { assistantTexts as texts } from './texts.pt.ts';
import { writtenCell, writtenValue } from './written.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const chartHeight = 190;
/** Bars that are shown; the table has the others. */
const barsShown = 10;

/** Answer of one tool: figures, chart, table, where it comes from, and the screen that proves it. */
export function AnswerCard({ card, id }: { readonly card: Card; readonly id: string }) {
  const open = useOpenSection();
  const [isQueryShown, setQueryShown] = useState(false);
  const { link } = card;
  return (
    <section className={styles.card} aria-label={card.title}>
      <header className={styles.cardHead}>
        <h3>{card.title}</h3>
        <ProvenanceBadge provenance={card.provenance} />
      </header>
      <Figures card={card} />
      <Chart card={card} />
      <CardTable card={card} id={id} />
      {card.missing.length === 0 ? null : (
        <ul className={styles.missing} aria-label={texts.missing}>
          {card.missing.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <Origin card={card} />
      <footer className={styles.cardFoot}>
        {link === null ? null : (
          <Button size="xs" variant="default" onClick={() => open(link.section as SectionId, link.search)}>
            {texts.open}
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-expanded={isQueryShown} onClick={() => setQueryShown(!isQueryShown)}>
          {isQueryShown ? texts.hideQuery : texts.showQuery}
        </Button>
      </footer>
      {isQueryShown ? <code className={styles.query}>{card.query}</code> : null}
    </section>
  );
}

/** Source and time of the data, also where the page's mark already says their kind. */
function Origin({ card: { provenance } }: { readonly card: Card }) {
  if (!('source' in provenance)) return null;
  return (
    <p className={styles.note}>
      {texts.source}: {provenance.source}
      {provenance.observedAt === null ? null : (
        <>
          {' · '}
          <Instant at={provenance.observedAt} />
        </>
      )}
    </p>
  );
}

function Figures({ card }: { readonly card: Card }) {
  const { timeZone } = usePreferences();
  if (card.figures.length === 0) return null;
  return (
    <dl className={styles.figures}>
      {card.figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd className={figure.kind === 'number' ? styles.large : undefined}>
            {writtenValue(figure.value, figure, timeZone)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Chart({ card: { chart, provenance } }: { readonly card: Card }) {
  const { timeZone } = usePreferences();
  if (chart === null) return null;
  if (chart.kind === 'bar') {
    const bars = chart.points.slice(0, barsShown).map(({ x, y }) => ({ id: x, label: x, value: y ?? 0 }));
    return (
      <BarList
        caption={chart.label}
        labelHeader={texts.name}
        valueHeader={chart.unit}
        bars={bars}
        format={{ maxDecimals: 1 }}
      />
    );
  }
  return (
    <Suspense fallback={<SkeletonBar height={chartHeight} />}>
      <TimeSeries
        // The axis has no room for the place.
        title={chart.label.split(/,| em | no mar /)[0] ?? chart.label}
        unit={chart.unit}
        height={chartHeight}
        timeZone={timeZone}
        source={'source' in provenance ? provenance.source : ''}
        format={{ maxDecimals: 2 }}
        lines={[{ label: chart.label, points: chart.points.map(({ x, y }) => ({ time: x, value: y })) }]}
      />
    </Suspense>
  );
}

type Row = { readonly id: string; readonly cells: NonNullable<Card['table']>['rows'][number] };

function CardTable({ card: { table, tool, title }, id }: { readonly card: Card; readonly id: string }) {
  const { timeZone } = usePreferences();
  if (table === null) return null;
  const columns: readonly Column<Row>[] = table.columns.map(({ label, kind, unit }, index) => ({
    id: String(index),
    label: unit === null ? label : `${label} (${unit})`,
    align: kind === 'number' ? 'end' : 'start',
    value: ({ cells }) => cells[index] ?? null,
    render: ({ cells }) => writtenCell(cells[index] ?? null, { kind, unit }, timeZone),
  }));
  const rows = table.rows.map((cells, index) => ({ id: String(index), cells }));
  return (
    <>
      <DataTable
        id={`assistente-${tool}-${id}`}
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        {...(rows.length > 8 ? { height: '300px' } : {})}
      />
      {table.total > rows.length ? (
        <p className={styles.note}>{texts.shownOf(formatNumber(rows.length), formatNumber(table.total))}</p>
      ) : null}
    </>
  );
}
