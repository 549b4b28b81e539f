import type { DataOf } from '@kianda/contract';
import { confidenceBands } from '@kianda/contract/models/filters/filter-types';
import type { FilterGrid, filterRunResult, PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { type Column, DataTable } from '@kianda/ui';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import styles from '../page.module.css';
import { detailTexts } from '../texts.pt.ts';

const texts = detailTexts.map;
const pointLayer = 'filtro-pontos';
const hits = [pointLayer];
const shownRegions = 10;

type Result = DataOf<typeof filterRunResult>;
type Props = { readonly filter: PredictiveFilter; readonly result: Result };
type Region = Result['regions']['features'][number];

/** A result on the map: the values of the cells, the outline of what was chosen, and the points. */
export default function FilterMap({ filter, result }: Props) {
  const { grid, regions, points, run } = result;
  const [pointed, setPointed] = useState<readonly [number, number] | null>(null);
  const [pick, setPick] = useState<MapPick | null>(null);
  const scale = useMemo(() => scaleOf(run.summary), [run.summary]);
  const cells = useMemo(() => cellFeatures(grid, scale), [grid, scale]);
  const layers = useMemo(() => layersOf(filter.rule.opacity), [filter.rule.opacity]);
  const unit = run.summary?.unit ?? texts.without;
  return (
    <div className={styles.stack}>
      <ZeeFrame
        label={texts.label(filter.name)}
        onPick={setPick}
        onPointer={setPointed}
        above={
          <>
            <GeoLayer id="filtro-areas" slot="lines" data={regions as GeoJSON.FeatureCollection} layers={outlines} />
            <GeoLayer
              id="filtro-pontos-fonte"
              slot="points"
              data={points as GeoJSON.FeatureCollection}
              layers={circles}
              interactive={hits}
            />
          </>
        }
      >
        <GeoLayer id="filtro-celulas" slot="cells" data={cells} layers={layers} />
      </ZeeFrame>
      <Legend
        title={run.summary?.valueName ?? texts.value}
        unit={unit}
        scale={scale}
        pointed={pointed === null ? null : valueAt(grid, pointed)}
        hasGaps
      />
      <Picked grid={grid} pick={pick} unit={run.summary?.unit ?? ''} />
      {filter.type === 'monitoring_points' ? null : (
        <RegionTable regions={regions.features.slice(0, shownRegions)} unit={run.summary?.unit ?? ''} />
      )}
    </div>
  );
}

const outlines: readonly GeoLayerSpec[] = [
  { id: 'filtro-areas-casco', type: 'line', paint: { 'line-color': '#ffffff', 'line-width': 3, 'line-opacity': 0.7 } },
  { id: 'filtro-areas-linha', type: 'line', paint: { 'line-color': '#14333f', 'line-width': 1.4 } },
];
const circles: readonly GeoLayerSpec[] = [
  {
    id: pointLayer,
    type: 'circle',
    paint: {
      'circle-radius': ['*', 0.4, ['get', 'marker_size']],
      'circle-color': '#ffffff',
      'circle-stroke-color': '#14333f',
      'circle-stroke-width': 1.2,
      'circle-opacity': 0.85,
    },
  },
];
const layersOf = (opacity: number): readonly GeoLayerSpec[] => [
  {
    id: 'filtro-celulas-cor',
    type: 'fill',
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': opacity, 'fill-antialias': false },
  },
];

function scaleOf(summary: Result['run']['summary']): ColourScale {
  const [low, high] = [summary?.min ?? 0, summary?.max ?? 1];
  return createColourScale({ ramp: 'matter', range: low < high ? [low, high] : [low, low + 1], log: false });
}

function cellFeatures(grid: FilterGrid, scale: ColourScale): GeoJSON.FeatureCollection {
  const { west, south, cellDegrees, columns, cells } = grid;
  return {
    type: 'FeatureCollection',
    features: cells.map(({ cell, value }) => {
      const left = west + (cell % columns) * cellDegrees;
      const low = south + Math.floor(cell / columns) * cellDegrees;
      const [right, high] = [left + cellDegrees, low + cellDegrees];
      const ring = [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
        [left, low],
      ];
      return {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [ring] },
        properties: { colour: scale.css(value) },
      };
    }),
  };
}

/** Value of the cell at a place; null where it has none. */
function valueAt(
  { west, south, cellDegrees, columns, rows, cells }: FilterGrid,
  [lon, lat]: readonly [number, number],
) {
  const column = Math.floor((lon - west) / cellDegrees);
  const row = Math.floor((lat - south) / cellDegrees);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
  return cells.find(({ cell }) => cell === row * columns + column)?.value ?? null;
}

/** Value and confidence of the place that was picked. */
function Picked({
  grid,
  pick,
  unit,
}: {
  readonly grid: FilterGrid;
  readonly pick: MapPick | null;
  readonly unit: string;
}) {
  if (pick === null) return <p className={styles.quiet}>{texts.pick}</p>;
  const value = valueAt(grid, pick.position);
  const point = pick.features.find(({ layer }) => layer === pointLayer)?.properties;
  const band = point?.confidence_band;
  return (
    <div className={styles.picked} role="status">
      <span>{value === null ? texts.outside : texts.cell(formatQuantity(value, unit, { maxDecimals: 3 }))}</span>
      {point === undefined || typeof point.confidence !== 'number' ? null : (
        <>
          <span>{String(point.area_name)}</span>
          <span className={styles.quiet}>
            {texts.confidenceOf(
              typeof band === 'string' && band in confidenceBands
                ? confidenceBands[band as keyof typeof confidenceBands].toLowerCase()
                : '',
              formatQuantity(point.confidence * 100, '%', { maxDecimals: 0 }),
            )}
          </span>
          {typeof point.note === 'string' && point.note !== 'null' ? (
            <span className={styles.quiet}>{point.note}</span>
          ) : null}
        </>
      )}
    </div>
  );
}

function RegionTable({ regions, unit }: { readonly regions: readonly Region[]; readonly unit: string }) {
  if (regions.length === 0) return null;
  return (
    <DataTable
      id="areas"
      label={texts.regionsTitle}
      columns={regionColumns(unit)}
      rows={regions}
      rowId={({ id }) => id}
    />
  );
}

const regionColumns = (unit: string): readonly Column<Region>[] => [
  { id: 'place', label: texts.place, value: ({ properties }) => properties.area_name },
  {
    ...{ id: 'area', label: texts.area, value: ({ properties }) => properties.areaKm2 },
    render: ({ properties }) => formatQuantity(properties.areaKm2, 'km²', { maxDecimals: 0 }),
  },
  {
    ...{ id: 'mean', label: texts.mean, value: ({ properties }) => properties.mean },
    render: ({ properties }) => formatQuantity(properties.mean, unit, { maxDecimals: 3 }),
  },
  {
    ...{ id: 'cells', label: texts.cells, value: ({ properties }) => properties.cells },
    render: ({ properties }) => formatNumber(properties.cells),
  },
];
