import type { ImageSource } from 'maplibre-gl';
import { useEffect } from 'react';
import type { ColourScale } from '../../../colour/scale.ts';
import type { Field } from '../../../field/decode.ts';
import { paintField } from '../../../field/raster.ts';
import { slotLayer } from '../../base/style.ts';
import { useMap } from '../../map-context.ts';

type Props = {
  readonly field: Field;
  readonly scale: ColourScale;
  /** 0–1. */
  readonly opacity: number;
};

const id = 'field';

/** A gridded variable in its colours, each cell at its own latitude. */
export function FieldLayer({ field, scale, opacity }: Props) {
  const { map, isAlive } = useMap();

  useEffect(() => {
    const { corners, pixels, width, height } = paintField(field, scale);
    const image = new ImageData(pixels, width, height);
    const coordinates = [...corners] as [Corner, Corner, Corner, Corner];
    const source = map.getSource(id) as ImageSource | undefined;
    if (source !== undefined) {
      source.updateImage({ image, coordinates });
      return;
    }
    map.addSource(id, { type: 'image', coordinates });
    (map.getSource(id) as ImageSource).updateImage({ image });
    map.addLayer(
      { id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0, 'raster-resampling': 'linear' } },
      slotLayer('field'),
    );
  }, [map, field, scale]);

  useEffect(() => {
    if (map.getLayer(id) !== undefined) map.setPaintProperty(id, 'raster-opacity', opacity);
  }, [map, opacity]);

  useEffect(
    () => () => {
      if (!isAlive() || map.getSource(id) === undefined) return;
      map.removeLayer(id);
      map.removeSource(id);
    },
    [map, isAlive],
  );
  return null;
}

type Corner = [number, number];
