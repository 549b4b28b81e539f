import { formatCount } from '@kianda/format';
import { ClassesLayer } from '@kianda/viz/map/layers/classes/classes-layer.tsx';
import { DrawArea } from '@kianda/viz/map/layers/draw/draw-area.tsx';
import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../map/zee-frame.tsx';
import styles from './analysis.module.css';
import type { Sketch } from './drawing.rules.ts';
import { NumberField } from './number-field.tsx';
import { formTexts as texts } from './texts.pt.ts';

const ways = ['polygon', 'rectangle', 'point', 'select'] as const;
type Way = (typeof ways)[number];
type Props = { readonly sketch: Sketch; readonly onChange: (sketch: Sketch) => void };

/** Areas and points drawn on the map; points may also be written. */
export default function DrawingField({ sketch, onChange }: Props) {
  const [way, setWay] = useState<Way>('polygon');
  const { rings, points } = sketch;
  const addPoint = (position: readonly [number, number]) => onChange({ ...sketch, points: [...points, position] });
  const isEmpty = rings.length === 0 && points.length === 0;
  return (
    <div className={styles.stack}>
      <SegmentedControl
        size="xs"
        aria-label={texts.draw}
        value={way}
        data={ways.map((value) => ({ value, label: texts.ways[value] }))}
        onChange={setWay}
      />
      <div className={styles.map}>
        <ZeeFrame
          label={texts.drawLabel}
          fills
          onPick={({ position }) => (way === 'point' ? addPoint(position) : undefined)}
          onPointer={() => undefined}
          above={<Points points={points} />}
        >
          <DrawArea
            mode={way === 'point' ? 'select' : way}
            rings={rings}
            onChange={(drawn) => {
              onChange({ ...sketch, rings: drawn });
              if (way === 'polygon' || way === 'rectangle') setWay('select');
            }}
          />
        </ZeeFrame>
      </div>
      <p className={styles.quiet}>{texts.wayHelp[way]}</p>
      {way === 'point' ? <PointFields onPoint={addPoint} /> : null}
      <div className={styles.row}>
        <span className={styles.quiet} role="status">
          {texts.drawn(
            formatCount(rings.length, texts.area, texts.areas),
            formatCount(points.length, texts.point, texts.points),
          )}
        </span>
        <Button
          size="xs"
          variant="default"
          disabled={isEmpty}
          onClick={() => {
            onChange({ rings: [], points: [] });
            setWay('polygon');
          }}
        >
          {texts.clear}
        </Button>
      </div>
    </div>
  );
}

function Points({ points }: Pick<Sketch, 'points'>) {
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: points.map(([lon, lat], place) => ({
        type: 'Feature',
        properties: { featureId: String(place) },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })),
    }),
    [points],
  );
  return <ClassesLayer id="desenho" slot="points" data={data} attribute={null} classes={none} chosen={null} />;
}
const none: readonly [] = [];

/** A point by its coordinates, for whoever can't touch the map, or knows it exactly. */
function PointFields({ onPoint }: { readonly onPoint: (point: readonly [number, number]) => void }) {
  const [lon, setLon] = useState<number | null>(null);
  const [lat, setLat] = useState<number | null>(null);
  const isFit = lon !== null && lat !== null && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  return (
    <div className={`${styles.row} ${styles.end}`}>
      <NumberField label={texts.longitude} value={lon} min={-180} max={180} onValue={setLon} />
      <NumberField label={texts.latitude} value={lat} min={-90} max={90} onValue={setLat} />
      <Button variant="default" disabled={!isFit} onClick={() => (isFit ? onPoint([lon, lat]) : undefined)}>
        {texts.addPoint}
      </Button>
    </div>
  );
}
