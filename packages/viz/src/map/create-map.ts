import { MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import landAddress from './base/land.geojson?url';
import { baseStyle } from './base/style.ts';
import type { MapScheme } from './colours.ts';
import { coloursOf } from './map-context.ts';

setWorkerUrl(workerAddress);

/** west, south, east, north in degrees. */
export type MapBounds = readonly [number, number, number, number];

export type MapCamera = { readonly center: readonly [lon: number, lat: number]; readonly zoom: number };

export type MapPadding = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

/** Bounds of the land that the base map draws. */
const limits: MapBounds = [-13, -35, 37, 11];

type Options = {
  readonly container: HTMLElement;
  readonly label: string;
  readonly scheme: MapScheme;
  readonly camera: MapCamera | null;
  readonly bounds: MapBounds;
  readonly padding: MapPadding;
};

let canDraw: boolean | undefined;

/** Whether the browser has WebGL 2; asked once. */
function hasWebGl(): boolean {
  if (canDraw !== undefined) return canDraw;
  const context = document.createElement('canvas').getContext('webgl2');
  // A browser keeps few contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  canDraw = context !== null;
  return canDraw;
}

/** A MapLibre map over our own base. Throws where the browser has no WebGL 2. */
export function createMap({ container, label, scheme, camera, bounds, padding }: Options): MapLibreMap {
  // MapLibre begins to listen to its workers before it finds that it cannot draw, and holds the page from then on.
  if (!hasWebGl()) throw new Error('WebGL 2 is missing');
  const [west, south, east, north] = bounds;
  const map = new MapLibreMap({
    container,
    style: baseStyle(coloursOf(scheme), new URL(landAddress, document.baseURI).href),
    locale: { 'Map.Title': label },
    attributionControl: false,
    maxBounds: [
      [limits[0], limits[1]],
      [limits[2], limits[3]],
    ],
    minZoom: 3,
    maxZoom: 11,
    // North stays up and the view vertical: a chart, whose scale and graticule are valid everywhere on the screen.
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    rollEnabled: false,
    fadeDuration: 0,
    ...(camera === null
      ? {
          bounds: [
            [west, south],
            [east, north],
          ],
          fitBoundsOptions: { padding },
        }
      : { center: [camera.center[0], camera.center[1]], zoom: camera.zoom }),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}
