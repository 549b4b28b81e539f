import { type CoastTransect, erosionClassIds } from '@kianda/contract/sea/coast/coast.contract';
import { formatCoordinates } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../shared/map/zee-frame.tsx';
import { classColours, unmeasuredColour } from './class-colours.ts';
import styles from './coastline.module.css';
import { coastTexts } from './texts.pt.ts';

const texts = coastTexts.map;
const transectLayer = 'costa-transetos-linha';
const interactive = [transectLayer];
const layers: readonly GeoLayerSpec[] = [
  {
    ...{ id: transectLayer, type: 'line' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': ['interpolate', ['linear'], ['zoom'], 5, 1.5, 12, 4] },
  },
];
/** Degrees around the transects. */
const margin = 0.04;

type Props = {
  readonly transects: readonly CoastTransect[];
  readonly open: number | undefined;
  readonly onOpen: (transect: number) => void;
};

/** Transects coloured by the class of their rate. */
export default function CoastMap({ transects, open, onOpen }: Props) {
  const { coordinates } = usePreferences();
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const data = useMemo(() => featuresOf(transects), [transects]);
  const bounds = useMemo(() => boundsOf(transects), [transects]);
  const opened = transects.find(({ id }) => id === open);
  return (
    <>
      <ZeeFrame
        key={bounds.join()}
        label={texts.label}
        bounds={bounds}
        onPick={({ features }) => {
          const id = features.find(({ layer }) => layer === transectLayer)?.properties.id;
          if (typeof id === 'number') onOpen(id);
        }}
        onPointer={setPointer}
        above={
          <>
            <GeoLayer id="costa-transetos" slot="lines" data={data} layers={layers} interactive={interactive} />
            {opened === undefined ? null : <PickLayer position={opened.origin} />}
          </>
        }
      >
        {null}
      </ZeeFrame>
      <ul className={styles.legend} aria-label={texts.legend}>
        {erosionClassIds.map((id) => (
          <li key={id}>
            <span className={styles.swatch} style={{ background: classColours[id] }} aria-hidden="true" />
            {coastTexts.classes[id]}
          </li>
        ))}
        <li>
          <span className={styles.swatch} style={{ background: unmeasuredColour }} aria-hidden="true" />
          {texts.unmeasured}
        </li>
      </ul>
      <p className={styles.readout} role="status">
        {pointer === null ? texts.hint : formatCoordinates(pointer, coordinates)}
      </p>
    </>
  );
}

function featuresOf(transects: readonly CoastTransect[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: transects.map(({ id, landward, seaward, class: of }) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [landward, seaward] },
      properties: { id, colour: of === null ? unmeasuredColour : classColours[of] },
    })),
  };
}

function boundsOf(transects: readonly CoastTransect[]): readonly [number, number, number, number] {
  const ends = transects.flatMap(({ landward, seaward }) => [landward, seaward]);
  const [lons, lats] = [ends.map(([lon]) => lon), ends.map(([, lat]) => lat)];
  return [
    lons.reduce((least, lon) => Math.min(least, lon), 180) - margin,
    lats.reduce((least, lat) => Math.min(least, lat), 90) - margin,
    lons.reduce((most, lon) => Math.max(most, lon), -180) + margin,
    lats.reduce((most, lat) => Math.max(most, lat), -90) + margin,
  ];
}
