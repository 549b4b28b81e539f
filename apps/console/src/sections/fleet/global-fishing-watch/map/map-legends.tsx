import type { Provenance } from '@kianda/contract';
import { Instant, ProvenanceBadge } from '@kianda/ui';
import { mosaicAt } from '@kianda/viz/map/layers/heat/mosaic.ts';
import styles from './fleet-map.module.css';
import { HeatLegend } from './heat-panel.tsx';
import type { MapTime } from './map-view.ts';
import { type Pointer, usePointer } from './pointer.tsx';
import SpeedLegend from './speed-legend.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { Heat } from './use-heat.ts';

type Props = {
  readonly heat: Heat;
  readonly time: MapTime;
  readonly pointer: Pointer;
  /** Where the heat map's hours come from. */
  readonly badge: Provenance | undefined;
  readonly pendingHours: number;
  readonly hasTracks: boolean;
};

/** Legends of what colour means now: the heat map and the tracks. */
export function MapLegends({ heat, time, pointer, badge, pendingHours, hasTracks }: Props) {
  const position = usePointer(pointer);
  const { picture } = heat;
  const pointed =
    picture === null || position === null ? [] : picture.mosaics.map((mosaic) => mosaicAt(mosaic, position));
  const { startMs, endMs } = heat.isStepped ? time.frame : { startMs: time.fromMs, endMs: time.endMs };
  return (
    <div className={styles.legends}>
      <HeatLegend
        heat={heat}
        pointed={pointed}
        when={
          <>
            <Instant at={startMs} words={texts.pictureFrom} /> <Instant at={endMs} />
          </>
        }
        pendingHours={pendingHours}
        badge={badge === undefined ? null : <ProvenanceBadge provenance={badge} />}
      />
      {hasTracks ? <SpeedLegend /> : null}
    </div>
  );
}
