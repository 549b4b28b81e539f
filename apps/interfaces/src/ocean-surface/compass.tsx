import { directionFromDegrees } from '@kianda/geo';
import styles from './ocean-surface.module.css';
import { compassPoint } from './sea-state.ts';
import { seaTexts as texts } from './texts.pt.ts';

type Props = {
  readonly headingDegrees: number;
  readonly wavesFrom: number;
  readonly wind: readonly [east: number, north: number] | null;
};

/** A compass that turns with the view: where the waves and the wind come from. */
export function Compass({ headingDegrees, wavesFrom, wind }: Props) {
  const windFrom = wind === null ? null : directionFromDegrees(...wind);
  const name = (degrees: number) => texts.points[compassPoint(degrees)] ?? '';
  const label = texts.compass(name(wavesFrom), windFrom === null ? '—' : name(windFrom));
  return (
    <svg className={styles.compass} viewBox="-50 -50 100 100" role="img" aria-label={label}>
      <circle r="40" className={styles.compassRing} />
      <g transform={`rotate(${-headingDegrees})`}>
        <text y="-29" className={styles.compassNorth}>
          {texts.points[0]}
        </text>
        <path d="M0-41v7M0 41v-7M41 0h-7M-41 0h7" className={styles.compassTick} />
        <path transform={`rotate(${wavesFrom})`} d="M0-24V16M-6 8 0 17 6 8" className={styles.compassWaves} />
        {windFrom === null ? null : (
          <path
            transform={`rotate(${windFrom})`}
            d="M0-24V16M-6 8 0 17 6 8"
            className={styles.compassWind}
            strokeDasharray="4 3"
          />
        )}
      </g>
    </svg>
  );
}
