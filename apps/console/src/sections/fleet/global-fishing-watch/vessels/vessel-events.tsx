import { allows } from '@kianda/contract';
import { listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { gfwEvents, gfwEventTypes } from '@kianda/contract/fleet/vessels/gfw.contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { formatCoordinates } from '@kianda/format';
import { Instant, ProvenanceBadge, StatusPill, usePreferences } from '@kianda/ui';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { readDetails } from '../alerts/event-details.ts';
import { eventKindTexts } from '../alerts/texts.pt.ts';
import styles from '../page.module.css';
import { vesselDialogTexts as dialogTexts, vesselEventTexts as texts } from './texts.pt.ts';

type Shown = {
  readonly key: string;
  readonly origin: 'kianda' | 'gfw';
  readonly kind: string;
  readonly start: string;
  readonly end: string | null;
  readonly place: readonly [lon: number, lat: number];
  /** The other vessel of a meeting. */
  readonly other: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
};

const mostOfEach = 50;

/** Events of a vessel's track as we found them and as the provider reports them, newest first. */
function useVesselEvents(vessel: ListedVessel) {
  const { role } = useAccount();
  const isOurs = vessel.shipId !== null && allows(listVesselEvents.access, role);
  const theirId = vessel.mmsi ?? vessel.vesselId;
  const ours = useEndpoint(
    listVesselEvents,
    { query: { vesselId: vessel.shipId ?? 1, pageSize: mostOfEach } },
    { refetchSeconds: 60, enabled: isOurs },
  );
  const theirs = useEndpoint(
    gfwEvents,
    { query: { vessel: theirId ?? '', limit: mostOfEach } },
    { refetchSeconds: 0, enabled: theirId !== null },
  );
  const shown = [
    ...(ours.sourced?.value.data ?? [])
      .filter(({ state }) => state === 'valid')
      .map(
        (event): Shown => ({
          key: event.key,
          origin: 'kianda',
          kind: eventKindTexts[event.kind],
          start: event.start,
          end: event.end,
          place: [event.location.lon, event.location.lat],
          other: event.vessels.find(({ id }) => id !== vessel.shipId)?.name ?? null,
          facts: readDetails(event.details),
        }),
      ),
    ...(theirs.sourced?.value.entries ?? []).map(
      (event): Shown => ({
        key: event.id,
        origin: 'gfw',
        kind: gfwEventTypes[event.type],
        start: event.start,
        end: event.end,
        place: [event.lon, event.lat],
        other: otherName(event, vessel),
        facts: [],
      }),
    ),
  ].toSorted((a, b) => b.start.localeCompare(a.start));
  return { ours, theirs, shown };
}

/** Events of a vessel: those found in its track and those of the provider, each with its origin. */
export function VesselEvents({ vessel }: { readonly vessel: ListedVessel }) {
  const { ours, theirs, shown } = useVesselEvents(vessel);
  const isLoading = ours.isLoading || theirs.isLoading;
  // Where both failed alike it is said once.
  const failures = new Set([ours.error, theirs.error].flatMap((error) => (error === null ? [] : [error.message])));
  return (
    <section aria-label={dialogTexts.events}>
      <div className={styles.marks}>
        <h3 className={styles.subtitle}>{dialogTexts.events}</h3>
        {ours.sourced === undefined ? null : (
          <span>
            {texts.origins.kianda} <ProvenanceBadge provenance={ours.sourced.provenance} />
          </span>
        )}
        {theirs.sourced === undefined ? null : (
          <span>
            {texts.origins.gfw} <ProvenanceBadge provenance={theirs.sourced.provenance} />
          </span>
        )}
      </div>
      {[...failures].map((message) => (
        <p key={message} className={styles.warning}>
          {message}
        </p>
      ))}
      {shown.length === 0 ? (
        <p className={styles.note}>{isLoading ? '' : dialogTexts.noEvents}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((event) => (
            <EventItem key={`${event.origin} ${event.key}`} event={event} />
          ))}
        </ul>
      )}
    </section>
  );
}

function EventItem({ event }: { readonly event: Shown }) {
  const { coordinates } = usePreferences();
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <span className={styles.marks}>
          <span className={styles.name}>{event.kind}</span>
          <StatusPill tone={event.origin === 'kianda' ? 'info' : 'unknown'}>{texts.origins[event.origin]}</StatusPill>
        </span>
        <span className={styles.facts}>
          <span>
            <Instant at={event.start} />
            {' – '}
            {event.end === null ? texts.lasting : <Instant at={event.end} />}
          </span>
          <span className="k-mono">{formatCoordinates([...event.place], coordinates)}</span>
          {event.other === null ? null : <span>{texts.with(event.other)}</span>}
          {event.facts.map(([label, value]) => (
            <span key={label}>{`${label}: ${value}`}</span>
          ))}
        </span>
      </div>
    </li>
  );
}

type Party = { readonly vesselId: string; readonly mmsi: string | null; readonly name: string | null };

/** Name of the other vessel: the provider reports an encounter from either side. */
function otherName(
  event: { readonly vessel: Party; readonly other: Party | null },
  { mmsi, vesselId }: ListedVessel,
): string | null {
  if (event.other === null) return null;
  const isOwn = ({ mmsi: theirMmsi, vesselId: theirId }: Party) =>
    theirId === vesselId || (theirMmsi !== null && theirMmsi === mmsi);
  const other = isOwn(event.other) ? event.vessel : event.other;
  return other.name ?? other.mmsi ?? other.vesselId;
}
