import type { ImageSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { type Slot, slotLayer } from './base/style.ts';
import { useMap } from './map-context.ts';

export type Picture = {
  /** RGBA, row by row from the north-west. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** North-west, north-east, south-east, south-west: `[lon, lat]`. */
  readonly corners: readonly (readonly [number, number])[];
};

type Corner = [number, number];

/** A picture lying on the map, replaced whole and without fading whenever another comes. */
export function usePicture(
  id: string,
  slot: Slot,
  { picture, opacity, resampling }: { picture: Picture; opacity: number; resampling: 'linear' | 'nearest' },
): void {
  const { map, isAlive } = useMap();
  useEffect(() => {
    const image = new ImageData(picture.pixels, picture.width, picture.height);
    const coordinates = picture.corners.map(([lon, lat]) => [lon, lat]) as [Corner, Corner, Corner, Corner];
    const source = map.getSource(id) as ImageSource | undefined;
    if (source !== undefined) {
      source.updateImage({ image, coordinates });
      return;
    }
    map.addSource(id, { type: 'image', coordinates });
    (map.getSource(id) as ImageSource).updateImage({ image });
    map.addLayer(
      { id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0, 'raster-resampling': resampling } },
      slotLayer(slot),
    );
  }, [map, id, slot, picture, resampling]);
  useEffect(() => {
    if (map.getLayer(id) !== undefined) map.setPaintProperty(id, 'raster-opacity', opacity);
  }, [map, id, opacity]);
  useEffect(
    () => () => {
      if (!isAlive() || map.getSource(id) === undefined) return;
      map.removeLayer(id);
      map.removeSource(id);
    },
    [map, isAlive, id],
  );
}
