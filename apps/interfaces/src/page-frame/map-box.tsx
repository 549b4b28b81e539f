import { angolaBbox } from '@kianda/geo';
import { PictureButton } from '@kianda/viz/map/controls/map-controls.tsx';
import { MapCorners } from '@kianda/viz/map/controls/map-corners.tsx';
import type { PictureCaption } from '@kianda/viz/map/controls/map-picture.ts';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { GraticuleLayer } from '@kianda/viz/map/layers/graticule/graticule-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import type { ReactNode } from 'react';
import { useScheme } from '../shared/session-context.ts';
import styles from './map-box.module.css';

const padding = { top: 20, right: 56, bottom: 24, left: 20 };

type Props = {
  readonly label: string;
  readonly camera: MapCamera | null;
  readonly caption: PictureCaption;
  readonly onCamera?: (camera: MapCamera) => void;
  readonly onPick?: (pick: MapPick) => void;
  readonly onPointer?: (position: readonly [number, number] | null) => void;
  /** Below the map's lower edge: legends. */
  readonly legend?: ReactNode;
  readonly children?: ReactNode;
};

/** The map of a page with panels: zoom, picture, scale and grid, and its legends below. Loaded after the page. */
export default function MapBox({ label, camera, caption, legend, children, ...events }: Props) {
  return (
    <div className={styles.box}>
      <div className={styles.map}>
        <MapView label={label} scheme={useScheme()} camera={camera} bounds={angolaBbox} padding={padding} {...events}>
          {children}
          <GraticuleLayer />
          <MapCorners bounds={angolaBbox} padding={padding}>
            <PictureButton caption={caption} />
          </MapCorners>
        </MapView>
      </div>
      {legend === undefined ? null : <div className={styles.legend}>{legend}</div>}
    </div>
  );
}
