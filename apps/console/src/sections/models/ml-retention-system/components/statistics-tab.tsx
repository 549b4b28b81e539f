import type { DataOf } from '@kianda/contract';
import { dataTypes, type RetainedDataType, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import type {
  retentionForecast,
  retentionTables,
  retentionTypes,
} from '@kianda/contract/models/retention/statistics.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { EmptyState, FactList, Instant, Panel, PanelGrid, Tile, TileGrid } from '@kianda/ui';
import { barsOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { mapFigure, orReason } from '../../../shared/sourced.ts';
import { useForecast, useMetrics, useTables, useTypes } from '../api/use-retention.ts';
import { percentText, sizeText } from '../api/words.ts';
import styles from '../page.module.css';
import { statisticTexts as texts } from '../texts.pt.ts';
import { Series } from './series.tsx';

const forecastDays = 30;
const kilo = 1_024;
const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });
type Tables = DataOf<typeof retentionTables>;

/** Totals, records per table, size per type, the tables one by one, growth and what follows from it. */
export default function StatisticsTab() {
  const tables = useTables();
  return (
    <>
      <Totals />
      <PanelGrid minWidth={360}>
        <PerTable tables={tables} />
        <PerType />
      </PanelGrid>
      <PanelGrid minWidth={300}>
        {(tables.sourced?.value ?? []).map((table) => (
          <Panel
            key={table.table_name}
            id={table.table_name}
            title={retainedTables[table.table_name]}
            description={<span className="k-mono">{table.table_name}</span>}
            source={tables}
          >
            {() => <TableFacts table={table} />}
          </Panel>
        ))}
      </PanelGrid>
      <ForecastPanel />
      <PanelGrid minWidth={360}>
        <Panel id="observacoes" title={texts.insights} source={tables}>
          {(value) => <Sentences lines={insightsOf(value)} />}
        </Panel>
        <Recommendations />
      </PanelGrid>
    </>
  );
}

function Totals() {
  const metrics = useMetrics();
  return (
    <TileGrid>
      <Tile
        id="registos"
        label={texts.total}
        value={orReason(metrics.figure('total_records'), metrics)}
        format={{ maxDecimals: 0 }}
      />
      <Tile
        id="espaco"
        label={texts.space}
        value={orReason(metrics.figure('total_space_mb'), metrics)}
        unit="MB"
        format={{ maxDecimals: 1 }}
      />
      <Tile
        id="qualidade"
        label={texts.quality}
        value={orReason(
          mapFigure(metrics.figure('avg_quality_score'), (share) => (share === null ? null : share * 100)),
          metrics,
        )}
        unit="%"
        format={{ maxDecimals: 1 }}
        note={texts.qualityNote}
      />
      <Tile
        id="ativos"
        label={texts.active}
        value={orReason(metrics.figure('active_records'), metrics)}
        format={{ maxDecimals: 0 }}
      />
    </TileGrid>
  );
}

function PerTable({ tables }: { readonly tables: ReturnType<typeof useTables> }) {
  return (
    <Panel
      id="registos-por-tabela"
      title={texts.perTable}
      source={tables}
      isEmpty={(value) => value.every(({ total_records }) => total_records === 0)}
      empty={<EmptyState title={texts.emptyTables} />}
    >
      {(value) => <TableShares tables={value} />}
    </Panel>
  );
}

function TableShares({ tables }: { readonly tables: Tables }) {
  const total = tables.reduce((sum, { total_records }) => sum + total_records, 0);
  const option = useMemo(
    () => () => ({
      animation: false,
      series: [
        {
          type: 'pie' as const,
          radius: ['45%', '75%'],
          label: { formatter: '{b}' },
          data: tables.map(({ table_name, total_records }) => ({
            name: retainedTables[table_name],
            value: total_records,
          })),
        },
      ],
    }),
    [tables],
  );
  const marks = useMemo(
    () =>
      tables.map(({ table_name, total_records }) => ({
        label: retainedTables[table_name],
        value: `${whole(total_records)} (${percentText(total_records / total)})`,
      })),
    [tables, total],
  );
  return (
    <FigureChart
      title={texts.perTable}
      source="Kianda"
      marks={marks}
      columns={[texts.table, texts.records, texts.share]}
      rows={tables.map(({ table_name, total_records }) => [
        retainedTables[table_name],
        total_records,
        total_records / total,
      ])}
      option={option}
    />
  );
}

function PerType() {
  const types = useTypes();
  return (
    <Panel
      id="tamanho-por-tipo"
      title={texts.perType}
      source={types}
      isEmpty={(value) => value.length === 0}
      empty={<EmptyState title={texts.emptyTables} />}
    >
      {(value) => <TypeSizes types={value} />}
    </Panel>
  );
}

const typeName = (type: string): string => dataTypes[type as RetainedDataType] ?? type;

function TypeSizes({ types }: { readonly types: DataOf<typeof retentionTypes> }) {
  const { sizes, ...drawn } = useMemo(() => {
    const bars = types.map(({ data_type, total_size_mb }) => ({ label: typeName(data_type), value: total_size_mb }));
    return {
      sizes: bars,
      option: barsOption(bars, texts.size),
      marks: bars.map(({ label, value }) => ({ label, value: sizeText(value) })),
    };
  }, [types]);
  return (
    <FigureChart
      title={texts.perType}
      source="Kianda"
      {...drawn}
      columns={[texts.type, texts.size]}
      rows={sizes.map(({ label, value }) => [label, value])}
    />
  );
}

function TableFacts({ table }: { readonly table: Tables[number] }) {
  const { facts } = texts;
  if (table.total_records === 0) return <EmptyState title={texts.noRecords} />;
  const states = [table.active_records, table.archived_records, table.expired_records].map(whole).join(' / ');
  return (
    <FactList
      items={[
        [facts.records, whole(table.total_records)],
        [facts.size, sizeText(table.total_size_mb)],
        [facts.quality, percentText(table.avg_quality_score)],
        [facts.states, states],
        [facts.accesses, formatNumber(table.avg_access_count, { maxDecimals: 1 })],
        [
          facts.oldest,
          table.oldest_record === null ? UNKNOWN : <Instant key="oldest_record" at={table.oldest_record} />,
        ],
        [
          facts.newest,
          table.newest_record === null ? UNKNOWN : <Instant key="newest_record" at={table.newest_record} />,
        ],
      ]}
    />
  );
}

function insightsOf(tables: Tables): string[] {
  const held = tables.filter(({ total_records }) => total_records > 0);
  const most = (of: (table: Tables[number]) => number) => held.toSorted((a, b) => of(b) - of(a))[0];
  const [largest, heaviest, used] = [
    most(({ total_records }) => total_records),
    most(({ total_size_mb }) => total_size_mb),
    most(({ avg_access_count }) => avg_access_count ?? 0),
  ];
  if (largest === undefined || heaviest === undefined || used === undefined) return [texts.emptyTables];
  return [
    texts.largest(retainedTables[largest.table_name], whole(largest.total_records)),
    texts.heaviest(retainedTables[heaviest.table_name], sizeText(heaviest.total_size_mb)),
    texts.mostUsed(retainedTables[used.table_name], formatNumber(used.avg_access_count, { maxDecimals: 1 })),
  ];
}

export function Sentences({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Recommendations() {
  const forecast = useForecast(forecastDays);
  return (
    <Panel id="recomendacoes" title={texts.recommendations} source={forecast}>
      {({ recommendations }) => <Sentences lines={recommendations} />}
    </Panel>
  );
}

type Forecast = DataOf<typeof retentionForecast>;

function ForecastPanel() {
  const forecast = useForecast(forecastDays);
  const known = forecast.sourced?.value;
  return (
    <Panel
      id="crescimento"
      title={texts.forecast(whole(forecastDays))}
      description={known?.method == null ? undefined : texts.forecastText(known.method, percentText(known.confidence))}
      source={forecast}
      isEmpty={({ projected_size_gb }) => projected_size_gb === null}
      empty={<EmptyState title={texts.noForecast} />}
    >
      {(value) => <ForecastBody forecast={value} />}
    </Panel>
  );
}

function ForecastBody({ forecast }: { readonly forecast: Forecast }) {
  const { history, path, backtest } = forecast;
  const at = (day: string) => `${day}T00:00:00Z`;
  const size = (gigabytes: number | null) => (gigabytes === null ? UNKNOWN : sizeText(gigabytes * kilo));
  const back =
    backtest === null
      ? texts.noBacktest
      : texts.backtestOf(size(backtest.mean_error_gb), size(backtest.baseline_error_gb), percentText(backtest.covered));
  return (
    <>
      <Series
        title={texts.sizeSeries}
        unit="GB"
        format={{ maxDecimals: 3 }}
        lines={[
          { label: texts.noted, points: history.map(({ day, size_gb }) => ({ time: at(day), value: size_gb })) },
          { label: texts.expected, points: path.map(({ day, size_gb }) => ({ time: at(day), value: size_gb })) },
        ]}
        band={{
          label: texts.interval,
          points: path.map(({ day, low_gb, high_gb }) => ({ time: at(day), low: low_gb, high: high_gb })),
        }}
      />
      <FactList
        items={[
          [texts.projected, size(forecast.projected_size_gb)],
          [texts.interval, `${size(forecast.low_gb)} – ${size(forecast.high_gb)}`],
          [texts.growth, formatQuantity(forecast.growth_rate_percent, '%', { maxDecimals: 1 })],
          [texts.backtest, back],
        ]}
      />
    </>
  );
}
