import type { ReactNode } from 'react';
import type { MapBounds, MapPadding } from '../create-map.ts';
import { ScaleBar, ZoomButtons } from './map-controls.tsx';
import styles from './map-corners.module.css';

type Props = {
  readonly bounds: MapBounds;
  readonly padding: MapPadding;
  /** Buttons below those of the zoom. */
  readonly children?: ReactNode;
};

/** The usual things in the corners of a map: its buttons above on the right, off the paper, and its scale below on the left. */
export function MapCorners({ bounds, padding, children }: Props) {
  return (
    <>
      <div className={`${styles.buttons} k-no-print`}>
        <ZoomButtons bounds={bounds} padding={padding} />
        {children}
      </div>
      <div className={styles.scale}>
        <ScaleBar />
      </div>
    </>
  );
}
