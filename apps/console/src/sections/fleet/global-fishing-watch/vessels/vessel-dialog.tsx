import { allows } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import {
  type ListedVessel,
  type ListSource,
  listVessels,
  vesselTypes,
} from '@kianda/contract/fleet/vessels/list.contract';
import { formatCoordinates, formatDuration, formatQuantity, UNKNOWN } from '@kianda/format';
import {
  Dialog,
  EmptyState,
  FactList,
  Instant,
  PanelFailure,
  SkeletonLines,
  useClock,
  usePreferences,
} from '@kianda/ui';
import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../shell/use-section.ts';
import { AlertItem, SimulatedMark } from '../alerts/alert-item.tsx';
import { alertTexts } from '../alerts/texts.pt.ts';
import { vesselFile } from '../api/exports.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import { FlagName, GearName } from '../coded-name.tsx';
import styles from '../page.module.css';
import { fishingSearchSchema } from '../search.ts';
import { ActivityMark } from './activity-mark.tsx';
import { ListSources } from './list-sources.tsx';
import { vesselTexts as listTexts, vesselDialogTexts as texts } from './texts.pt.ts';
import { VesselEvents } from './vessel-events.tsx';
import { VesselProvider } from './vessel-provider.tsx';
import { VesselRegistry } from './vessel-registry.tsx';
import { VesselTrack } from './vessel-track.tsx';

type Props = {
  readonly id: string;
  readonly onClose: () => void;
};

/** One vessel: identity, activity, registry, track, events, what the provider knows, and alerts. */
export default function VesselDialog({ id, onClose }: Props) {
  // Asked for even where the list has it: who told of the page is not who told of this one.
  const found = useEndpoint(listVessels, { query: { search: id, pageSize: 10 } });
  const vessel = found.sourced?.value.data.find((one) => one.id === id);
  const isWaiting = vessel === undefined && found.sourced === undefined;
  const alone = found.sourced?.value.data.length === 1 ? found.sourced : undefined;
  return (
    <Dialog onClose={onClose} title={vessel?.name ?? texts.title} size="xl">
      {vessel !== undefined ? (
        <Vessel vessel={vessel} sources={alone?.value.sources ?? []} />
      ) : !isWaiting ? (
        <EmptyState title={texts.unknown} />
      ) : found.error !== null ? (
        <PanelFailure error={found.error} onRetry={found.refresh} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Dialog>
  );
}

type VesselProps = { readonly vessel: ListedVessel; readonly sources: readonly ListSource[] };

function Vessel({ vessel, sources }: VesselProps) {
  const { role } = useAccount();
  const mayWatch = allows(listVesselAlerts.access, role);
  const [, change] = useSectionSearch(fishingSearchSchema);
  const clock = useClock();
  const file = useBrowserFile();
  return (
    <div className={styles.stack}>
      <div className={styles.marks}>
        <ActivityMark activity={vessel.activity} />
        <SimulatedMark simulated={vessel.simulated} />
        {vessel.positionKind === 'presence' ? <span className={styles.note}>{listTexts.lagNote}</span> : null}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={file.isRunning}
          onClick={() => void file.save(vesselFile(vessel, sources, clock()), 'vessels', 1)}
        >
          {texts.save}
        </Button>
      </div>
      <div className={styles.columns}>
        <Identity vessel={vessel} sources={sources} />
        {mayWatch ? (
          <VesselRegistry vessel={vessel} onOpen={(id) => change({ vessel: id })} />
        ) : (
          <p className={styles.note}>{texts.noAccess}</p>
        )}
      </div>
      <VesselTrack vessel={vessel} />
      <VesselEvents vessel={vessel} />
      {vessel.vesselId === null ? null : <VesselProvider vesselId={vessel.vesselId} />}
      {mayWatch ? <Alerts shipId={vessel.shipId} /> : null}
    </div>
  );
}

/** A value, or '—' with the reason. */
function known(value: string | null): ReactNode {
  if (value !== null && value !== '') return value;
  return (
    <Tooltip label={texts.unknownValue}>
      <button type="button" className={styles.unknown} aria-label={texts.unknownValue}>
        {UNKNOWN}
      </button>
    </Tooltip>
  );
}

/** A last position that came this long after it was sent was buffered on the way: an officer must not take it for the present. */
const lateMs = 10 * 60_000;

/** When a late position was received, and how long after it was sent; null where it came in time. */
function lateReception({ lastTransmissionDate, receivedDate }: ListedVessel): ReactNode {
  if (receivedDate === null) return null;
  const delayMs = Date.parse(receivedDate) - Date.parse(lastTransmissionDate);
  const late = (at: string) => listTexts.late(at, formatDuration(delayMs / 1000));
  return delayMs > lateMs ? <Instant at={receivedDate} words={late} /> : null;
}

function Identity({ vessel, sources }: VesselProps) {
  const { coordinates } = usePreferences();
  const [lon, lat] = vessel.geom.coordinates;
  const place = formatCoordinates([lon, lat], coordinates);
  const { firstTransmissionDate: first, lastTransmissionDate: last } = vessel;
  const received = lateReception(vessel);
  return (
    <section aria-label={texts.identity}>
      <h3 className={styles.subtitle}>{texts.identity}</h3>
      <FactList
        items={[
          [listTexts.name, known(vessel.name)],
          ['ID', vessel.id],
          [listTexts.type, vesselTypes[vessel.vesselType]],
          [listTexts.gear, vessel.gearType === null ? known(null) : <GearName key="gear" code={vessel.gearType} />],
          [listTexts.flag, vessel.flag === null ? known(null) : <FlagName key="flag" code={vessel.flag} />],
          [listTexts.mmsi, known(vessel.mmsi)],
          [listTexts.imoColumn, known(vessel.imo)],
          [listTexts.callsign, known(vessel.callsign)],
          [listTexts.registration, known(vessel.registration)],
          [listTexts.length, known(vessel.lengthMeters === null ? null : formatQuantity(vessel.lengthMeters, 'm'))],
          [listTexts.first, first === null ? known(null) : <Instant key="first" at={first} />],
          [listTexts.last, <Instant key="last" at={last} />],
          ...(received === null ? [] : [[listTexts.received, received] as const]),
          [listTexts.position, vessel.positionKind === 'report' ? place : `${place} (${listTexts.presence})`],
        ]}
      />
      <ListSources sources={sources} />
    </section>
  );
}

function Alerts({ shipId }: { readonly shipId: number | null }) {
  const alerts = useEndpoint(
    listVesselAlerts,
    { query: { vesselId: shipId ?? 0, state: 'open', pageSize: 20 } },
    { refetchSeconds: 60, enabled: shipId !== null },
  );
  const rows = alerts.sourced?.value.data ?? [];
  return (
    <section aria-label={texts.alerts}>
      <h3 className={styles.subtitle}>{texts.alerts}</h3>
      {alerts.error === null ? null : <p className={styles.warning}>{alerts.error.message}</p>}
      {rows.length === 0 ? (
        alerts.isLoading ? null : (
          <EmptyState title={alertTexts.empty}>{alertTexts.emptyVessel}</EmptyState>
        )
      ) : (
        <ul className={styles.list}>
          {rows.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </section>
  );
}
