import { vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { formatCoordinates, formatFlag } from '@kianda/format';
import { type Column, DataTable, Instant, usePreferences } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { SimulatedMark } from '../alerts/alert-item.tsx';
import { useBrowserFile } from '../api/use-browser-file.ts';
import section from '../page.module.css';
import { type FleetVessel, nameOf } from './fleet.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

type Props = {
  readonly vessels: readonly FleetVessel[];
  /** Whether the map shows vessels at all. */
  readonly isOn: boolean;
  /** Numbers of the vessels with a drawn track. */
  readonly tracks: readonly number[];
  readonly onTrack: (vessel: FleetVessel, on: boolean) => void;
  readonly onOpen: (vessel: FleetVessel) => void;
};

type Choices = Pick<Props, 'tracks' | 'onTrack' | 'onOpen'>;

function useFleetColumns({ tracks, onTrack, onOpen }: Choices): readonly Column<FleetVessel>[] {
  const { coordinates } = usePreferences();
  return useMemo<readonly Column<FleetVessel>[]>(
    () => [
      {
        id: 'name',
        label: texts.columns.name,
        value: nameOf,
        render: (vessel) => (
          <>
            {nameOf(vessel)} <SimulatedMark simulated={vessel.simulated} />
          </>
        ),
        width: '200px',
      },
      { id: 'type', label: texts.columns.type, value: ({ vesselType }) => vesselTypes[vesselType] },
      { id: 'flag', label: texts.columns.flag, value: ({ flag }) => (flag === null ? null : formatFlag(flag)) },
      {
        id: 'time',
        label: texts.columns.time,
        value: ({ time }) => time,
        render: ({ time }) => <Instant at={time} />,
        width: '190px',
      },
      {
        id: 'position',
        label: texts.columns.position,
        value: ({ lon, lat }) => `${lat.toFixed(5)} ${lon.toFixed(5)}`,
        render: ({ lon, lat }) => <span className="k-mono">{formatCoordinates([lon, lat], coordinates)}</span>,
        width: '200px',
      },
      { id: 'speed', label: texts.columns.speed, value: ({ speedKnots }) => speedKnots, align: 'end' },
      { id: 'course', label: texts.columns.course, value: ({ courseDegrees }) => courseDegrees, align: 'end' },
      {
        id: 'heading',
        label: texts.columns.heading,
        value: ({ headingDegrees }) => headingDegrees,
        align: 'end',
        hidden: true,
      },
      { id: 'mmsi', label: texts.columns.mmsi, value: ({ mmsi }) => mmsi, hidden: true },
      {
        id: 'actions',
        label: texts.columns.actions,
        value: ({ shipId }) => (tracks.includes(shipId) ? texts.track : ''),
        width: '190px',
        render: (vessel) => (
          <VesselActions vessel={vessel} isDrawn={tracks.includes(vessel.shipId)} onTrack={onTrack} onOpen={onOpen} />
        ),
      },
    ],
    [coordinates, tracks, onTrack, onOpen],
  );
}

type ActionsProps = Pick<Props, 'onTrack' | 'onOpen'> & { readonly vessel: FleetVessel; readonly isDrawn: boolean };

function VesselActions({ vessel, isDrawn, onTrack, onOpen }: ActionsProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant={isDrawn ? 'light' : 'subtle'}
        aria-pressed={isDrawn}
        aria-label={isDrawn ? texts.hideTrack(nameOf(vessel)) : texts.showTrack(nameOf(vessel))}
        onClick={() => onTrack(vessel, !isDrawn)}
      >
        {texts.track}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={texts.detailsOf(nameOf(vessel))}
        onClick={() => onOpen(vessel)}
      >
        {texts.details}
      </Button>
    </Group>
  );
}

/** The map in words: every vessel it shows, where it was, and the same choices. */
export function FleetTable({ vessels, isOn, ...choices }: Props) {
  const columns = useFleetColumns(choices);
  const { saveTable } = useBrowserFile();
  return (
    <section aria-label={texts.table} className={section.stack}>
      <div>
        <h3 className={section.subtitle}>{texts.table}</h3>
        <p className={section.note}>
          {texts.tableHelp} {texts.tracksHelp}
        </p>
      </div>
      <DataTable
        id="frota"
        label={texts.table}
        columns={columns}
        rows={vessels}
        rowId={({ shipId }) => String(shipId)}
        initialSort="-time"
        height="60vh"
        empty={isOn ? texts.none : texts.off}
        csvNotes={() => [['Fonte', texts.source]]}
        saveCsv={saveTable}
      />
    </section>
  );
}
