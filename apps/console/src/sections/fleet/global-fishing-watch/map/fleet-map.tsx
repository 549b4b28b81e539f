import { formatCount, formatInstant } from '@kianda/format';
import { PanelFrame, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { TabView } from '../view.ts';
import styles from './fleet-map.module.css';
import { FleetFailures } from './fleet-notes.tsx';
import { FleetTable } from './fleet-table.tsx';
import { HeatChoices } from './heat-panel.tsx';
import { MapLayers } from './map-layers.tsx';
import { MapMain } from './map-main.tsx';
import { layersText } from './map-view.ts';
import { EventDialog, SeveralDialog } from './pick-dialogs.tsx';
import { ExportTools, ShareButton } from './share-tools.tsx';
import { EventSource, TrackSource } from './sources.tsx';
import { fleetMapTexts as texts } from './texts.pt.ts';
import { type FleetMapState, useFleetMap } from './use-fleet-map.ts';

const VesselDialog = lazy(() => import('../vessels/vessel-dialog.tsx'));

/** Map of the fleet: now or at any time, tracks, heat, events and areas; and the same in a table. */
export default function FleetMap(view: TabView) {
  const { search, change } = view;
  const { timeZone } = usePreferences();
  const map = useFleetMap(view);
  const { fleet, events, time, tracks, shown } = map;
  return (
    <PanelFrame
      title={texts.title}
      description={texts.shown(
        formatCount(shown.length, texts.vessel, texts.vessels),
        formatInstant(time.atMs, timeZone),
      )}
      provenance={fleet.result.sourced?.provenance}
      busy={fleet.isWaiting}
      actions={<MapTools map={map} />}
    >
      {map.trackIds.map((id) => (
        <TrackSource key={id} shipId={id} time={time} onArrived={tracks.onArrived} />
      ))}
      {events.kinds.map((kind) => (
        <EventSource key={kind} kind={kind} time={time} onArrived={events.onArrived} />
      ))}
      <div className={styles.frame}>
        <FleetFailures fleet={fleet} places={map.areas} events={events} />
        <div className={styles.columns}>
          <MapSide map={map} view={view} />
          <MapMain map={map} search={search} />
        </div>
        <FleetTable
          vessels={shown}
          isOn={map.layers.has('fleet')}
          tracks={map.trackIds}
          onTrack={map.onTrack}
          onOpen={map.openVessel}
        />
      </div>
      <PickDialogs map={map} />
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

type MapProps = { readonly map: FleetMapState };

function MapTools({ map }: MapProps) {
  const { measured, setMeasured } = map;
  return (
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
          atMs: map.time.atMs,
          vessels: map.shown,
          tracks: map.tracks.drawn,
          events: map.events.shown,
          areas: map.areas.features,
        }}
      />
    </div>
  );
}

function MapSide({ map, view }: MapProps & { readonly view: TabView }) {
  const { search, change } = view;
  return (
    <section className={styles.side} aria-label={texts.layers}>
      <MapLayers
        view={view}
        layers={map.layers}
        onLayers={(next) => change({ layers: layersText(next) }, { replace: true })}
        fleet={map.fleet}
        areas={map.areas.features}
        events={map.events}
        mayWatch={map.areas.mayWatch}
      />
      <HeatChoices
        heat={map.heat}
        search={search}
        change={change}
        flags={map.activity.overview.sourced?.value.flags ?? []}
      />
    </section>
  );
}

function PickDialogs({ map }: MapProps) {
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
