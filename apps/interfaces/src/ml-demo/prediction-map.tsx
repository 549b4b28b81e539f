import { type MapBand, type ModelMap, mapColours, modelMapGrid } from '@kianda/contract/models/maps/maps.contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import type { Position } from '@kianda/geo';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { useMemo } from 'react';
import { useRead } from '../client/use-read.ts';
import { modelMapName } from '../ocean-map/use-model-map.ts';
import MapBox from '../page-frame/map-box.tsx';
import styles from './ml-demo.module.css';
import { mlTexts as texts } from './texts.pt.ts';

type Props = {
  /** Map of the version in use; null: none was made. */
  readonly map: ModelMap | null;
  readonly band: MapBand;
  readonly place: Position | null;
  readonly camera: MapCamera | null;
  readonly onCamera: (camera: MapCamera) => void;
  readonly onPlace: (place: Position) => void;
};

/** Map of a version's predictions, on which a place is picked. Loaded after the page. */
export default function PredictionMap({ map, band, place, camera, onCamera, onPlace }: Props) {
  const zee = useRead(zeeBoundary, {});
  const grid = useRead(modelMapGrid, map === null ? null : { params: { id: map.id }, query: { band } });
  const field = useMemo(() => (grid.sourced === undefined ? null : decodeField(grid.sourced.value)), [grid.sourced]);
  const scale = useMemo(
    () => (map === null ? null : createColourScale({ ...mapColours(map, band), log: false })),
    [map, band],
  );
  const isClasses = map !== null && band === 'value' && map.classes.length > 0;
  const unit = map === null ? '' : (map.bands.find((one) => one.band === band)?.unit ?? '');
  return (
    <MapBox
      label={texts.mapLabel}
      camera={camera}
      onCamera={onCamera}
      onPick={({ position }) => onPlace(position)}
      caption={{
        title: texts.mapLabel,
        detail: map === null ? '' : modelMapName(map),
        source: '',
        legend: scale === null || isClasses ? null : { scale, unit },
      }}
      legend={
        map === null || scale === null ? (
          <p className={styles.note}>{texts.noMap}</p>
        ) : isClasses ? (
          <ul className={styles.classes}>
            {map.classes.map((name, code) => (
              <li key={name}>
                <span style={{ background: scale.css(code) }} aria-hidden="true" /> {name}
              </li>
            ))}
          </ul>
        ) : (
          <Legend title={texts.bands[band]} unit={unit} scale={scale} when={modelMapName(map)} hasGaps />
        )
      }
    >
      {field === null || scale === null ? null : (
        <FieldLayer field={field} scale={scale} opacity={1} isCodes={isClasses} />
      )}
      {zee.sourced === undefined ? null : <ZeeLayer data={zee.sourced.value.boundary} />}
      {place === null ? null : <PickLayer position={place} />}
    </MapBox>
  );
}
