import { formatInstant, formatQuantity } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { WindowBar } from '@kianda/viz/timeline/window/window-bar.tsx';
import type { ReactNode } from 'react';
import type { FishingSearch } from '../search.ts';
import styles from './fleet-map.module.css';
import { FleetFailures, FleetNotes } from './fleet-notes.tsx';
import { heatTexts } from './heat-texts.pt.ts';
import { MapLegends } from './map-legends.tsx';
import { MapStage } from './map-stage.tsx';
import { cameraOf } from './map-view.ts';
import { MeasurePanel } from './measure-panel.tsx';
import { RadarLegend } from './radar-legend.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import { TrackList } from './track-list.tsx';
import type { FleetMapState } from './use-fleet-map.ts';

type StageProps = { readonly map: FleetMapState; readonly search: FishingSearch };
/** Parts over the map at its edge. */
type Props = StageProps & {
  /** Id of the bar of time; null where it is folded. */
  readonly timeBar: string | null;
  readonly children: ReactNode;
};

/** The map, its failures, notes, tracks and legends over it, and the bar of its time below. */
export function MapMain({ map, search, timeBar, children }: Props) {
  return (
    <div className={styles.main}>
      <div className={styles.room}>
        <Stage map={map} search={search} />
        {children}
        <MapWords map={map} />
      </div>
      {timeBar === null ? null : (
        <div id={timeBar} className={styles.time}>
          <TimeBar map={map} />
        </div>
      )}
    </div>
  );
}

/** Words in a corner of the map: faults, the meaning of colours, measures and drawings. */
function MapWords({ map }: Pick<Props, 'map'>) {
  const { measured, setMeasured, activity, tracks } = map;
  return (
    <div className={styles.words}>
      <FleetFailures fleet={map.fleet} places={map.areas} events={map.events} />
      <FleetNotes fleet={map.fleet} layers={map.layers} />
      {measured === null ? null : (
        <MeasurePanel points={measured} onPoints={setMeasured} onClose={() => setMeasured(null)} />
      )}
      <RadarLegend radar={map.radar} />
      <TrackList tracks={tracks} ids={map.trackIds} />
      <MapLegends
        heat={map.heat}
        time={map.time}
        pointer={map.pointer}
        badge={activity.overview.sourced?.provenance}
        pendingHours={activity.overview.sourced?.value.pendingHours ?? 0}
        hasTracks={tracks.drawn.length > 0}
      />
    </div>
  );
}

function Stage({ map, search }: StageProps) {
  const { areas, heat, layers, time } = map;
  const { timeZone } = usePreferences();
  const provenance = map.fleet.result.sourced?.provenance;
  return (
    <MapStage
      camera={cameraOf(search)}
      onCamera={map.onCamera}
      onSeen={map.onSeen}
      onPick={map.onPick}
      pointer={map.pointer}
      boundary={layers.has('zee') ? (areas.boundary ?? null) : null}
      ports={layers.has('ports') ? (areas.ports ?? null) : null}
      areas={areas.features}
      heat={heat}
      tracks={map.tracks.drawn}
      untilMs={time.untilMs}
      radar={map.radar.value ?? null}
      standing={map.standing.marks}
      events={map.events.marks}
      fleet={map.marks}
      measured={map.measured}
      target={map.target}
      caption={{
        title: provenance?.state === 'simulated' ? texts.simulatedTitle : texts.title,
        detail: texts.picture(formatInstant(time.fromMs, timeZone), formatInstant(time.atMs, timeZone)),
        source: texts.source,
        legend: heat.picture !== null && 'scale' in heat.picture ? { scale: heat.picture.scale, unit: 'h' } : null,
      }}
    />
  );
}

function TimeBar({ map }: Pick<Props, 'map'>) {
  const { control, time } = map;
  const { amounts } = map.activity;
  const { timeZone } = usePreferences();
  return (
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
      isWaiting={map.fleet.isWaiting}
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
  );
}
