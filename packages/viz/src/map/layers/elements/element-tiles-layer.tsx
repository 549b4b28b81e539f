import { type AddLayerObject, addProtocol, removeProtocol } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { slotLayer } from '../../base/style.ts';
import { useMap } from '../../map-context.ts';
import { elementStyle } from './elements-style.ts';

/** Bytes of a vector tile; empty where nothing lies. */
export type LoadTile = (z: number, x: number, y: number, signal: AbortSignal) => Promise<ArrayBuffer>;

type Props = {
  /** Name of the layer in the tiles. */
  readonly collection: string;
  readonly load: LoadTile;
};

const id = 'element-tiles';
const protocol = 'kianda-tiles';
const address = /\/(\d+)\/(\d+)\/(\d+)$/;

/**
 * Every element of a collection, by vector tiles, faint below the chosen page of them. Tiles come through `load`, so
 * that they carry the session as any other request: the map's own requests would not.
 */
export function ElementTilesLayer({ collection, load }: Props) {
  const { map, colours, isAlive } = useMap();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    addProtocol(protocol, async ({ url }, controller) => {
      const [, z, x, y] = address.exec(url) ?? [];
      if (z === undefined || x === undefined || y === undefined) throw new Error(`tiles: no place in "${url}"`);
      return { data: await latest.current(Number(z), Number(x), Number(y), controller.signal) };
    });
    map.addSource(id, {
      type: 'vector',
      tiles: [`${protocol}://${encodeURIComponent(collection)}/{z}/{x}/{y}`],
      maxzoom: 11,
    });
    const layers = elementStyle(colours, id, { opacity: 0.45, chosen: null });
    for (const layer of layers) {
      map.addLayer({ ...layer, source: id, 'source-layer': collection } as AddLayerObject, slotLayer('lines'));
    }
    return () => {
      removeProtocol(protocol);
      if (!isAlive()) return;
      for (const layer of layers) if (map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id);
      if (map.getSource(id) !== undefined) map.removeSource(id);
    };
  }, [map, colours, collection, isAlive]);
  return null;
}
