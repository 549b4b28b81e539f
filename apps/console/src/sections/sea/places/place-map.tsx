import type { DataOf } from '@kianda/contract';
import type { placeById } from '@kianda/contract/sea/places/places.contract';
import { formatCoordinates } from '@kianda/format';
import { bboxPad } from '@kianda/geo';
import { usePreferences } from '@kianda/ui';
import { FootprintsLayer } from '@kianda/viz/map/layers/footprints/footprints-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../shared/map/zee-frame.tsx';
import styles from './places.module.css';
import { placesTexts as texts } from './texts.pt.ts';

/** Space around an area, degrees. */
const margin = 0.1;

/** A place on the map: the outline of an area, a ring around a point. */
export default function PlaceMap({ place }: { readonly place: DataOf<typeof placeById> }) {
  const { coordinates } = usePreferences();
  const [position, setPosition] = useState<readonly [number, number] | null>(null);
  const { geometry, bounds, name, lon, lat } = place;
  const outline = useMemo<GeoJSON.FeatureCollection>(
    () => ({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }),
    [geometry],
  );
  return (
    <>
      <ZeeFrame
        label={texts.map.label(name)}
        bounds={bboxPad(bounds, margin)}
        onPick={(pick) => setPosition(pick.position)}
        onPointer={setPosition}
        above={geometry.type === 'Point' ? <PickLayer position={[lon, lat]} /> : <FootprintsLayer data={outline} />}
      >
        {null}
      </ZeeFrame>
      <p className={styles.readout} role="status">
        {position === null ? texts.map.hint : formatCoordinates(position, coordinates)}
      </p>
    </>
  );
}
