import type { DataOf } from '@kianda/contract';
import { listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { hourMs } from '@kianda/geo';
import type { PanelError } from '@kianda/ui';
import type { EventKind } from '@kianda/viz/map/layers/events/event-marks.ts';
import { useEffect } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import type { MapTime } from './map-view.ts';
import { silenceMinutes } from './tracks.ts';

/** One answer among several of a kind, or why it is not there. */
export type Arrived<T> = { readonly value: T | undefined; readonly error: PanelError | null };

/** Periods begin and end at whole hours, so that a moving minute asks for nothing new. */
const wholeHours = ({ fromMs, endMs, isLive }: MapTime) => ({
  from: new Date(Math.floor(fromMs / hourMs) * hourMs).toISOString(),
  ...(isLive ? {} : { to: new Date(Math.ceil(endMs / hourMs) * hourMs).toISOString() }),
});

type TrackProps = {
  readonly shipId: number;
  readonly time: MapTime;
  readonly onArrived: (shipId: number, arrived: Arrived<DataOf<typeof vesselTrack>>) => void;
};

/** Fetches one vessel's track over the period; draws nothing. */
export function TrackSource({ shipId, time, onArrived }: TrackProps) {
  const track = usePreviousWhileLoading(
    useEndpoint(
      vesselTrack,
      { params: { id: shipId }, query: { ...wholeHours(time), toleranceMeters: 100, gapMinutes: silenceMinutes } },
      { refetchSeconds: time.isLive ? 60 : 0 },
    ),
  );
  const value = track.sourced?.value;
  const { error } = track;
  useEffect(() => onArrived(shipId, { value, error }), [shipId, value, error, onArrived]);
  return null;
}

type EventProps = {
  readonly kind: EventKind;
  readonly time: MapTime;
  readonly onArrived: (kind: EventKind, arrived: Arrived<DataOf<typeof listVesselEvents>>) => void;
};

/** Fetches the events of one kind over the period; draws nothing. */
export function EventSource({ kind, time, onArrived }: EventProps) {
  const events = usePreviousWhileLoading(
    useEndpoint(
      listVesselEvents,
      { query: { kind, pageSize: 200, ...wholeHours(time) } },
      { refetchSeconds: time.isLive ? 60 : 0 },
    ),
  );
  const value = events.sourced?.value;
  const { error } = events;
  useEffect(() => onArrived(kind, { value, error }), [kind, value, error, onArrived]);
  return null;
}
