import {
  type SafetyStation,
  safetyKinds,
  safetyStates,
  stationWhat,
} from '@kianda/contract/fleet/vessels/safety.resource';
import { formatCoordinates } from '@kianda/format';
import { RelativeTime, StatusPill, type StatusTone, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { safetyTexts as texts } from './texts.pt.ts';

const tones = {
  active: 'bad',
  test: 'info',
  off_position: 'caution',
  on_position: 'good',
} as const satisfies Record<keyof typeof safetyStates, StatusTone>;

type Props = {
  readonly stations: readonly SafetyStation[];
  readonly onMap: (station: { readonly lon: number; readonly lat: number }) => void;
};

/** Stations of safety as a short list, for a place too narrow for their table. */
export function SafetyRows({ stations, onMap }: Props) {
  return (
    <ul className={styles.list} aria-label={texts.title}>
      {stations.map((station) => (
        <SafetyRow key={station.key} station={station} onMap={onMap} />
      ))}
    </ul>
  );
}

function SafetyRow({ station, onMap }: Pick<Props, 'onMap'> & { readonly station: SafetyStation }) {
  const { coordinates } = usePreferences();
  const { kind, mmsi, name, text, state, isVirtual, lon, lat, lastAt, source } = station;
  const title = name ?? stationWhat(station) ?? mmsi;
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <p className={styles.name}>{title}</p>
        <div className={styles.marks}>
          {state === null ? null : <StatusPill tone={tones[state]}>{safetyStates[state]}</StatusPill>}
          <span>{safetyKinds[kind]}</span>
          {isVirtual === true ? <span>{texts.virtual}</span> : null}
        </div>
        {text === null ? null : <p>{text}</p>}
        <div className={styles.facts}>
          <span className="k-mono">{mmsi}</span>
          <span className={lon === null ? undefined : 'k-mono'}>
            {lon === null || lat === null ? fishingTexts.noLocation : formatCoordinates([lon, lat], coordinates)}
          </span>
          <span>
            {texts.last} <RelativeTime at={lastAt} />
          </span>
          <span>{source}</span>
        </div>
      </div>
      {lon === null || lat === null ? null : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMapPin size={15} aria-hidden="true" />}
          aria-label={texts.onMapOf(title)}
          onClick={() => onMap({ lon, lat })}
        >
          {texts.onMap}
        </Button>
      )}
    </li>
  );
}
