import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatCoordinates } from '@kianda/format';
import { categoryColours, SkeletonBar, useClock, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../shell/use-section.ts';
import { viewOf } from '../map/map-view.ts';
import styles from '../page.module.css';
import { fishingSearchSchema } from '../search.ts';
import { fishingTexts } from '../texts.pt.ts';
import { mapTexts as texts } from './texts.pt.ts';
import { useAlertTrack } from './use-alert-track.ts';

const SurveillanceMap = lazy(() => import('../map/surveillance-map.tsx'));
const TrackLayer = lazy(async () => ({ default: (await import('../map/track-layer.tsx')).TrackLayer }));

/** Water shown around the place, degrees. */
const marginDegrees = 0.4;
const colourOf = (index: number): string => categoryColours[index % categoryColours.length] ?? categoryColours[0];

type Props = { readonly alert: VesselAlert };
type TrackState = 'loading' | 'failed' | number;

/** Where an alert happened, nothing where nobody knows: the place, the area, and the tracks of its vessels a day before and after. */
export function AlertMap({ alert }: Props) {
  const { coordinates } = usePreferences();
  const clock = useClock();
  const [, change] = useSectionSearch(fishingSearchSchema);
  const areas = useEndpoint(listAreas, {}, { refetchSeconds: 0 });
  const [states, setStates] = useState<Readonly<Record<number, TrackState>>>({});
  const tell = useCallback((id: number, state: TrackState) => setStates((known) => ({ ...known, [id]: state })), []);
  const { location, area } = alert;
  if (location === null) return null;
  const place = [location.lon, location.lat] as const;
  const shown = areas.sourced?.value.areas.filter((one) => area === null || one.id === area.id);
  const wordOf = (state: TrackState | undefined): string =>
    state === 'failed' ? ` (${texts.failed})` : state === 0 ? ` (${texts.noTrack})` : '';
  return (
    <div className={styles.stack}>
      <Suspense fallback={<SkeletonBar height={420} />}>
        <SurveillanceMap
          label={texts.label}
          bounds={[
            place[0] - marginDegrees,
            place[1] - marginDegrees,
            place[0] + marginDegrees,
            place[1] + marginDegrees,
          ]}
          place={place}
          {...(shown === undefined ? {} : { areas: shown })}
        >
          {alert.vessels.map((vessel, index) => (
            <VesselTrack key={vessel.id} id={vessel.id} alert={alert} colour={colourOf(index)} onState={tell} />
          ))}
        </SurveillanceMap>
      </Suspense>
      <ul className={styles.legend}>
        <li className="k-mono">{formatCoordinates(place, coordinates)}</li>
        {alert.vessels.map((vessel, index) => (
          <li key={vessel.id}>
            <span className={styles.swatch} style={{ background: colourOf(index) }} aria-hidden="true" />
            {vessel.name ?? fishingTexts.noName}
            {wordOf(states[vessel.id])}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.window}</p>
      <div>
        <Button
          variant="default"
          onClick={() =>
            change({
              ...viewOf(
                { ...location, atMs: Date.parse(alert.lastAt), shipIds: alert.vessels.map(({ id }) => id) },
                clock(),
              ),
              alert: undefined,
            })
          }
        >
          {texts.openFleetMap}
        </Button>
      </div>
    </div>
  );
}

type TrackProps = {
  readonly id: number;
  readonly alert: VesselAlert;
  readonly colour: string;
  readonly onState: (id: number, state: TrackState) => void;
};

function VesselTrack({ id, alert, colour, onState }: TrackProps) {
  const track = useAlertTrack(id, alert);
  const points = track.sourced?.value.points;
  const state = points === undefined ? (track.error === null ? 'loading' : 'failed') : points.length;
  useEffect(() => onState(id, state), [id, state, onState]);
  return points === undefined || points.length === 0 ? null : (
    <TrackLayer id={`trajeto-${id}`} points={points} colour={colour} />
  );
}
