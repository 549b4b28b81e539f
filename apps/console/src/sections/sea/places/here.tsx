import { allows, type DataOf } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselTypes } from '@kianda/contract/fleet/vessels/vessel-types';
import { listSpecies } from '@kianda/contract/sea/biodiversity/species.contract';
import { fieldVariables, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import type { placeById } from '@kianda/contract/sea/places/places.contract';
import { formatInstant, formatNumber, formatQuantity } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, usePreferences } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../shell/use-section.ts';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import styles from './places.module.css';
import { placesTexts as texts } from './texts.pt.ts';

type Place = DataOf<typeof placeById>;
type Vessel = DataOf<typeof listVessels>['data'][number];
type Alert = DataOf<typeof listVesselAlerts>['data'][number];
type Species = DataOf<typeof listSpecies>['data'][number];
type Props = { readonly place: Place };

/** Rows that a card shows of each list. */
const shown = 8;
const dayMs = 86_400_000;

/** The box of a place as the lists take it, and as their addresses have it. */
function boxOf({ bounds: [west, south, east, north] }: Place) {
  return {
    query: { minLat: south, maxLat: north, minLon: west, maxLon: east },
    address: { south, north, west, east },
  };
}

/** Extent that the lists of a card are of. */
const surroundings = ({ pointRadiusKm }: Place): string =>
  pointRadiusKm === null
    ? texts.surroundings.area
    : texts.surroundings.point(formatQuantity(pointRadiusKm, 'km', { maxDecimals: 0 }));

/** Newest value of every field at the place. */
export function SeaHere({ place: { lon, lat, geometry } }: Props) {
  const { timeZone } = usePreferences();
  const sea = useEndpoint(pointSeries, { query: { lon, lat } }, { refetchSeconds: 0 });
  return (
    <Panel
      id="mar"
      title={texts.sea.title}
      description={geometry.type === 'Point' ? texts.sea.point : texts.sea.middle}
      source={sea}
    >
      {({ values }) => (
        <Facts>
          {values.map(({ variable, value, unit, time }) => (
            <Fact key={variable} label={fieldVariables[variable].label} reason={texts.sea.none}>
              {value === null || time === null ? null : (
                <abbr title={formatInstant(time, timeZone)}>{formatQuantity(value, unit, { maxDecimals: 2 })}</abbr>
              )}
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}

type FootProps = { readonly extent: string; readonly all: string; readonly onAll: () => void };

/** Extent that a list is of, and the way to the whole list. */
function Foot({ extent, all, onAll }: FootProps) {
  return (
    <div className={styles.foot}>
      <span>{extent}</span>
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        {all}
      </Button>
    </div>
  );
}

const linkTo = (label: ReactNode, onOpen: () => void) => (
  <Anchor component="button" type="button" ta="start" onClick={onOpen}>
    {label}
  </Anchor>
);

/** Vessels heard there within the last day. */
export function VesselsHere({ place }: Props) {
  const { role } = useAccount();
  return allows(listVessels.access, role) ? <Vessels place={place} /> : null;
}

function Vessels({ place }: Props) {
  const open = useOpenSection();
  const { clock } = useApplication();
  // Kept while the card is open: another beginning would be another question each time.
  const [from] = useState(() => new Date(clock() - dayMs).toISOString());
  const { query, address } = boxOf(place);
  const vessels = useEndpoint(listVessels, { query: { ...query, from, sort: 'last', order: 'desc', pageSize: shown } });
  const columns: readonly Column<Vessel>[] = [
    {
      id: 'name',
      label: texts.vessels.name,
      value: ({ name, id }) => name ?? id,
      render: ({ name, id, mmsi }) =>
        linkTo(name ?? mmsi ?? id, () => open('global-fishing-watch', { tab: 'vessels', vessel: id })),
    },
    { id: 'type', label: texts.vessels.kind, value: ({ vesselType }) => vesselTypes[vesselType] },
    {
      id: 'heard',
      label: texts.vessels.heard,
      value: ({ lastTransmissionDate }) => lastTransmissionDate,
      render: ({ lastTransmissionDate }) => <RelativeTime at={lastTransmissionDate} />,
    },
  ];
  return (
    <Panel
      id="embarcacoes"
      title={texts.vessels.title}
      description={texts.vessels.count(formatNumber(vessels.sourced?.value.total))}
      source={vessels}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={texts.vessels.none}>{surroundings(place)}</EmptyState>}
      footer={
        <Foot
          extent={surroundings(place)}
          all={texts.vessels.all}
          onAll={() => open('global-fishing-watch', { tab: 'vessels', ...address, from })}
        />
      }
      flush
    >
      {({ data, total }) => (
        <DataTable
          id="embarcacoes-do-lugar"
          server={{ total }}
          label={texts.vessels.table}
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
        />
      )}
    </Panel>
  );
}

/** Alerts there that still need action. */
export function AlertsHere({ place }: Props) {
  const { role } = useAccount();
  return allows(listVesselAlerts.access, role) ? <Alerts place={place} /> : null;
}

function Alerts({ place }: Props) {
  const open = useOpenSection();
  const isWatched = place.kind === 'watched-area';
  const { query, address } = boxOf(place);
  const alerts = useEndpoint(listVesselAlerts, {
    query: { ...(isWatched ? { areaId: place.id } : query), state: 'open', pageSize: shown },
  });
  const columns: readonly Column<Alert>[] = [
    {
      id: 'what',
      label: texts.alerts.what,
      value: ({ description }) => description,
      render: ({ id, description }) =>
        linkTo(description, () => open('global-fishing-watch', { tab: 'alerts', alert: id })),
    },
    {
      id: 'when',
      label: texts.alerts.when,
      value: ({ timestamp }) => timestamp,
      render: ({ timestamp }) => <RelativeTime at={timestamp} />,
    },
  ];
  return (
    <Panel
      id="alertas"
      title={texts.alerts.title}
      description={texts.alerts.count(formatNumber(alerts.sourced?.value.total))}
      source={alerts}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={texts.alerts.none} />}
      footer={
        <Foot
          extent={isWatched ? texts.surroundings.watched : surroundings(place)}
          all={texts.alerts.all}
          onAll={() =>
            open('global-fishing-watch', {
              tab: 'alerts',
              state: 'open',
              ...(isWatched ? { areaId: place.id } : address),
            })
          }
        />
      }
      flush
    >
      {({ data, total }) => (
        <DataTable
          id="alertas-do-lugar"
          server={{ total }}
          label={texts.alerts.table}
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
        />
      )}
    </Panel>
  );
}

/** Species recorded there. */
export function SpeciesHere({ place }: Props) {
  const { role } = useAccount();
  return allows(listSpecies.access, role) ? <SpeciesList place={place} /> : null;
}

function SpeciesList({ place }: Props) {
  const open = useOpenSection();
  const { query, address } = boxOf(place);
  const species = useEndpoint(listSpecies, { query: { ...query, pageSize: shown } }, { refetchSeconds: 0 });
  const columns: readonly Column<Species>[] = [
    {
      id: 'name',
      label: texts.species.name,
      value: ({ scientificName }) => scientificName,
      render: ({ aphiaId, scientificName, commonName }) =>
        linkTo(
          <>
            <em>{scientificName}</em> {commonName ?? ''}
          </>,
          () => open('species', { taxon: String(aphiaId) }),
        ),
    },
    {
      id: 'records',
      label: texts.species.records,
      value: ({ occurrences }) => occurrences,
      render: ({ occurrences }) => formatNumber(occurrences),
      align: 'end',
    },
  ];
  return (
    <Panel
      id="especies"
      title={texts.species.title}
      description={texts.species.count(formatNumber(species.sourced?.value.total))}
      source={species}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={texts.species.none}>{surroundings(place)}</EmptyState>}
      footer={<Foot extent={surroundings(place)} all={texts.species.all} onAll={() => open('species', address)} />}
      flush
    >
      {({ data, total }) => (
        <DataTable
          id="especies-do-lugar"
          server={{ total }}
          label={texts.species.table}
          columns={columns}
          rows={data}
          rowId={({ aphiaId }) => String(aphiaId)}
        />
      )}
    </Panel>
  );
}
