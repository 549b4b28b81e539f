import { useMemo } from 'react';
import { GeoLayer } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { classedHitLayers, classedStyle, type MapClass } from './classes-style.ts';

type Props = {
  /** Prefix of the style's ids: one for each layer of a map. */
  readonly id: string;
  readonly slot: 'areas' | 'lines' | 'points';
  /** Features whose properties have a `featureId`. */
  readonly data: GeoJSON.FeatureCollection;
  readonly attribute: string | null;
  readonly classes: readonly MapClass[];
  readonly chosen: string | null;
};

/** Features in the colours of a legend, one of which may be chosen. */
export function ClassesLayer({ id, slot, data, attribute, classes, chosen }: Props) {
  const { colours } = useMap();
  const layers = useMemo(
    () => classedStyle(id, { attribute, classes, chosen, other: colours.station, ring: colours.stationRing }),
    [id, attribute, classes, chosen, colours],
  );
  const interactive = useMemo(() => classedHitLayers(id), [id]);
  return <GeoLayer id={id} slot={slot} data={data} layers={layers} interactive={interactive} />;
}
