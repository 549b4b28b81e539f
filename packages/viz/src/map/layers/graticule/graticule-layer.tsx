import { formatNumber } from '@kianda/format';
import { useEffect, useMemo, useState } from 'react';
import { graticuleLines, graticuleStep, multiplesWithin } from '../../base/graticule.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import styles from './graticule.module.css';

type Label = { readonly key: string; readonly text: string; readonly x: number | null; readonly y: number | null };

const degrees = (value: number, positive: string, negative: string) =>
  `${formatNumber(Math.abs(value), { maxDecimals: 2 })}°${value === 0 ? '' : value < 0 ? negative : positive}`;

/** Meridians and parallels with their degrees at the top and right edges. */
export function GraticuleLayer() {
  const { map, colours } = useMap();
  const [step, setStep] = useState(() => graticuleStep(map.getZoom()));
  const [labels, setLabels] = useState<readonly Label[]>([]);

  useEffect(() => {
    const update = () => {
      const bounds = map.getBounds();
      const next = graticuleStep(map.getZoom());
      setStep(next);
      const meridians = multiplesWithin(bounds.getWest(), bounds.getEast(), next).map((lon) => ({
        key: `x${lon}`,
        text: degrees(lon, 'E', 'W'),
        x: map.project([lon, bounds.getNorth()]).x,
        y: null,
      }));
      const parallels = multiplesWithin(bounds.getSouth(), bounds.getNorth(), next).map((lat) => ({
        key: `y${lat}`,
        text: degrees(lat, 'N', 'S'),
        x: null,
        y: map.project([bounds.getWest(), lat]).y,
      }));
      setLabels([...meridians, ...parallels]);
    };
    update();
    map.on('move', update);
    map.on('resize', update);
    return () => {
      map.off('move', update);
      map.off('resize', update);
    };
  }, [map]);

  const data = useMemo(() => graticuleLines([-20, -40, 40, 20], step), [step]);
  const layers = useMemo<GeoLayerSpec[]>(
    () => [{ id: 'graticule', type: 'line', paint: { 'line-color': colours.graticule, 'line-width': 1 } }],
    [colours],
  );
  return (
    <>
      <GeoLayer id="graticule" slot="graticule" data={data} layers={layers} />
      <div className={styles.labels} aria-hidden="true">
        {labels.map(({ key, text, x, y }) => (
          <span
            key={key}
            className={x === null ? styles.parallel : styles.meridian}
            style={x === null ? { top: y ?? 0 } : { left: x }}
          >
            {text}
          </span>
        ))}
      </div>
    </>
  );
}
