import { heatSide } from '@kianda/geo';
import type { ImageSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { slotLayer } from '../../base/style.ts';
import { useMap } from '../../map-context.ts';
import { blockCorners, type HeatBlock } from './mosaic.ts';

type Props = {
  readonly block: HeatBlock;
  /** Four bytes for each cell of the block, row by row from the north-west. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly opacity?: number;
};

const id = 'calor';

/** Cells of presence in their colours, each a square of the map: one picture, replaced whole at every step. */
export function HeatLayer({ block, pixels, opacity = 0.85 }: Props) {
  const { map, isAlive } = useMap();
  useEffect(() => {
    const image = new ImageData(pixels, block.columns * heatSide, block.rows * heatSide);
    const coordinates = [...blockCorners(block)] as [Corner, Corner, Corner, Corner];
    const source = map.getSource(id) as ImageSource | undefined;
    if (source !== undefined) {
      source.updateImage({ image, coordinates });
      return;
    }
    map.addSource(id, { type: 'image', coordinates });
    (map.getSource(id) as ImageSource).updateImage({ image });
    map.addLayer(
      { id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0, 'raster-resampling': 'nearest' } },
      slotLayer('cells'),
    );
  }, [map, block, pixels]);
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
