import { vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { formatCoordinates, formatFlag, UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant, usePreferences } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { readDetails } from '../alerts/event-details.ts';
import { eventKindTexts } from '../alerts/texts.pt.ts';
import section from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { type FleetVessel, nameOf } from './fleet.ts';
import type { MapEvent } from './map-events.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

type SeveralProps = {
  readonly vessels: readonly FleetVessel[];
  readonly onOpen: (vessel: FleetVessel) => void;
  readonly onTrack: (vessel: FleetVessel) => void;
  readonly onClose: () => void;
};

/** Vessels so near each other that a finger cannot choose between them. */
export function SeveralDialog({ vessels, onOpen, onTrack, onClose }: SeveralProps) {
  return (
    <Dialog onClose={onClose} title={texts.several}>
      <ul className={section.list}>
        {vessels.map((vessel) => (
          <li key={vessel.shipId} className={section.item}>
            <div className={section.main}>
              <span className={section.name}>{nameOf(vessel)}</span>
              <span className={section.facts}>
                <span>{vesselTypes[vessel.vesselType]}</span>
                <span>
                  <Instant at={vessel.time} />
                </span>
              </span>
            </div>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => onTrack(vessel)}>
                {texts.track}
              </Button>
              <Button size="xs" aria-label={texts.detailsOf(nameOf(vessel))} onClick={() => onOpen(vessel)}>
                {texts.details}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type EventProps = {
  readonly event: MapEvent;
  readonly onTrack: (shipIds: readonly number[]) => void;
  readonly onClose: () => void;
};

/** One event of the map: when, where, who, and what the detector measured. */
export function EventDialog({ event, onTrack, onClose }: EventProps) {
  const { coordinates } = usePreferences();
  const { kind, start, end, location, vessels, details } = event;
  return (
    <Dialog onClose={onClose} title={eventKindTexts[kind]}>
      <div className={section.stack}>
        <FactList
          items={[
            [texts.eventFrom, <Instant key="from" at={start} />],
            [texts.eventTo, end === null ? texts.ongoing : <Instant key="to" at={end} />],
            [texts.eventPlace, formatCoordinates([location.lon, location.lat], coordinates)],
            [
              texts.eventVessels,
              vessels
                .map(
                  ({ name, flag }) => `${name ?? fishingTexts.noName} (${flag === null ? UNKNOWN : formatFlag(flag)})`,
                )
                .join(', '),
            ],
            ...readDetails(details),
          ]}
        />
        <Group>
          <Button variant="default" onClick={() => onTrack(vessels.map(({ id }) => id))}>
            {texts.eventTracks}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
