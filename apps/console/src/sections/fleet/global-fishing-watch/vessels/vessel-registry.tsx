import type { DataOf } from '@kianda/contract';
import {
  identityMarks,
  riskLevels,
  riskSignals,
  type SameVessel,
  vesselIdentity,
} from '@kianda/contract/fleet/surveillance/identity.contract';
import { fleets } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { formatDate, formatNumber } from '@kianda/format';
import { FactList, PanelFailure, ProvenanceBadge, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { SimulatedMark } from '../alerts/alert-item.tsx';
import { GearName } from '../coded-name.tsx';
import styles from '../page.module.css';
import { LicenceState, SuspensionList } from '../registry/licence-state.tsx';
import { vesselDialogTexts as dialogTexts, vesselRegistryTexts as texts } from './texts.pt.ts';

type Identity = DataOf<typeof vesselIdentity>;
type Props = { readonly vessel: ListedVessel; readonly onOpen: (id: string) => void };

/** A vessel before the national registry: its flag against its MMSI, its licences, and tracks that may be its own. */
export function VesselRegistry({ vessel, onOpen }: Props) {
  const { shipId, mmsi, imo, callsign, flag } = vessel;
  const marks = Object.entries({ mmsi, imo, callsign, flag }).filter(([, value]) => value !== null);
  const query = shipId === null ? Object.fromEntries(marks) : { vesselId: shipId };
  const isKnown = shipId !== null || marks.length > 0;
  const identity = useEndpoint(vesselIdentity, { query }, { refetchSeconds: 0, enabled: isKnown });
  if (!isKnown) return <p className={styles.note}>{texts.noMarks}</p>;
  const { sourced, error } = identity;
  if (sourced === undefined) {
    return error === null ? <SkeletonLines lines={5} /> : <PanelFailure error={error} onRetry={identity.refresh} />;
  }
  return (
    <div className={styles.stack}>
      <section aria-label={texts.title}>
        <div className={styles.marks}>
          <h3 className={styles.subtitle}>{texts.title}</h3>
          <ProvenanceBadge provenance={sourced.provenance} />
        </div>
        <FlagFacts flag={sourced.value.flag} />
      </section>
      <RiskPart risk={sourced.value.risk} />
      <Licences licences={sourced.value.licences} />
      <Gears identity={sourced.value} />
      <Same same={sourced.value.same} onOpen={onOpen} />
    </div>
  );
}

const riskTones = { none: 'good', low: 'unknown', medium: 'attention', high: 'bad' } as const;

function RiskPart({ risk }: Pick<Identity, 'risk'>) {
  return (
    <section aria-label={texts.risk}>
      <h3 className={styles.subtitle}>{texts.risk}</h3>
      <StatusPill tone={riskTones[risk.level]}>
        {texts.riskLevel(riskLevels[risk.level], formatNumber(risk.score))}
      </StatusPill>
      <ul className={styles.list}>
        {risk.reasons.map(({ signal, count, points }) => (
          <li key={signal} className={styles.item}>
            <span className={styles.name}>
              {riskSignals[signal]}
              {count === 1 ? '' : `: ${formatNumber(count)}`}
            </span>
            <span className={styles.note}>{texts.riskPoints(formatNumber(points))}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.riskNote(formatNumber(risk.days), risk.preset)}</p>
      {risk.unknown.length === 0 ? null : (
        <p className={styles.note}>{texts.riskUnknown(risk.unknown.map((fact) => texts.riskFacts[fact]).join(', '))}</p>
      )}
    </section>
  );
}

function FlagFacts({ flag }: Pick<Identity, 'flag'>) {
  const { stated, ofMmsi, contradicts } = flag;
  return (
    <>
      <FactList
        items={[
          [texts.stated, stated ?? texts.unknown],
          [texts.ofMmsi, ofMmsi.length === 0 ? texts.noCountry : ofMmsi.join(', ')],
        ]}
      />
      {contradicts === null ? (
        <p className={styles.note}>{texts.notCompared}</p>
      ) : (
        <StatusPill tone={contradicts ? 'attention' : 'good'}>
          {contradicts ? texts.contradicts : texts.agrees}
        </StatusPill>
      )}
    </>
  );
}

function Licences({ licences }: Pick<Identity, 'licences'>) {
  return (
    <section aria-label={dialogTexts.licence}>
      <h3 className={styles.subtitle}>{dialogTexts.licence}</h3>
      {licences.length === 0 ? (
        <p className={styles.note}>{dialogTexts.noLicence}</p>
      ) : (
        <ul className={styles.list}>
          {licences.map((licence) => (
            <li key={licence.id} className={styles.item}>
              <div className={styles.main}>
                <span>
                  {dialogTexts.licenceNumber(
                    licence.number,
                    formatDate(licence.validFrom),
                    formatDate(licence.validTo),
                  )}
                </span>
                <span className={styles.facts}>
                  <LicenceState licence={licence} />
                  <span>{licence.vesselName}</span>
                  <span>{licence.gears.join(', ')}</span>
                  {licence.fleet === null ? null : <span>{fleets[licence.fleet]}</span>}
                  <SuspensionList suspensions={licence.suspensions} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Gears({ identity: { gears, gearContradicts } }: { readonly identity: Identity }) {
  if (gears.length === 0) return null;
  const day = (instant: string | null) => (instant === null ? texts.unknown : formatDate(instant, 'UTC'));
  return (
    <section aria-label={texts.gears}>
      <h3 className={styles.subtitle}>{texts.gears}</h3>
      <ul className={styles.list}>
        {gears.map(({ source, gear, from, to }) => (
          <li key={`${source} ${gear}`} className={styles.item}>
            <span className={styles.name}>
              <GearName code={gear} />
            </span>
            <span className={styles.note}>
              {source}: {day(from)} – {day(to)}
            </span>
          </li>
        ))}
      </ul>
      {gearContradicts === null ? (
        <p className={styles.note}>{texts.gearsNotCompared}</p>
      ) : (
        <StatusPill tone={gearContradicts ? 'attention' : 'good'}>
          {gearContradicts ? texts.gearsContradict : texts.gearsAgree}
        </StatusPill>
      )}
    </section>
  );
}

function Same({ same, onOpen }: Pick<Identity, 'same'> & Pick<Props, 'onOpen'>) {
  if (same.length === 0) return null;
  return (
    <section aria-label={texts.same}>
      <h3 className={styles.subtitle}>{texts.same}</h3>
      <p className={styles.note}>{texts.sameNote}</p>
      <ul className={styles.list}>
        {same.map((other) => (
          <li key={other.vesselId} className={styles.item}>
            <div className={styles.main}>
              <span className={styles.name}>{other.name ?? other.key}</span>
              <span className={styles.facts}>
                <span className="k-mono">{other.key}</span>
                {other.flag === null ? null : <span>{other.flag}</span>}
                {other.lastAt === null ? null : (
                  <span>
                    {texts.heard} <RelativeTime at={other.lastAt} />
                  </span>
                )}
                <SimulatedMark simulated={other.simulated} />
              </span>
              <ul className={styles.steps}>
                {other.reasons.map((reason) => (
                  <li key={`${reason.mark} ${reason.licence}`}>{reasonText(reason)}</li>
                ))}
                {other.contradictions.map(({ mark, own, other: their }) => (
                  <li key={`não ${mark}`} className={styles.warning}>
                    {texts.contradiction(identityMarks[mark], own, their)}
                  </li>
                ))}
              </ul>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={texts.openOf(other.name ?? other.key)}
              onClick={() => onOpen(other.mmsi ?? other.key)}
            >
              {texts.open}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const reasonText = ({ mark, value, licence }: SameVessel['reasons'][number]): string =>
  licence === null
    ? texts.reason(identityMarks[mark], value)
    : texts.licenceReason(identityMarks[mark], value, licence);
