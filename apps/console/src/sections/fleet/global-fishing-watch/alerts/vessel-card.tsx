import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { type ListedVessel, listVessels, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselLicences } from '@kianda/contract/fleet/vessels/vessels.resource';
import { formatCoordinates, UNKNOWN } from '@kianda/format';
import { FactList, Instant, PanelFailure, SkeletonLines, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../shell/use-section.ts';
import { FlagName, GearName } from '../coded-name.tsx';
import styles from '../page.module.css';
import { fishingSearchSchema } from '../search.ts';
import { fishingTexts } from '../texts.pt.ts';
import { caseTexts as texts } from './texts.pt.ts';
import { useAlertTrack } from './use-alert-track.ts';

type Props = { readonly vessel: VesselAlert['vessels'][number]; readonly alert: VesselAlert };

/** One vessel of a case: who it is, with what it fishes, whether it may, and where it was last. No source has pictures. */
export function VesselCard({ vessel, alert }: Props) {
  const track = useAlertTrack(vessel.id, alert);
  const known = track.sourced?.value.vessel;
  const found = useEndpoint(
    listVessels,
    { query: { search: String(known?.mmsi ?? known?.key ?? ''), pageSize: 10 } },
    { refetchSeconds: 0, enabled: known !== undefined },
  );
  const listed = found.sourced?.value.data.find(({ shipId }) => shipId === vessel.id);
  const name = vessel.name ?? listed?.name ?? fishingTexts.noName;
  const failure = track.error ?? found.error;
  return (
    <section aria-label={texts.cardOf(name)}>
      <h3 className={styles.subtitle}>{name}</h3>
      {listed !== undefined ? (
        <CardFacts listed={listed} flag={vessel.flag} />
      ) : failure !== null ? (
        <PanelFailure error={failure} onRetry={track.error === null ? found.refresh : track.refresh} />
      ) : found.sourced === undefined ? (
        <SkeletonLines lines={6} />
      ) : (
        <p className={styles.note}>{texts.notListed}</p>
      )}
    </section>
  );
}

function CardFacts({ listed, flag }: { readonly listed: ListedVessel; readonly flag: string | null }) {
  const { coordinates } = usePreferences();
  const [, change] = useSectionSearch(fishingSearchSchema);
  const [lon, lat] = listed.geom.coordinates;
  const country = flag ?? listed.flag;
  const place = formatCoordinates([lon, lat], coordinates);
  return (
    <>
      <FactList
        items={[
          [texts.type, vesselTypes[listed.vesselType]],
          [texts.flag, country === null ? unknown(texts.noFlag) : <FlagName key="flag" code={country} />],
          [texts.mmsi, listed.mmsi ?? unknown(texts.noMmsi)],
          [
            texts.gear,
            listed.gearType === null ? unknown(texts.noGear) : <GearName key="gear" code={listed.gearType} />,
          ],
          [texts.licence, listed.licence === null ? unknown(texts.noLicence) : vesselLicences[listed.licence]],
          [texts.last, <Instant key="last" at={listed.lastTransmissionDate} />],
          [texts.place, listed.positionKind === 'report' ? place : `${place} (${texts.presence})`],
        ]}
      />
      <Button variant="default" size="xs" onClick={() => change({ vessel: listed.id, alert: undefined })}>
        {texts.open}
      </Button>
    </>
  );
}

/** '—' with its reason in words: a card is printed and read aloud, too. */
const unknown = (reason: string): string => `${UNKNOWN} (${reason})`;
