import type { DataOf } from '@kianda/contract';
import { type publicModelMap, publicModelMapGrid } from '@kianda/contract/models/maps/map-links.contract';
import { type MapBand, mapBands, mapColours } from '@kianda/contract/models/maps/maps.contract';
import { formatCoordinates, formatQuantity } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { modelMapName } from '../ocean-map/use-model-map.ts';
import MapBox from '../page-frame/map-box.tsx';
import styles from './public-map.module.css';
import { publicModelTexts as texts } from './texts.pt.ts';

export type PublicModel = DataOf<typeof publicModelMap>;
type Props = { readonly map: PublicModel; readonly band: MapBand };

/** A layer of a model's map, and the value of the place that is touched. Loaded after the page. */
export default function ModelMapBox({ map, band }: Props) {
  const { coordinates } = usePreferences();
  const [place, setPlace] = useState<readonly [number, number] | null>(null);
  const grid = useRead(publicModelMapGrid, { params: { token: '' }, query: { band } });
  const field = useMemo(() => (grid.sourced === undefined ? null : decodeField(grid.sourced.value)), [grid.sourced]);
  const scale = useMemo(() => createColourScale({ ...mapColours(map, band), log: false }), [map, band]);
  const isClasses = band === 'value' && map.classes.length > 0;
  const unit = map.bands.find((one) => one.band === band)?.unit ?? '';
  const value = field === null || place === null ? null : fieldValueAt(field, place);
  const told = value === null ? texts.noValue : isClasses ? (map.classes[value] ?? texts.noValue) : null;
  return (
    <MapBox
      label={texts.mapLabel}
      camera={null}
      onPick={({ position }) => setPlace(position)}
      caption={{
        title: modelMapName(map),
        detail: mapBands[band],
        source: map.operatorName,
        legend: isClasses ? null : { scale, unit },
      }}
      legend={
        <>
          {isClasses ? (
            <ul className={styles.classes}>
              {map.classes.map((name, code) => (
                <li key={name}>
                  <span style={{ background: scale.css(code) }} aria-hidden="true" /> {name}
                </li>
              ))}
            </ul>
          ) : (
            <Legend
              title={mapBands[band]}
              unit={unit === '' ? texts.noUnit : unit}
              scale={scale}
              pointed={value}
              hasGaps
            />
          )}
          {grid.error === null ? null : <p role="alert">{texts.layerFailed(grid.error.message)}</p>}
          <p aria-live="polite">
            {place === null
              ? texts.hint
              : `${formatCoordinates(place, coordinates)}: ${told ?? formatQuantity(value ?? 0, unit, { maxDecimals: 3 })}`}
          </p>
        </>
      }
    >
      {field === null ? null : <FieldLayer field={field} scale={scale} opacity={1} isCodes={isClasses} />}
      {place === null ? null : <PickLayer position={place} />}
    </MapBox>
  );
}
