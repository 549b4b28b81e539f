import { angolaBbox } from '@kianda/geo';
import { rgbToOklab } from '@kianda/viz/colour/oklab.ts';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { fieldQuantiles } from '@kianda/viz/field/decode.ts';
import type { MapScheme } from '@kianda/viz/map/colours.ts';
import { PictureButton, ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import type { PictureCaption } from '@kianda/viz/map/controls/map-picture.ts';
import type { MapPadding } from '@kianda/viz/map/create-map.ts';
import { FlyTo, type MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { CurrentsLayer } from '@kianda/viz/map/layers/currents/currents-layer.tsx';
import type { Ink } from '@kianda/viz/map/layers/currents/drawing.ts';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { FishingZonesLayer } from '@kianda/viz/map/layers/fishing-zones/fishing-zones-layer.tsx';
import { GraticuleLayer } from '@kianda/viz/map/layers/graticule/graticule-layer.tsx';
import { InternalWatersLayer } from '@kianda/viz/map/layers/internal-waters/internal-waters-layer.tsx';
import { ObservationsLayer } from '@kianda/viz/map/layers/observations/observations-layer.tsx';
import { KeepInView } from '@kianda/viz/map/layers/pick/keep-in-view.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { PortsLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { PresenceLayer } from '@kianda/viz/map/layers/presence/presence-layer.tsx';
import { ProtectedAreasLayer } from '@kianda/viz/map/layers/protected-areas/protected-areas-layer.tsx';
import { StationsLayer } from '@kianda/viz/map/layers/stations/stations-layer.tsx';
import { UpwellingLayer } from '@kianda/viz/map/layers/upwelling/upwelling-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useMemo } from 'react';
import { useScheme } from '../shared/session-context.ts';
import type { ShownFlow } from './flow-pace.ts';
import type { Frame } from './frames.ts';
import { type StagePick, stagePickOf } from './hits.ts';
import styles from './map-stage.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { ShownModel } from './use-model-map.ts';
import { internalWaters, newestBands, type OverlaySources } from './use-overlays.ts';
import type { ChangeView } from './use-view.ts';
import type { ViewState } from './view-state.ts';

type Props = {
  readonly view: ViewState;
  readonly change: ChangeView;
  readonly frame: Frame | null;
  readonly scale: ColourScale | null;
  /** The flow drawn over the sea, and its pace. */
  readonly flow: ShownFlow | null;
  /** Map of a model over the base. */
  readonly model: ShownModel | null;
  readonly sources: OverlaySources;
  readonly padding: MapPadding;
  /** Caption below the map in a saved picture. */
  readonly caption: PictureCaption;
  /** Place that a search flies to. */
  readonly target?: MapTarget | null;
  readonly onPick: (pick: StagePick) => void;
  readonly onPointer: (position: readonly [number, number] | null) => void;
};

/** Colour scale used until the first field defines its colours. */
const noScale = createColourScale({ ramp: 'thermal', range: [0, 1], log: false });

/** Lightness (OKLab) of a field from which white no longer shows on it. */
const paleFrom = 0.78;

/** Ink that shows on the field's most common colour, or on the bare sea. */
function inkOver(frame: Frame | null, scale: ColourScale | null, scheme: MapScheme): Ink {
  const median = frame === null ? null : (fieldQuantiles(frame.field, 0.5, 0.5)?.[0] ?? null);
  if (median === null || scale === null) return scheme === 'light' ? 'dark' : 'light';
  const [red, green, blue] = scale.rgba(median);
  return rgbToOklab([red, green, blue])[0] >= paleFrom ? 'dark' : 'light';
}

type DerivedProps = { readonly overlays: ViewState['overlays']; readonly sources: OverlaySources };

/** Layers that are made of more than an answer's own shapes. */
function DerivedLayers({ overlays, sources }: DerivedProps) {
  const points = overlays.upwelling.on ? sources.upwelling.sourced?.value.points : undefined;
  const bands = useMemo(() => (points === undefined ? null : newestBands(points).bands), [points]);
  const zones = overlays.internal.on ? sources.internal.sourced?.value : undefined;
  const waters = useMemo(() => (zones === undefined ? null : internalWaters(zones)), [zones]);
  const observations = overlays.observations.on ? sources.observations.sourced?.value : undefined;
  return (
    <>
      {bands === null ? null : <UpwellingLayer bands={bands} opacity={overlays.upwelling.opacity} />}
      {waters === null ? null : <InternalWatersLayer data={waters} opacity={overlays.internal.opacity} />}
      {observations === undefined ? null : (
        <ObservationsLayer data={observations} opacity={overlays.observations.opacity} />
      )}
    </>
  );
}

/** The map with the layers of the view. */
export function MapStage(props: Props) {
  const { view, change, frame, scale, flow, sources, padding } = props;
  const scheme = useScheme();
  const { overlays } = view;
  const zee = overlays.zee.on ? sources.zee.sourced?.value.boundary : undefined;
  const stations = overlays.stations.on ? sources.stations.sourced?.value.stations : undefined;
  const presence = overlays.presence.on ? sources.presence.sourced?.value : undefined;
  const protectedAreas = overlays.protected.on ? sources.protected.sourced?.value : undefined;
  const fishing = overlays.fishing.on ? sources.fishing.sourced?.value : undefined;
  const ports = overlays.ports.on ? sources.ports.sourced?.value : undefined;
  const ink = useMemo(() => inkOver(frame, scale, scheme), [frame, scale, scheme]);
  return (
    <MapView
      label={texts.mapLabel}
      scheme={scheme}
      camera={view.camera}
      bounds={angolaBbox}
      padding={padding}
      onCamera={(camera) => change({ camera })}
      onPick={(pick) => props.onPick(stagePickOf(pick))}
      onPointer={props.onPointer}
    >
      {frame === null ? null : <FieldLayer field={frame.field} scale={scale ?? noScale} opacity={view.baseOpacity} />}
      {props.model === null || props.model.field === null ? null : (
        <FieldLayer
          field={props.model.field}
          scale={props.model.scale}
          opacity={1}
          isCodes={props.model.map.classes.length > 0}
        />
      )}
      <GraticuleLayer />
      <DerivedLayers overlays={overlays} sources={sources} />
      {presence === undefined ? null : (
        <PresenceLayer cells={presence.cells} cellDegrees={presence.cellDegrees} opacity={overlays.presence.opacity} />
      )}
      {protectedAreas === undefined ? null : (
        <ProtectedAreasLayer data={protectedAreas} opacity={overlays.protected.opacity} />
      )}
      {fishing === undefined ? null : <FishingZonesLayer data={fishing} opacity={overlays.fishing.opacity} />}
      {zee === undefined ? null : <ZeeLayer data={zee} opacity={overlays.zee.opacity} />}
      {ports === undefined ? null : <PortsLayer data={ports} opacity={overlays.ports.opacity} />}
      {stations === undefined ? null : (
        <StationsLayer
          stations={stations}
          selectedId={view.pick?.kind === 'station' ? view.pick.id : null}
          opacity={overlays.stations.opacity}
        />
      )}
      {view.pick?.kind === 'point' ? (
        <>
          <PickLayer position={view.pick.position} />
          <KeepInView position={view.pick.position} padding={padding} />
        </>
      ) : null}
      {flow === null || flow.frame.velocity === null ? null : (
        <CurrentsLayer velocity={flow.frame.velocity} mode="particles" ink={ink} pace={flow.pace} />
      )}
      {props.target == null ? null : <FlyTo target={props.target} padding={padding} />}
      <div className={styles.zoom}>
        <ZoomButtons bounds={angolaBbox} padding={padding} />
        <PictureButton caption={props.caption} />
      </div>
      <div className={styles.scale}>
        <ScaleBar />
      </div>
    </MapView>
  );
}
