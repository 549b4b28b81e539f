import { formatCount, formatInstant, formatQuantity } from '@kianda/format';
import type { Position } from '@kianda/geo';
import { PanelFrame, usePreferences } from '@kianda/ui';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { eventsHitLayer } from '@kianda/viz/map/layers/events/events-layer.tsx';
import { fleetHitLayer } from '@kianda/viz/map/layers/fleet/fleet-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import type { MapSeen } from '@kianda/viz/map/view-probe.tsx';
import { WindowBar } from '@kianda/viz/timeline/window/window-bar.tsx';
import { Button, useComputedColorScheme } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TabView } from '../view.ts';
import { type FleetVessel, marksOf, targetOf } from './fleet.ts';
import styles from './fleet-map.module.css';
import { FleetFailures, FleetNotes } from './fleet-notes.tsx';
import { FleetTable } from './fleet-table.tsx';
import { HeatChoices } from './heat-panel.tsx';
import { heatTexts } from './heat-texts.pt.ts';
import { MapLayers } from './map-layers.tsx';
import { MapLegends } from './map-legends.tsx';
import { MapStage } from './map-stage.tsx';
import { cameraOf, cameraText, layersOf, layersText, tracksOf } from './map-view.ts';
import { MeasurePanel } from './measure-panel.tsx';
import { EventDialog, SeveralDialog } from './pick-dialogs.tsx';
import { createPointer } from './pointer.tsx';
import { ExportTools, ShareButton } from './share-tools.tsx';
import { EventSource, TrackSource } from './sources.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import { TrackList } from './track-list.tsx';
import { useAreas } from './use-areas.ts';
import { useEvents } from './use-events.ts';
import { useFleet } from './use-fleet.ts';
import { useActivity, useHeat } from './use-heat.ts';
import { useOpenVessel } from './use-open-vessel.ts';
import { usePlaying, useTime } from './use-time.ts';
import { useTracks } from './use-tracks.ts';

const VesselDialog = lazy(() => import('../vessels/vessel-dialog.tsx'));
const cameraRestMs = 400;
const noMarks = [] as const;

type Picked =
  | { readonly kind: 'vessels'; readonly vessels: readonly FleetVessel[] }
  | { readonly kind: 'event'; readonly key: string }
  | null;

/** Map of the fleet: now or at any time, tracks, heat, events and areas; and the same in a table. */
export default function FleetMap(view: TabView) {
  const { search, change } = view;
  const { timeZone } = usePreferences();
  const control = useTime(search, change);
  const { time } = control;
  const layers = useMemo(() => layersOf({ layers: search.layers }), [search.layers]);
  const [seen, setSeen] = useState<MapSeen | null>(null);
  const [picked, setPicked] = useState<Picked>(null);
  const [target, setTarget] = useState<MapTarget | null>(null);
  const [measured, setMeasured] = useState<readonly Position[] | null>(null);
  const [pointer] = useState(createPointer);

  const fleet = useFleet(view, time, control.isPlaying);
  const heat = useHeat(search, time, seen, useComputedColorScheme('light'));
  const activity = useActivity(time);
  const places = useAreas(layers, time.atMs);
  const events = useEvents(layers, time, places.mayWatch);
  const trackIds = useMemo(() => tracksOf({ tracks: search.tracks }), [search.tracks]);
  const tracks = useTracks(trackIds, change);
  const openVessel = useOpenVessel(change, control.nowMs);
  usePlaying(control, fleet.isNextReady && !heat.isWaiting);
  const onCamera = useCamera(change);

  const shown = layers.has('fleet') ? fleet.vessels : noMarks;
  const marks = useMemo(
    () => marksOf(shown, time.atMs, ({ mmsi }) => mmsi !== null && mmsi === search.vessel),
    [shown, time.atMs, search.vessel],
  );
  const onPick = ({ position, features }: MapPick) => {
    if (measured !== null) {
      setMeasured([...measured, position]);
      return;
    }
    // The uppermost mark is what the finger meant.
    const [top] = features;
    if (top?.layer === eventsHitLayer) {
      setPicked({ kind: 'event', key: String(top.properties.key) });
      return;
    }
    const ids = new Set(features.flatMap(({ layer, properties }) => (layer === fleetHitLayer ? [properties.id] : [])));
    const vessels = shown.filter(({ shipId }) => ids.has(shipId));
    const [one] = vessels;
    if (vessels.length > 1) setPicked({ kind: 'vessels', vessels });
    else if (one !== undefined) openVessel(one);
  };
  const { onTrack: setTrack } = tracks;
  const onTrack = useCallback(
    (vessel: FleetVessel, on: boolean) => {
      setTrack(vessel, on);
      if (on) setTarget(targetOf(vessel));
    },
    [setTrack],
  );
  const moment = formatInstant(time.atMs, timeZone);
  const provenance = fleet.result.sourced?.provenance;
  const amounts = activity.amounts;
  const pickedEvent = picked?.kind === 'event' ? events.shown.find(({ key }) => key === picked.key) : undefined;

  return (
    <PanelFrame
      title={texts.title}
      description={texts.shown(formatCount(shown.length, texts.vessel, texts.vessels), moment)}
      provenance={provenance}
      busy={fleet.isWaiting}
      actions={
        <div className={styles.tools} role="toolbar" aria-label={texts.tools}>
          <Button
            size="xs"
            variant={measured === null ? 'default' : 'filled'}
            aria-pressed={measured !== null}
            leftSection={<IconRuler2 size={15} aria-hidden="true" />}
            onClick={() => setMeasured(measured === null ? [] : null)}
          >
            {texts.measure}
          </Button>
          <ShareButton />
          <ExportTools
            shown={{
              atMs: time.atMs,
              vessels: shown,
              tracks: tracks.drawn,
              events: events.shown,
              areas: places.features,
            }}
          />
        </div>
      }
    >
      {trackIds.map((id) => (
        <TrackSource key={id} shipId={id} time={time} onArrived={tracks.onArrived} />
      ))}
      {events.kinds.map((kind) => (
        <EventSource key={kind} kind={kind} time={time} onArrived={events.onArrived} />
      ))}
      <div className={styles.frame}>
        <FleetFailures fleet={fleet} places={places} events={events} />
        <div className={styles.columns}>
          <section className={styles.side} aria-label={texts.layers}>
            <MapLayers
              view={view}
              layers={layers}
              onLayers={(next) => change({ layers: layersText(next) }, { replace: true })}
              fleet={fleet}
              areas={places.features}
              events={events}
              mayWatch={places.mayWatch}
            />
            <HeatChoices
              heat={heat}
              search={search}
              change={change}
              flags={activity.overview.sourced?.value.flags ?? []}
            />
          </section>
          <div className={styles.main}>
            <MapStage
              camera={cameraOf(search)}
              onCamera={onCamera}
              onSeen={setSeen}
              onPick={onPick}
              pointer={pointer}
              boundary={layers.has('zee') ? (places.boundary ?? null) : null}
              ports={layers.has('ports') ? (places.ports ?? null) : null}
              areas={places.features}
              heat={heat}
              tracks={tracks.drawn}
              untilMs={time.untilMs}
              events={events.marks}
              fleet={marks}
              measured={measured}
              target={target}
              caption={{
                title: provenance?.state === 'simulated' ? texts.simulatedTitle : texts.title,
                detail: texts.picture(formatInstant(time.fromMs, timeZone), moment),
                source: texts.source,
                legend:
                  heat.picture !== null && 'scale' in heat.picture ? { scale: heat.picture.scale, unit: 'h' } : null,
              }}
            />
            <WindowBar
              frames={time.frames}
              index={time.index}
              onIndex={control.go}
              isLive={time.isLive}
              onLive={control.toLive}
              period={time.period}
              onPeriod={control.toPeriod}
              step={time.step}
              onStep={control.toStep}
              onEnd={control.toEnd}
              nowMs={control.nowMs}
              playing={control.isPlaying}
              onPlaying={control.play}
              stepsPerSecond={control.speed}
              onStepsPerSecond={control.setSpeed}
              isCalm={control.isCalm}
              isWaiting={fleet.isWaiting}
              amounts={
                amounts === undefined
                  ? undefined
                  : {
                      values: amounts,
                      say: (hours) => heatTexts.activity(formatQuantity(hours, 'h', { maxDecimals: 0 })),
                    }
              }
              timeZone={timeZone}
            />
            <FleetNotes fleet={fleet} layers={layers} />
            {measured === null ? null : (
              <MeasurePanel points={measured} onPoints={setMeasured} onClose={() => setMeasured(null)} />
            )}
            <TrackList tracks={tracks} ids={trackIds} />
            <MapLegends
              heat={heat}
              time={time}
              pointer={pointer}
              badge={activity.overview.sourced?.provenance}
              pendingHours={activity.overview.sourced?.value.pendingHours ?? 0}
              hasTracks={tracks.drawn.length > 0}
            />
          </div>
        </div>
        <FleetTable
          vessels={shown}
          isOn={layers.has('fleet')}
          tracks={trackIds}
          onTrack={onTrack}
          onOpen={openVessel}
        />
      </div>
      {picked?.kind === 'vessels' ? (
        <SeveralDialog
          vessels={picked.vessels}
          onClose={() => setPicked(null)}
          onOpen={(vessel) => {
            setPicked(null);
            openVessel(vessel);
          }}
          onTrack={(vessel) => {
            setPicked(null);
            tracks.add([vessel.shipId]);
          }}
        />
      ) : null}
      {pickedEvent === undefined ? null : (
        <EventDialog
          event={pickedEvent}
          onClose={() => setPicked(null)}
          onTrack={(ids) => {
            setPicked(null);
            tracks.add(ids);
          }}
        />
      )}
      {search.vessel === undefined ? null : (
        <Suspense fallback={null}>
          <VesselDialog
            key={search.vessel}
            id={search.vessel}
            listed={undefined}
            onClose={() => change({ vessel: undefined })}
          />
        </Suspense>
      )}
    </PanelFrame>
  );
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
