import type { ImageSource } from 'maplibre-gl';
import { useEffect } from 'react';
import type { ColourScale } from '../../../colour/scale.ts';
import type { Field } from '../../../field/decode.ts';
import { paintField, pixelsPerCell } from '../../../field/raster.ts';
import { slotLayer } from '../../base/style.ts';
import { useMap } from '../../map-context.ts';

type Props = {
  readonly field: Field;
  readonly scale: ColourScale;
  /** 0–1. */
  readonly opacity: number;
};

const id = 'field';

/** Stripes over gaps, alpha first: seen beside the darkest and the palest end of every ramp. */
const gapStripes = { light: 0x38_50_3a_28, dark: 0x3c_d2_c2_b0 } as const;

/** A gridded variable in its colours, each cell at its own latitude. */
export function FieldLayer({ field, scale, opacity }: Props) {
  const { map, scheme, isAlive } = useMap();
  const gap = gapStripes[scheme];

  useEffect(() => {
    const { corners, pixels, width, height } = paintField(field, scale, pixelsPerCell(field.grid.rows), gap);
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
  }, [map, field, scale, gap]);

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
