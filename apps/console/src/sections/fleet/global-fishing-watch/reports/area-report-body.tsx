import type { DataOf } from '@kianda/contract';
import type { AreaFigures, areaReport } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { formatDate, formatNumber, UNKNOWN } from '@kianda/format';
import { EmptyState, SkeletonBar, usePreferences } from '@kianda/ui';
import { Table } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { eventKindTexts } from '../alerts/texts.pt.ts';
import { FlagName } from '../coded-name.tsx';
import styles from '../page.module.css';
import { reportTexts as texts } from './texts.pt.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

/** Noon, so that no zone makes another day of it. */
const dayOf = (day: string): string => formatDate(`${day}T12:00:00Z`);
const wholeNumber = { maxDecimals: 0 } as const;
const count = (value: number): string => formatNumber(value, wholeNumber);
const sum = (rows: readonly { readonly count: number }[]): number => rows.reduce((total, row) => total + row.count, 0);

type Named = { readonly name: string; readonly figures: AreaFigures };

const measures: readonly (readonly [label: string, read: (figures: AreaFigures) => string])[] = [
  [texts.presenceHours, ({ presenceHours }) => count(presenceHours)],
  [texts.fishingHours, ({ fishingHours }) => formatNumber(fishingHours, { maxDecimals: 1 })],
  [texts.vessels, ({ vessels }) => count(vessels)],
  [texts.flags, ({ flags }) => count(flags.length)],
  [texts.events, ({ events }) => count(sum(events))],
  [texts.alerts, ({ alerts }) => count(sum(alerts))],
  [texts.received, ({ receivedHours, periodHours }) => texts.receivedOf(count(receivedHours), count(periodHours))],
];

/** Figures side by side, days as lines, and what they are made of. */
export function AreaReportBody({ current, before, comparison, attribution }: DataOf<typeof areaReport>) {
  const periods: Named[] = [
    { name: texts.current, figures: current },
    { name: texts.before, figures: before },
    ...(comparison === null ? [] : [{ name: texts.comparison, figures: comparison }]),
  ];
  return (
    <div className={styles.stack}>
      <Figures periods={periods} />
      <p className={styles.note}>{texts.note}</p>
      {periods.some(({ figures }) => figures.days.some(({ hours }) => hours > 0)) ? (
        <Days periods={periods} source={attribution} />
      ) : null}
      {current.vessels === 0 ? (
        <EmptyState title={texts.topVessels}>{texts.none}</EmptyState>
      ) : (
        <Vessels figures={current} />
      )}
      {current.events.length === 0 ? <p className={styles.note}>{texts.noEvents}</p> : <Events figures={current} />}
      <p className={styles.attribution}>{attribution}</p>
    </div>
  );
}

type RowsProps = { readonly label: string; readonly heads: readonly string[]; readonly children: ReactNode };

function Rows({ label, heads, children }: RowsProps) {
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Figures({ periods }: { readonly periods: readonly Named[] }) {
  return (
    <Rows
      label={texts.figures}
      heads={[
        texts.measure,
        ...periods.map(
          ({ name, figures }) => `${name}: ${figures.area.name}, ${dayOf(figures.from)} – ${dayOf(figures.to)}`,
        ),
      ]}
    >
      {measures.map(([label, read]) => (
        <Table.Tr key={label}>
          <Table.Th scope="row">{label}</Table.Th>
          {periods.map(({ name, figures }) => (
            <Table.Td key={name}>{read(figures)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Rows>
  );
}

function Days({ periods, source }: { readonly periods: readonly Named[]; readonly source: string }) {
  const { timeZone } = usePreferences();
  const [first] = periods;
  const lines = useMemo(() => {
    const startMs = Date.parse(`${first?.figures.from ?? ''}T00:00:00+01:00`);
    return periods.map(({ name, figures }) => ({
      label: name,
      points: figures.days.map(({ hours }, index) => ({
        time: new Date(startMs + index * 86_400_000).toISOString(),
        value: hours,
      })),
    }));
  }, [periods, first]);
  return (
    <section aria-label={texts.daily}>
      <h3 className={styles.subtitle}>{texts.daily}</h3>
      <Suspense fallback={<SkeletonBar height={200} />}>
        <TimeSeries
          title={texts.presenceHours}
          unit={texts.unit}
          lines={lines}
          timeZone={timeZone}
          source={source}
          format={wholeNumber}
        />
      </Suspense>
      <p className={styles.note}>{texts.aligned}</p>
    </section>
  );
}

function Vessels({ figures: { flags, topVessels } }: { readonly figures: AreaFigures }) {
  return (
    <>
      <section aria-label={texts.flags}>
        <h3 className={styles.subtitle}>{texts.flags}</h3>
        <Rows label={texts.flags} heads={[texts.flag, texts.vessels, texts.presenceHours]}>
          {flags.map(({ flag, vessels, hours }) => (
            <Table.Tr key={flag ?? ''}>
              <Table.Td>{flag === null ? texts.unknown : <FlagName code={flag} />}</Table.Td>
              <Table.Td>{count(vessels)}</Table.Td>
              <Table.Td>{count(hours)}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </section>
      <section aria-label={texts.topVessels}>
        <h3 className={styles.subtitle}>{texts.topVessels}</h3>
        <Rows
          label={texts.topVessels}
          heads={[texts.vessel, texts.mmsi, texts.flag, texts.presenceHours, texts.fishingHours]}
        >
          {topVessels.map(({ id, name, mmsi, flag, hours, fishingHours }) => (
            <Table.Tr key={id}>
              <Table.Td>{name ?? texts.noName}</Table.Td>
              <Table.Td className="k-mono">{mmsi ?? UNKNOWN}</Table.Td>
              <Table.Td>{flag === null ? UNKNOWN : <FlagName code={flag} />}</Table.Td>
              <Table.Td>{count(hours)}</Table.Td>
              <Table.Td>{formatNumber(fishingHours, { maxDecimals: 1 })}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </section>
    </>
  );
}

function Events({ figures: { events, alerts } }: { readonly figures: AreaFigures }) {
  return (
    <section aria-label={texts.events}>
      <h3 className={styles.subtitle}>{texts.events}</h3>
      <Rows label={texts.events} heads={[texts.kind, texts.count]}>
        {events.map(({ kind, count: number }) => (
          <Table.Tr key={kind}>
            <Table.Td>{eventKindTexts[kind]}</Table.Td>
            <Table.Td>{count(number)}</Table.Td>
          </Table.Tr>
        ))}
        {alerts.map(({ rule, label, count: number }) => (
          <Table.Tr key={rule}>
            <Table.Td>{`${texts.alerts}: ${label}`}</Table.Td>
            <Table.Td>{count(number)}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </section>
  );
}
