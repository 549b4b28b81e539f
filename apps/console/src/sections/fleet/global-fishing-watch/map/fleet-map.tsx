import { formatCount, formatInstant } from '@kianda/format';
import { PanelFrame, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconClock, IconRuler2, IconStack2 } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { phoneQuery, useMedia } from '../../../../platform/use-media.ts';
import type { TabView } from '../view.ts';
import { FilterPanel } from './filter-panel.tsx';
import styles from './fleet-map.module.css';
import { HeatChoices } from './heat-panel.tsx';
import { MapLayers } from './map-layers.tsx';
import { MapMain } from './map-main.tsx';
import { layersText } from './map-view.ts';
import { EventDialog, SeveralDialog } from './pick-dialogs.tsx';
import { ExportTools, ShareButton } from './share-tools.tsx';
import { EventSource, TrackSource } from './sources.tsx';
import { StandingDialog } from './standing-dialog.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { FleetMapState } from './use-fleet-map.ts';

/** Map of the fleet: now or at any time, with its tools, layers and time over it. */
export default function FleetMap({ view, map }: MapProps & { readonly view: TabView }) {
  const { timeZone } = usePreferences();
  const [isSideOpen, setSideOpen] = useState(false);
  const { fleet, events, time, tracks } = map;
  const [chosenTime, setTimeOpen] = useState<boolean | null>(null);
  // On a phone the bar of time would take half of the map: it is there when it is asked for.
  const isTimeOpen = useMedia(phoneQuery) ? chosenTime === true : chosenTime !== false;
  const [side, timeBar] = [useId(), useId()];
  return (
    <PanelFrame
      flush
      className={styles.panel}
      title={texts.title}
      description={countText(map, formatInstant(time.atMs, timeZone))}
      provenance={fleet.result.sourced?.provenance}
      busy={fleet.isWaiting}
    >
      {map.trackIds.map((id) => (
        <TrackSource key={id} shipId={id} time={time} onArrived={tracks.onArrived} />
      ))}
      {events.kinds.map((kind) => (
        <EventSource key={kind} kind={kind} time={time} onArrived={events.onArrived} />
      ))}
      <MapMain map={map} search={view.search} timeBar={isTimeOpen ? timeBar : null}>
        <div className={styles.over}>
          <div className={styles.tools} role="toolbar" aria-label={texts.tools}>
            <FoldButton
              label={texts.layersAndFilter}
              icon={<IconStack2 size={16} aria-hidden="true" />}
              controls={side}
              isOpen={isSideOpen}
              onOpen={setSideOpen}
            />
            <FoldButton
              label={texts.time}
              icon={<IconClock size={16} aria-hidden="true" />}
              controls={timeBar}
              isOpen={isTimeOpen}
              onOpen={setTimeOpen}
            />
            <MapTools map={map} />
          </div>
          <div id={side} className={styles.side} hidden={!isSideOpen}>
            {isSideOpen ? <MapSide map={map} view={view} /> : null}
          </div>
        </div>
      </MapMain>
      <PickDialogs map={map} onStations={() => view.change({ tab: 'safety', pane: 'open' })} />
    </PanelFrame>
  );
}

/** How many vessels the map shows at an instant; none are counted while the fleet is not known or not drawn. */
function countText({ fleet, layers, shown }: FleetMapState, instant: string): string {
  if (!layers.has('fleet')) return texts.off;
  if (fleet.result.sourced !== undefined)
    return texts.shown(formatCount(shown.length, texts.vessel, texts.vessels), instant);
  return fleet.isWaiting ? texts.counting(instant) : texts.unknown(instant);
}

type FoldProps = {
  readonly label: string;
  readonly icon: ReactNode;
  /** Id of the part that it opens. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

function FoldButton({ label, icon, controls, isOpen, onOpen }: FoldProps) {
  return (
    <Button
      size="xs"
      variant={isOpen ? 'light' : 'default'}
      title={label}
      aria-expanded={isOpen}
      aria-controls={controls}
      leftSection={icon}
      onClick={() => onOpen(!isOpen)}
    >
      {label}
    </Button>
  );
}

type MapProps = { readonly map: FleetMapState };

function MapTools({ map }: MapProps) {
  const { measured, setMeasured } = map;
  return (
    <>
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
          atMs: map.time.atMs,
          vessels: map.shown,
          tracks: map.tracks.drawn,
          events: map.events.shown,
          areas: map.areas.features,
        }}
      />
    </>
  );
}

function MapSide({ map, view }: MapProps & { readonly view: TabView }) {
  const { search, change } = view;
  const overview = map.activity.overview.sourced?.value;
  return (
    <section className={styles.sideParts} aria-label={texts.layers}>
      <MapLayers
        view={view}
        layers={map.layers}
        onLayers={(next) => change({ layers: layersText(next) }, { replace: true })}
        fleet={map.fleet}
        areas={map.areas.features}
        events={map.events}
        radar={map.radar}
        standing={map.standing}
        mayWatch={map.areas.mayWatch}
      />
      <FilterPanel view={view} flags={overview?.flags ?? []} gears={overview?.gears ?? []} />
      <HeatChoices heat={map.heat} search={search} change={change} flags={overview?.flags ?? []} />
    </section>
  );
}

function PickDialogs({ map, onStations }: MapProps & { readonly onStations: () => void }) {
  const { picked, setPicked, tracks } = map;
  const close = () => setPicked(null);
  if (picked === null) return null;
  if (picked.kind === 'vessels')
    return (
      <SeveralDialog
        vessels={picked.vessels}
        onClose={close}
        onOpen={(vessel) => {
          close();
          map.openVessel(vessel);
        }}
        onTrack={(vessel) => {
          close();
          tracks.add([vessel.shipId]);
        }}
      />
    );
  if (picked.kind === 'standing')
    return (
      <StandingDialog
        standing={map.standing}
        markKey={picked.key}
        onList={() => {
          close();
          onStations();
        }}
        onClose={close}
      />
    );
  const event = map.events.shown.find(({ key }) => key === picked.key);
  if (event === undefined) return null;
  return (
    <EventDialog
      event={event}
      onClose={close}
      onTrack={(ids) => {
        close();
        tracks.add(ids);
      }}
    />
  );
}
