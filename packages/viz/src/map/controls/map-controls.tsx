import { formatQuantity } from '@kianda/format';
import { downloadBlob } from '@kianda/ui';
import { useEffect, useState } from 'react';
import type { MapBounds, MapPadding } from '../create-map.ts';
import { useMap } from '../map-context.ts';
import { mapTexts } from '../texts.pt.ts';
import styles from './map-controls.module.css';
import { mapPicture, type PictureCaption } from './map-picture.ts';
import { metersPerPixel, roundLength } from './scale-bar.ts';

const metersPerNauticalMile = 1852;
const barPixels = 110;

/** Length on the ground in kilometres and nautical miles, at the latitude of the middle of the map. */
export function ScaleBar() {
  const { map } = useMap();
  const [perPixel, setPerPixel] = useState(() => metersPerPixel(map.getCenter().lat, map.getZoom()));
  useEffect(() => {
    const update = () => setPerPixel(metersPerPixel(map.getCenter().lat, map.getZoom()));
    map.on('move', update);
    return () => {
      map.off('move', update);
    };
  }, [map]);
  const metric = roundLength(perPixel / 1000, barPixels);
  const nautical = roundLength(perPixel / metersPerNauticalMile, barPixels);
  const metricText = formatQuantity(metric.length, 'km');
  const nauticalText = formatQuantity(nautical.length, mapTexts.nauticalMiles);
  return (
    <div className={styles.scale} role="img" aria-label={mapTexts.scale(metricText, nauticalText)}>
      <span className={styles.bar} style={{ width: metric.pixels }}>
        {metricText}
      </span>
      <span className={`${styles.bar} ${styles.below}`} style={{ width: nautical.pixels }}>
        {nauticalText}
      </span>
    </div>
  );
}

/** Once the press itself is painted: a move draws the whole map before its first picture. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/** Zoom buttons and the way back to the whole zone. */
export function ZoomButtons({ bounds, padding }: { readonly bounds: MapBounds; readonly padding: MapPadding }) {
  const { map, isAlive } = useMap();
  const press = (move: () => void) => () =>
    afterPaint(() => {
      if (isAlive()) move();
    });
  const showAll = () => {
    const [west, south, east, north] = bounds;
    const { top, right, bottom, left } = padding;
    map.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding: { top, right, bottom, left }, duration: 400 },
    );
  };
  return (
    <div className={styles.zoom}>
      <button type="button" onClick={press(() => map.zoomIn())} aria-label={mapTexts.zoomIn} title={mapTexts.zoomIn}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 3v10M3 8h10" />
        </svg>
      </button>
      <button type="button" onClick={press(() => map.zoomOut())} aria-label={mapTexts.zoomOut} title={mapTexts.zoomOut}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10" />
        </svg>
      </button>
      <button type="button" onClick={press(showAll)} aria-label={mapTexts.wholeZone} title={mapTexts.wholeZone}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5" />
        </svg>
      </button>
    </div>
  );
}

/** Saves the visible map as a picture, with its attribution and caption. */
export function PictureButton({ caption }: { readonly caption: PictureCaption }) {
  const { map } = useMap();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = () => {
    setState('busy');
    mapPicture(map, caption).then(
      (blob) => {
        const name = `${caption.title} ${caption.detail}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
        downloadBlob(`${name}.png`, blob);
        setState('idle');
      },
      (error: unknown) => {
        console.warn('kianda: imagem do mapa por guardar', error);
        setState('failed');
      },
    );
  };
  const label = state === 'failed' ? mapTexts.pictureFailed : mapTexts.savePicture;
  return (
    <div className={styles.zoom}>
      <button type="button" onClick={save} disabled={state === 'busy'} aria-label={label} title={label}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11" />
        </svg>
      </button>
      {state === 'failed' ? (
        <span className="k-visually-hidden" role="alert">
          {label}
        </span>
      ) : null}
    </div>
  );
}
