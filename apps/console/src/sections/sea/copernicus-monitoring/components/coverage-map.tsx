import type { SatelliteProduct } from '@kianda/contract/sea/ocean/sources.contract';
import { formatCoordinates, formatCount, formatRelative } from '@kianda/format';
import { useNow, usePreferences } from '@kianda/ui';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FootprintsLayer } from '@kianda/viz/map/layers/footprints/footprints-layer.tsx';
import { PassesLayer, passScale } from '@kianda/viz/map/layers/passes/passes-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import type { Monitoring } from '../api/use-monitoring.ts';
import styles from '../page.module.css';
import { monitoringTexts } from '../texts.pt.ts';

const texts = monitoringTexts.map;

type Coverage = Monitoring['coverage'];
type Point = readonly [lon: number, lat: number];
type Props = {
  readonly coverage: Coverage;
  readonly products: readonly SatelliteProduct[] | undefined;
};

/** Cells of the ZEE by how often satellites saw them, and the outlines of the last products. */
export default function CoverageMap({ coverage, products }: Props) {
  const [place, setPlace] = useState<Point | null>(null);
  const footprints = useMemo(() => (products === undefined ? null : collectionOf(products)), [products]);
  const cell = place === null ? undefined : cellAt(coverage, place);
  const days = formatCount(coverage.days, 'dia', 'dias');
  return (
    <>
      <ZeeFrame
        label={texts.label}
        onPick={({ position }) => setPlace(position)}
        onPointer={setPlace}
        above={footprints === null ? null : <FootprintsLayer data={footprints} />}
      >
        <PassesLayer cells={coverage.cells} cellDegrees={coverage.cellDegrees} opacity={0.85} />
      </ZeeFrame>
      <div className={styles.legend}>
        <Legend title={texts.legend(days)} unit={texts.unit} scale={passScale} pointed={cell?.passes ?? null} />
      </div>
      <Readout place={place} cell={cell} />
    </>
  );
}

type Cell = Coverage['cells'][number];

function Readout({ place, cell }: { readonly place: Point | null; readonly cell: Cell | undefined }) {
  const { coordinates, timeZone } = usePreferences();
  const now = useNow(60);
  if (place === null) return <p className={styles.readout}>{texts.hint}</p>;
  const seen =
    cell === undefined
      ? texts.outside
      : cell.lastSeen === null
        ? texts.none
        : texts.passes(formatCount(cell.passes, texts.one, texts.many), formatRelative(cell.lastSeen, now, timeZone));
  return (
    <p className={styles.readout}>
      <span className="k-mono">{formatCoordinates(place, coordinates)}</span>
      <strong>{seen}</strong>
    </p>
  );
}

function cellAt({ cells, cellDegrees }: Coverage, [lon, lat]: Point): Cell | undefined {
  return cells.find(
    (cell) => lon >= cell.lon && lon < cell.lon + cellDegrees && lat >= cell.lat && lat < cell.lat + cellDegrees,
  );
}

function collectionOf(products: readonly SatelliteProduct[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: products.flatMap(({ id, footprint }) => {
      const isAreal = footprint?.type === 'Polygon' || footprint?.type === 'MultiPolygon';
      if (!isAreal) return [];
      return [{ type: 'Feature' as const, properties: { id }, geometry: footprint as unknown as GeoJSON.Polygon }];
    }),
  };
}
