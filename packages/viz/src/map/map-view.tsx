import 'maplibre-gl/dist/maplibre-gl.css';
import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { basePaint } from './base/style.ts';
import type { MapScheme } from './colours.ts';
import { createMap, type MapBounds, type MapCamera, type MapPadding } from './create-map.ts';
import { coloursOf, MapContext, type MapHandle } from './map-context.ts';
import styles from './map-view.module.css';
import { mapTexts } from './texts.pt.ts';

/** Feature under a picked place: its layer and its properties. */
export type PickedFeature = { readonly layer: string; readonly properties: Readonly<Record<string, unknown>> };
export type MapPick = {
  readonly position: readonly [lon: number, lat: number];
  readonly features: readonly PickedFeature[];
};

type Props = {
  /** Content of the map, for screen readers. */
  readonly label: string;
  readonly scheme: MapScheme;
  /** First view; null: the whole of `bounds`. Later changes are the user's. */
  readonly camera: MapCamera | null;
  readonly bounds: MapBounds;
  /** Space that panels cover at each edge, in pixels. */
  readonly padding: MapPadding;
  readonly onCamera?: (camera: MapCamera) => void;
  readonly onPick?: (pick: MapPick) => void;
  /** Position under the pointer, null once it has left. */
  readonly onPointer?: (position: readonly [number, number] | null) => void;
  /** Layers and controls. */
  readonly children?: ReactNode;
};

/** A map of Angola's sea that draws its layers as children. */
export function MapView(props: Props) {
  const { scheme } = props;
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [handle, setHandle] = useState<Pick<MapHandle, 'map' | 'isAlive' | 'interactive'> | null>(null);
  const [failed, setFailed] = useState(false);
  const hintId = useId();

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let alive = true;
    const { label, scheme, camera, bounds, padding } = latest.current;
    let map: MapLibreMap;
    try {
      map = createMap({ container: element, label, scheme, camera, bounds, padding });
    } catch (error) {
      console.warn('kianda: mapa por desenhar', error);
      setFailed(true);
      return;
    }
    map.getCanvas().setAttribute('aria-describedby', hintId);
    const interactive = new Set<string>();
    const stopListening = listen(map, interactive, latest);
    // Layers need the style alone: waiting for the whole first picture would delay the data.
    map.once('style.load', () => {
      if (alive) setHandle({ map, interactive, isAlive: () => alive });
    });
    return () => {
      alive = false;
      stopListening();
      setHandle(null);
      map.remove();
    };
  }, [hintId]);

  useEffect(() => {
    if (handle === null) return;
    for (const [layer, property, value] of basePaint(coloursOf(scheme))) {
      handle.map.setPaintProperty(layer, property as 'fill-color', value);
    }
  }, [handle, scheme]);

  return (
    <div className={styles.root} data-map-ready={handle !== null}>
      <div ref={container} className={styles.canvas} />
      <p id={hintId} className="k-visually-hidden">
        {mapTexts.keyboard}
      </p>
      {failed ? (
        <div className={styles.failure} role="alert">
          <strong>{mapTexts.noWebgl.title}</strong>
          <span>{mapTexts.noWebgl.message}</span>
        </div>
      ) : null}
      {handle === null ? null : (
        <MapContext value={{ ...handle, scheme, colours: coloursOf(scheme) }}>{props.children}</MapContext>
      )}
    </div>
  );
}

/** Turns the map's events into the view's calls; returns what ends it. */
function listen(map: MapLibreMap, interactive: ReadonlySet<string>, latest: { readonly current: Props }): () => void {
  const canvas = map.getCanvas();
  let frame: number | null = null;

  const featuresAt = (point: { x: number; y: number }): PickedFeature[] => {
    const layers = [...interactive].filter((id) => map.getLayer(id) !== undefined);
    if (layers.length === 0) return [];
    // A finger is wider than a pixel.
    const reach = 6;
    const box: [[number, number], [number, number]] = [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ];
    return map
      .queryRenderedFeatures(box, { layers })
      .map((feature) => ({ layer: feature.layer.id, properties: feature.properties }));
  };
  const pick = (lon: number, lat: number, point: { x: number; y: number }) =>
    latest.current.onPick?.({ position: [lon, lat], features: featuresAt(point) });

  const onClick = (event: MapMouseEvent) => pick(event.lngLat.lng, event.lngLat.lat, event.point);
  const onMouseMove = (event: MapMouseEvent) => {
    if (frame !== null) return;
    frame = requestAnimationFrame(() => {
      frame = null;
      latest.current.onPointer?.([event.lngLat.lng, event.lngLat.lat]);
      canvas.style.cursor = featuresAt(event.point).length > 0 ? 'pointer' : '';
    });
  };
  const onMouseOut = () => latest.current.onPointer?.(null);
  const onMoveEnd = () => {
    const { lng, lat } = map.getCenter();
    latest.current.onCamera?.({ center: [lng, lat], zoom: map.getZoom() });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const center = map.getCenter();
    pick(center.lng, center.lat, map.project(center));
  };
  map.on('click', onClick);
  map.on('mousemove', onMouseMove);
  map.on('mouseout', onMouseOut);
  map.on('moveend', onMoveEnd);
  canvas.addEventListener('keydown', onKey);
  return () => {
    if (frame !== null) cancelAnimationFrame(frame);
    canvas.removeEventListener('keydown', onKey);
  };
}
