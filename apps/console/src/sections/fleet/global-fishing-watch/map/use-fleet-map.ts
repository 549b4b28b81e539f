import type { Position } from '@kianda/geo';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { eventsHitLayer } from '@kianda/viz/map/layers/events/events-layer.tsx';
import { fleetHitLayer } from '@kianda/viz/map/layers/fleet/fleet-layer.tsx';
import { standingHitLayer } from '@kianda/viz/map/layers/standing/standing-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import type { MapSeen } from '@kianda/viz/map/view-probe.tsx';
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TabView } from '../view.ts';
import { type FleetVessel, marksOf, targetOf } from './fleet.ts';
import { cameraText, layersOf, tracksOf } from './map-view.ts';
import { createPointer } from './pointer.tsx';
import { useAreas } from './use-areas.ts';
import { useEvents } from './use-events.ts';
import { useFleet } from './use-fleet.ts';
import { useActivity, useHeat } from './use-heat.ts';
import { useOpenVessel } from './use-open-vessel.ts';
import { useRadar } from './use-radar.ts';
import { useStanding } from './use-standing.ts';
import { usePlaying, useTime } from './use-time.ts';
import { useTracks } from './use-tracks.ts';

const cameraRestMs = 400;
const noMarks = [] as const;

type Picked =
  | { readonly kind: 'vessels'; readonly vessels: readonly FleetVessel[] }
  | { readonly kind: 'event' | 'standing'; readonly key: string }
  | null;

/** Everything the fleet map shows and does: time, layers, the fleet, heat, tracks, events, areas, and picks on the map. */
export function useFleetMap(view: TabView) {
  const { search, change } = view;
  const control = useTime(search, change);
  const { time } = control;
  const layers = useMemo(() => layersOf({ layers: search.layers }), [search.layers]);
  const [seen, setSeen] = useState<MapSeen | null>(null);
  const [target, setTarget] = useState<MapTarget | null>(null);
  const [pointer] = useState(createPointer);

  const fleet = useFleet(view, time, control.isPlaying);
  const heat = useHeat(view, time, seen, useComputedColorScheme('light'));
  const activity = useActivity(time);
  const areas = useAreas(layers, time.atMs);
  const events = useEvents(layers, time, areas.mayWatch);
  const radar = useRadar(layers, time);
  const standing = useStanding(layers, time);
  const trackIds = useMemo(() => tracksOf({ tracks: search.tracks }), [search.tracks]);
  const tracks = useTracks(trackIds, change);
  const openVessel = useOpenVessel(change, control.nowMs);
  usePlaying(control, fleet.isNextReady && !heat.isWaiting);

  const shown = layers.has('fleet') ? fleet.vessels : noMarks;
  const marks = useMemo(
    () => marksOf(shown, time.atMs, ({ mmsi }) => mmsi !== null && mmsi === search.vessel),
    [shown, time.atMs, search.vessel],
  );
  const { onTrack: setTrack } = tracks;
  const onTrack = useCallback(
    (vessel: FleetVessel, on: boolean) => {
      setTrack(vessel, on);
      if (on) setTarget(targetOf(vessel));
    },
    [setTrack],
  );
  return {
    control,
    time,
    layers,
    fleet,
    heat,
    activity,
    areas,
    events,
    radar,
    standing,
    trackIds,
    tracks,
    shown,
    marks,
    target,
    pointer,
    openVessel,
    onTrack,
    /** Takes the map to a place. */
    onPlace: (place: { readonly lon: number; readonly lat: number }) => setTarget(targetOf(place)),
    onSeen: setSeen,
    onCamera: useCamera(change),
    ...usePicks(shown, openVessel),
  };
}
export type FleetMapState = ReturnType<typeof useFleetMap>;

/** A pick adds a point while measuring; otherwise it opens the vessel, the choice between several, or the event. */
function usePicks(shown: readonly FleetVessel[], openVessel: (vessel: FleetVessel) => void) {
  const [picked, setPicked] = useState<Picked>(null);
  const [measured, setMeasured] = useState<readonly Position[] | null>(null);
  const onPick = ({ position, features }: MapPick) => {
    if (measured !== null) {
      setMeasured([...measured, position]);
      return;
    }
    // The uppermost mark is the one meant.
    const [top] = features;
    if (top?.layer === eventsHitLayer) {
      setPicked({ kind: 'event', key: String(top.properties.key) });
      return;
    }
    if (top?.layer === standingHitLayer) {
      setPicked({ kind: 'standing', key: String(top.properties.key) });
      return;
    }
    const ids = new Set(features.flatMap(({ layer, properties }) => (layer === fleetHitLayer ? [properties.id] : [])));
    const vessels = shown.filter(({ shipId }) => ids.has(shipId));
    const [vessel] = vessels;
    if (vessels.length > 1) setPicked({ kind: 'vessels', vessels });
    else if (vessel !== undefined) openVessel(vessel);
  };
  return { picked, setPicked, measured, setMeasured, onPick };
}

/** Keeps the camera in the address once the map has rested. */
function useCamera(change: TabView['change']) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (camera: MapCamera) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => change({ camera: cameraText(camera) }, { replace: true }), cameraRestMs);
    },
    [change],
  );
}
