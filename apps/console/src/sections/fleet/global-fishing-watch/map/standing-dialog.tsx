import {
  type SafetyStation,
  safetyKinds,
  safetyStates,
  stationWhat,
} from '@kianda/contract/fleet/vessels/safety.resource';
import { structureConfidences, structureLabels } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatCoordinates, formatDate, formatQuantity } from '@kianda/format';
import { Dialog, FactList, Instant, ProvenanceBadge, usePreferences } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import section from '../page.module.css';
import type { Structure } from './standing.ts';
import { standingTexts as texts } from './standing-texts.pt.ts';
import type { Standing } from './use-standing.ts';

type Props = {
  readonly standing: Standing;
  readonly markKey: string;
  /** Opens the list of stations. */
  readonly onList: () => void;
  readonly onClose: () => void;
};

/** The card of a mark: a structure at sea, or a station of safety on AIS. */
export function StandingDialog({ standing, markKey, onList, onClose }: Props) {
  const structure = standing.standing.find(({ id }) => markKey === `estrutura:${id}`);
  if (structure !== undefined) return <StructureDialog structure={structure} standing={standing} onClose={onClose} />;
  const station = standing.placed.find(({ key }) => key === markKey);
  return station === undefined ? null : <StationDialog station={station} onList={onList} onClose={onClose} />;
}

type StructureProps = Pick<Props, 'standing' | 'onClose'> & { readonly structure: Structure };

function StructureDialog({ structure, standing, onClose }: StructureProps) {
  const { coordinates } = usePreferences();
  const { id, label, confidence, lon, lat, startedAt, endedAt } = structure;
  const { sourced } = standing.structures;
  const dataTo = sourced?.value.dataTo ?? null;
  return (
    <Dialog onClose={onClose} title={texts.structure(structureLabels[label])}>
      <div className={section.stack}>
        <p className={section.note}>{texts.number(id)}</p>
        {sourced === undefined ? null : <ProvenanceBadge provenance={sourced.provenance} />}
        <FactList
          items={[
            [texts.label, structureLabels[label]],
            [texts.confidence, structureConfidences[confidence]],
            [texts.place, formatCoordinates([lon, lat], coordinates)],
            [texts.since, startedAt === null ? null : formatDate(startedAt, 'UTC')],
            [texts.until, endedAt === null ? texts.stands : formatDate(endedAt, 'UTC')],
            [texts.exclusion, label === 'oil' ? texts.excluded : texts.notExcluded],
            [texts.source, dataTo === null ? texts.noProvider : texts.provider(formatDate(dataTo, 'UTC'))],
          ]}
        />
      </div>
    </Dialog>
  );
}

type StationProps = Pick<Props, 'onList' | 'onClose'> & { readonly station: SafetyStation };

function StationDialog({ station, onList, onClose }: StationProps) {
  const { coordinates } = usePreferences();
  const { kind, mmsi, name, text, isVirtual, state, lon, lat } = station;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [texts.identity, [stationWhat(station), kind === 'aid' ? name : null].filter(Boolean).join(' · ') || null],
    [texts.mmsi, mmsi],
    ...(state === null ? [] : [[texts.state, safetyStates[state]] as const]),
    ...(text === null ? [] : [[texts.text, text] as const]),
    [texts.place, lon === null || lat === null ? null : formatCoordinates([lon, lat], coordinates)],
    ...(kind === 'aid' ? [[texts.virtual, isVirtual === true ? texts.isVirtual : texts.isReal] as const] : []),
    ...motionOf(station),
    [texts.first, <Instant key="first" at={station.firstAt} />],
    [texts.last, <Instant key="last" at={station.lastAt} />],
    [texts.heardBy, station.source],
  ];
  return (
    <Dialog onClose={onClose} title={safetyKinds[kind]}>
      <div className={section.stack}>
        {station.simulated ? <p className={section.note}>{texts.simulated}</p> : null}
        <FactList items={facts} />
        <Group>
          <Button variant="default" onClick={onList}>
            {texts.toList}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** How high and how fast, of an aircraft. */
function motionOf({ kind, altitudeMeters, speedKnots, courseDegrees }: SafetyStation) {
  if (kind !== 'aircraft') return [];
  const speed = speedKnots === null ? null : formatQuantity(speedKnots, 'nós', { maxDecimals: 0 });
  const course = courseDegrees === null ? null : formatQuantity(courseDegrees, '°', { maxDecimals: 0 });
  return [
    [texts.altitude, altitudeMeters === null ? null : formatQuantity(altitudeMeters, 'm', { maxDecimals: 0 })] as const,
    [texts.motion, [speed, course].filter(Boolean).join(', ') || null] as const,
  ];
}
