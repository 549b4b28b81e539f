import type { AddLayerObject, GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { type Slot, slotLayer } from './base/style.ts';
import { useMap } from './map-context.ts';

/** A style layer without its source, which is the GeoJSON it belongs to. */
export type GeoLayerSpec = DistributiveOmit<Extract<AddLayerObject, { source?: unknown }>, 'source'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

type Props = {
  readonly id: string;
  readonly slot: Slot;
  readonly data: GeoJSON.FeatureCollection | GeoJSON.Feature;
  readonly layers: readonly GeoLayerSpec[];
  /** Ids of `layers` whose features answer to the pointer. */
  readonly interactive?: readonly string[];
};

/** GeoJSON drawn by style layers; follows changes of its data and paint, and leaves when it is unmounted. */
export function GeoLayer({ id, slot, data, layers, interactive = [] }: Props) {
  const { map, isAlive, interactive: registry } = useMap();
  const latest = useRef({ data, layers, interactive });
  latest.current = { data, layers, interactive };

  useEffect(() => {
    const { data, layers, interactive } = latest.current;
    map.addSource(id, { type: 'geojson', data });
    for (const layer of layers) map.addLayer({ ...layer, source: id } as AddLayerObject, slotLayer(slot));
    for (const layer of interactive) registry.add(layer);
    const ids = layers.map((layer) => layer.id);
    return () => {
      for (const layer of interactive) registry.delete(layer);
      if (!isAlive()) return;
      for (const layer of ids) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
      if (map.getSource(id) !== undefined) map.removeSource(id);
    };
  }, [map, id, slot, isAlive, registry]);

  useEffect(() => {
    void (map.getSource(id) as GeoJSONSource | undefined)?.setData(data);
  }, [map, id, data]);

  useEffect(() => {
    for (const layer of layers) {
      if (map.getLayer(layer.id) === undefined) continue;
      for (const [property, value] of Object.entries(layer.paint ?? {})) {
        map.setPaintProperty(layer.id, property as 'fill-color', value as string);
      }
    }
  }, [map, layers]);
  return null;
}
