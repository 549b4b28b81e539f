import type { LimitLine, MaritimeBoundary } from '@kianda/contract/sea/limits/limits.contract';
import { formatCoordinates } from '@kianda/format';
import { categoryColours, usePreferences } from '@kianda/ui';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../shared/map/zee-frame.tsx';
import styles from './limits.module.css';
import type { PickedPlace } from './search.ts';
import { limitTexts } from './texts.pt.ts';

const texts = limitTexts.map;
const [blue, orange, green, , sky, vermilion] = categoryColours;

/** Zones on the map; the continental shelf has the place of the economic zone, and stands in the table alone. */
const colours = { internal_waters: green, territorial_waters: blue, contiguous_zone: sky, zee: orange } as const;
type Drawn = keyof typeof colours;
const drawn = Object.keys(colours) as Drawn[];
const angola = [7.4, -18.2, 14.2, -4.2] as const;

const fills: readonly GeoLayerSpec[] = [
  {
    id: 'limites-zonas-cor',
    type: 'fill',
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': ['get', 'opacity'] },
  },
];
const outlines: readonly GeoLayerSpec[] = [
  {
    id: 'limites-linhas-exteriores',
    type: 'line',
    filter: ['!=', ['get', 'kind'], 'median'],
    paint: { 'line-color': ['get', 'colour'], 'line-width': 1.6 },
  },
  {
    id: 'limites-linhas-medianas',
    type: 'line',
    filter: ['==', ['get', 'kind'], 'median'],
    paint: { 'line-color': vermilion, 'line-width': 2, 'line-dasharray': [3, 2] },
  },
];

type Props = {
  readonly zones: readonly MaritimeBoundary[];
  readonly lines: readonly LimitLine[];
  readonly place: PickedPlace | null;
  readonly onPick: (place: PickedPlace) => void;
};

/** The zones with their lines, and the place that was picked. */
export default function LimitsMap({ zones, lines, place, onPick }: Props) {
  const { coordinates } = usePreferences();
  const [pointer, setPointer] = useState<PickedPlace | null>(null);
  const areas = useMemo(() => zoneFeatures(zones), [zones]);
  const limits = useMemo(() => lineFeatures(lines), [lines]);
  return (
    <>
      <ZeeFrame
        label={texts.label}
        bounds={angola}
        onPick={({ position }) => onPick(position)}
        onPointer={setPointer}
        above={
          <>
            <GeoLayer id="limites-linhas" slot="lines" data={limits} layers={outlines} />
            {place === null ? null : <PickLayer position={place} />}
          </>
        }
      >
        <GeoLayer id="limites-zonas" slot="areas" data={areas} layers={fills} />
      </ZeeFrame>
      <ul className={styles.legend} aria-label={texts.legend}>
        {drawn.map((type) => (
          <li key={type}>
            <span className={styles.swatch} style={{ background: colours[type] }} aria-hidden="true" />
            {texts.zones[type]}
          </li>
        ))}
        <li>
          <span className={styles.swatch} data-line="true" style={{ color: vermilion }} aria-hidden="true" />
          {texts.median}
        </li>
        <li>
          <span className={styles.swatch} data-line="true" aria-hidden="true" />
          {texts.platform}
        </li>
      </ul>
      <p className={styles.readout} role="status">
        {pointer === null ? texts.hint : formatCoordinates(pointer, coordinates)}
      </p>
    </>
  );
}

function zoneFeatures(zones: readonly MaritimeBoundary[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: drawn.flatMap((type) => {
      const zone = zones.find((one) => one.type === type);
      const opacity = type === 'zee' ? 0.16 : 0.34;
      if (zone === undefined) return [];
      return [{ type: 'Feature', geometry: zone.geometry, properties: { colour: colours[type], opacity } }];
    }),
  };
}

function lineFeatures(lines: readonly LimitLine[]): GeoJSON.FeatureCollection {
  const colourOf = { territorial: blue, contiguous: sky, zee: orange, median: vermilion } as const;
  return {
    type: 'FeatureCollection',
    features: lines.map(({ kind, geometry }) => ({
      ...{ type: 'Feature', geometry, properties: { kind, colour: colourOf[kind] } },
    })),
  };
}
