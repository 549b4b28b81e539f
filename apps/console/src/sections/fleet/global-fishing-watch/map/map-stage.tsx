import type { DataOf } from '@kianda/contract';
import type { radarDetections } from '@kianda/contract/fleet/vessels/vessels.contract';
import type { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { angolaBbox, type Position } from '@kianda/geo';
import { PictureButton, ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import type { PictureCaption } from '@kianda/viz/map/controls/map-picture.ts';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { FlyTo, type MapTarget } from '@kianda/viz/map/fly-to.tsx';
import type { EventMark } from '@kianda/viz/map/layers/events/event-marks.ts';
import { EventsLayer } from '@kianda/viz/map/layers/events/events-layer.tsx';
import { FleetLayer } from '@kianda/viz/map/layers/fleet/fleet-layer.tsx';
import type { FleetMark } from '@kianda/viz/map/layers/fleet/symbol.ts';
import { HeatLayer } from '@kianda/viz/map/layers/heat/heat-layer.tsx';
import { MeasureLayer } from '@kianda/viz/map/layers/measure/measure-layer.tsx';
import { PortsLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { RadarLayer } from '@kianda/viz/map/layers/radar/radar-layer.tsx';
import { StandingLayer } from '@kianda/viz/map/layers/standing/standing-layer.tsx';
import type { StandingMark } from '@kianda/viz/map/layers/standing/standing-marks.ts';
import type { DrawnTrack } from '@kianda/viz/map/layers/tracks/legs.ts';
import { TracksLayer } from '@kianda/viz/map/layers/tracks/tracks-layer.tsx';
import { WatchedLayer } from '@kianda/viz/map/layers/watched/watched-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { type MapSeen, ViewProbe } from '@kianda/viz/map/view-probe.tsx';
import { useComputedColorScheme } from '@mantine/core';
import styles from './fleet-map.module.css';
import { type Pointer, PointerReadout } from './pointer.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { Heat } from './use-heat.ts';

const padding = { top: 20, right: 56, bottom: 28, left: 20 };

type Props = {
  readonly camera: MapCamera | null;
  readonly onCamera: (camera: MapCamera) => void;
  readonly onSeen: (seen: MapSeen) => void;
  readonly onPick: (pick: MapPick) => void;
  readonly pointer: Pointer;
  readonly boundary: DataOf<typeof zeeBoundary>['boundary'] | null;
  readonly ports: DataOf<typeof listPorts> | null;
  readonly areas: GeoJSON.FeatureCollection;
  readonly heat: Heat;
  readonly tracks: readonly DrawnTrack[];
  readonly untilMs: number;
  readonly radar: Pick<DataOf<typeof radarDetections>, 'cells' | 'cellDegrees'> | null;
  readonly standing: readonly StandingMark[];
  readonly events: readonly EventMark[];
  readonly fleet: readonly FleetMark[];
  readonly measured: readonly Position[] | null;
  /** Place to go to, each time another one is given. */
  readonly target: MapTarget | null;
  readonly caption: PictureCaption;
};

/** The map itself, its layers from the sea upwards. */
export function MapStage(props: Props) {
  const scheme = useComputedColorScheme('light');
  const { picture } = props.heat;
  return (
    <div className={styles.stage}>
      <MapView
        label={texts.label}
        scheme={scheme}
        camera={props.camera}
        bounds={angolaBbox}
        padding={padding}
        onCamera={props.onCamera}
        onPick={props.onPick}
        onPointer={props.pointer.set}
      >
        <ViewProbe onSeen={props.onSeen} />
        {props.target === null ? null : <FlyTo target={props.target} padding={padding} />}
        {picture === null ? null : <HeatLayer block={picture.block} pixels={picture.pixels} />}
        <WatchedLayer id="vigiadas" data={props.areas} />
        {props.boundary === null ? null : <ZeeLayer data={props.boundary} />}
        {props.ports === null ? null : <PortsLayer data={props.ports} />}
        <TracksLayer tracks={props.tracks} untilMs={props.untilMs} />
        {props.radar === null ? null : <RadarLayer cells={props.radar.cells} cellDegrees={props.radar.cellDegrees} />}
        <StandingLayer marks={props.standing} />
        <EventsLayer marks={props.events} />
        <FleetLayer marks={props.fleet} />
        {props.measured === null ? null : <MeasureLayer points={props.measured} />}
        <div className={styles.corner}>
          <ZoomButtons bounds={angolaBbox} padding={padding} />
          <PictureButton caption={props.caption} />
        </div>
        <div className={styles.scale}>
          <ScaleBar />
        </div>
        <PointerReadout pointer={props.pointer} />
      </MapView>
    </div>
  );
}
