import { useMemo } from 'react';
import { GeoLayer } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { elementHitLayers, elementStyle } from './elements-style.ts';

type Props = {
  /** Features whose properties have an `id`. */
  readonly data: GeoJSON.FeatureCollection;
  readonly chosen: string | null;
};

/** Elements of any kind of geometry, one of which may be chosen. */
export function ElementsLayer({ data, chosen }: Props) {
  const { colours } = useMap();
  const layers = useMemo(() => elementStyle(colours, 'elements', { opacity: 1, chosen }), [colours, chosen]);
  return <GeoLayer id="elements" slot="points" data={data} layers={layers} interactive={elementHitLayers} />;
}
