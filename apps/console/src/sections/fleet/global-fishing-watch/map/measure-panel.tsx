import { formatNumber, formatQuantity } from '@kianda/format';
import { metersToNauticalMiles, type Position } from '@kianda/geo';
import { measureLegs, totalNauticalMiles } from '@kianda/viz/map/layers/measure/measure.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import section from '../page.module.css';
import styles from './fleet-map.module.css';
import { fleetMapTexts as texts } from './texts.pt.ts';

const nautical = (meters: number) => formatQuantity(metersToNauticalMiles(meters), 'mn', { maxDecimals: 2 });
const metric = (meters: number) => formatQuantity(meters / 1000, 'km', { maxDecimals: 2 });

/** A coordinate as people write it, comma or point; NaN for anything else. */
function degreesOf(text: string, most: number): number {
  const trimmed = text.trim().replace(',', '.').replace('−', '-');
  const value = trimmed === '' ? Number.NaN : Number(trimmed);
  return Math.abs(value) <= most ? value : Number.NaN;
}

type Props = {
  readonly points: readonly Position[];
  readonly onPoints: (points: readonly Position[]) => void;
  readonly onClose: () => void;
};

/** Distances between points marked on the map or typed. */
export function MeasurePanel({ points, onPoints, onClose }: Props) {
  const [lat, setLat] = useState('');
  const [lon, setLon] = useState('');
  const [isWrong, setWrong] = useState(false);
  const legs = measureLegs(points).map((leg, at) => ({ ...leg, id: `${at} ${leg.to.join(' ')}` }));
  const add = (event: FormEvent) => {
    event.preventDefault();
    const place: Position = [degreesOf(lon, 180), degreesOf(lat, 90)];
    const isValid = place.every(Number.isFinite);
    setWrong(!isValid);
    if (!isValid) return;
    onPoints([...points, place]);
    setLat('');
    setLon('');
  };
  return (
    <section aria-label={texts.measuring} className={styles.measure}>
      <p className={section.note}>{texts.measureHelp}</p>
      <form onSubmit={add} className={section.filters}>
        <TextInput
          label={texts.measureLat}
          value={lat}
          inputMode="text"
          onChange={({ currentTarget }) => setLat(currentTarget.value)}
        />
        <TextInput
          label={texts.measureLon}
          value={lon}
          inputMode="text"
          onChange={({ currentTarget }) => setLon(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.measureAdd}
        </Button>
      </form>
      {isWrong ? (
        <p role="alert" className={section.warning}>
          {texts.measureInvalid}
        </p>
      ) : null}
      <ol className={section.steps}>
        {legs.map((leg, index) => (
          <li key={leg.id}>
            {texts.measureLeg(
              formatNumber(index + 1),
              nautical(leg.meters),
              metric(leg.meters),
              formatQuantity(leg.bearingDegrees, '°', { maxDecimals: 0 }),
            )}
          </li>
        ))}
      </ol>
      <p role="status">
        {points.length === 1 ? texts.measureOne : null}
        {legs.length === 0
          ? null
          : texts.measureTotal(
              formatQuantity(totalNauticalMiles(legs), 'mn', { maxDecimals: 2 }),
              metric(legs.reduce((sum, { meters }) => sum + meters, 0)),
            )}
      </p>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={points.length === 0}
          onClick={() => onPoints(points.slice(0, -1))}
        >
          {texts.measureUndo}
        </Button>
        <Button size="xs" variant="default" disabled={points.length === 0} onClick={() => onPoints([])}>
          {texts.measureClear}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {texts.measureClose}
        </Button>
      </Group>
    </section>
  );
}
