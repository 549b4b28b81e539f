import type { LimitDrawing, MaritimeBoundary } from '@kianda/contract/sea/limits/limits.contract';
import { formatCount, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { CardColumns } from '../../shared/card/card.tsx';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import styles from './limits.module.css';
import { limitTexts as texts } from './texts.pt.ts';
import type { useDrawing } from './use-limits.ts';

const area = (km2: number) => formatQuantity(km2, 'km²', { maxDecimals: 0 });
const length = (km: number) => formatQuantity(km, 'km', { maxDecimals: 0 });

/** Zones with their area, their outline and the articles that they follow. */
export function ZoneTable({ zones }: { readonly zones: readonly MaritimeBoundary[] }) {
  return (
    <DataTable
      id="zonas-maritimas"
      label={texts.zones.table}
      columns={zoneColumns}
      rows={zones.filter(({ type }) => type !== 'fishing_zones')}
      rowId={({ id }) => id}
    />
  );
}

const zoneColumns: readonly Column<MaritimeBoundary>[] = [
  { id: 'name', label: texts.zones.name, value: ({ name }) => name },
  {
    ...{ id: 'limit', label: texts.zones.limit, value: ({ limitMiles }) => limitMiles, align: 'end' },
    render: ({ limitMiles }) =>
      limitMiles === null ? (
        <abbr title={texts.zones.noLimit}>{UNKNOWN}</abbr>
      ) : (
        formatQuantity(limitMiles, 'M', { maxDecimals: 0 })
      ),
  },
  {
    ...{ id: 'area', label: texts.zones.area, value: (zone) => zone.area, align: 'end' },
    render: (zone) => area(zone.area),
  },
  {
    ...{ id: 'perimeter', label: texts.zones.perimeter, value: ({ perimeter }) => perimeter, align: 'end' },
    render: ({ perimeter }) => length(perimeter),
  },
  {
    ...{ id: 'articles', label: texts.zones.articles, value: ({ legal }) => legal?.articles ?? null },
    render: ({ legal }) =>
      legal === null ? (
        UNKNOWN
      ) : legal.url === null ? (
        legal.articles
      ) : (
        <Anchor href={legal.url} target="_blank" rel="noreferrer">
          {legal.articles}
        </Anchor>
      ),
  },
  {
    ...{ id: 'says', label: texts.zones.says, value: ({ legal }) => legal?.says ?? null },
    render: ({ legal }) => <div className={styles.note}>{legal?.says ?? UNKNOWN}</div>,
  },
  {
    ...{ id: 'national', label: texts.zones.national, value: ({ legal }) => legal?.national ?? null },
    render: ({ legal }) => (
      <div className={styles.note}>{legal?.national ?? <abbr title={texts.zones.noNational}>{UNKNOWN}</abbr>}</div>
    ),
  },
  { id: 'source', label: texts.zones.source, value: ({ source }) => source },
];

type Line = LimitDrawing['lines'][number];
type Overlap = LimitDrawing['overlaps'][number];
type Source = { readonly source: ReturnType<typeof useDrawing>['drawing'] };

/** The lines of the drawing, and what both coasts may claim. */
export function LineTables({ source }: Source) {
  return (
    <CardColumns>
      <Panel id="linhas" title={texts.lines.title} description={texts.lines.description} source={source} flush>
        {({ drawing }) => (
          <DataTable
            id="linhas-dos-limites"
            label={texts.lines.table}
            columns={lineColumns}
            rows={drawing?.lines ?? []}
            rowId={({ id }) => id}
          />
        )}
      </Panel>
      <Panel
        id="sobreposicoes"
        title={texts.overlaps.title}
        description={texts.overlaps.description}
        source={source}
        flush
      >
        {({ drawing }) => (
          <DataTable
            id="sobreposicoes-com-vizinhos"
            label={texts.overlaps.table}
            columns={overlapColumns}
            rows={drawing?.overlaps ?? []}
            rowId={({ neighbour }) => neighbour}
          />
        )}
      </Panel>
    </CardColumns>
  );
}

const note = (text: string | null) => (
  <div className={styles.note}>{text ?? <abbr title={texts.lines.noNote}>{UNKNOWN}</abbr>}</div>
);

const lineColumns: readonly Column<Line>[] = [
  { id: 'name', label: texts.lines.name, value: ({ name }) => name },
  {
    ...{ id: 'length', label: texts.lines.length, value: (line) => line.length, align: 'end' },
    render: (line) => length(line.length),
  },
  { id: 'note', label: texts.lines.note, value: (line) => line.note, render: (line) => note(line.note) },
];

const overlapColumns: readonly Column<Overlap>[] = [
  { id: 'neighbour', label: texts.overlaps.neighbour, value: ({ neighbour }) => neighbour },
  {
    ...{ id: 'area', label: texts.overlaps.area, value: (overlap) => overlap.area, align: 'end' },
    render: (overlap) => area(overlap.area),
  },
  {
    ...{ id: 'own', label: texts.overlaps.own, value: ({ ownArea }) => ownArea, align: 'end' },
    render: ({ ownArea }) => area(ownArea),
  },
];

/** The drawing beside the ZEE of the platform, and all that is needed to repeat it. */
export function MethodPanel({ source }: Source) {
  return (
    <CardColumns>
      <Panel id="metodo" title={texts.method.title} source={source}>
        {({ drawing }) => (drawing === null ? null : <Method drawing={drawing} />)}
      </Panel>
      <Panel id="comparacao" title={texts.compare.title} source={source}>
        {({ drawing }) => (drawing === null ? null : <Comparison {...drawing.comparison} />)}
      </Panel>
    </CardColumns>
  );
}

function Comparison({ drawn, platform, both, onlyDrawn, onlyPlatform, note: said }: LimitDrawing['comparison']) {
  const facts = { drawn, platform, both, onlyDrawn, onlyPlatform };
  return (
    <div className={styles.place}>
      <Facts>
        {(Object.keys(facts) as (keyof typeof facts)[]).map((key) => (
          <Fact key={key} label={texts.compare[key]} reason={texts.method.unknown}>
            {area(facts[key])}
          </Fact>
        ))}
      </Facts>
      <p className={styles.readout}>{said}</p>
    </div>
  );
}

function Method({ drawing }: { readonly drawing: LimitDrawing }) {
  const { baseline, bays, seconds, requestedBy, method } = drawing;
  const bayArea = bays.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);
  const facts = {
    method,
    baseline: baseline.title,
    resolution: baseline.resolution,
    source: baseline.source,
    licence: baseline.licence,
    bays: texts.method.bayText(formatCount(bays.length, texts.method.bay, texts.method.bayMany), area(bayArea)),
    seconds: formatQuantity(seconds, 's', { maxDecimals: 0 }),
    by: requestedBy,
  };
  return (
    <Facts>
      {(Object.keys(facts) as (keyof typeof facts)[]).map((key) => (
        <Fact key={key} label={texts.method[key]} reason={texts.method.unknown}>
          {facts[key]}
        </Fact>
      ))}
    </Facts>
  );
}
