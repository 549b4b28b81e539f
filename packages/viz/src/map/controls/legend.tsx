import { formatNumber } from '@kianda/format';
import type { ReactNode } from 'react';
import { rampGradient } from '../../colour/ramps.ts';
import { type ColourScale, scaleTicks } from '../../colour/scale.ts';
import { mapTexts } from '../texts.pt.ts';
import styles from './legend.module.css';

type Props = {
  readonly title: string;
  readonly unit: string;
  readonly scale: ColourScale;
  /** Instant of the observation, as written for people. */
  readonly when?: ReactNode;
  /** Value under the pointer, marked on the bar; null where nothing is known. */
  readonly pointed?: number | null;
  /** Beside the title: badge, buttons. */
  readonly aside?: ReactNode;
  /** True when gaps may show, and must be explained. */
  readonly hasGaps?: boolean;
};

/** 0,05 needs two decimals, 14 none; `more` of them where two ticks would read alike. */
function tickText(value: number, more: number): string {
  const decimals = value === 0 ? 0 : Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value)))));
  return formatNumber(value, { maxDecimals: decimals + more });
}

/** Ticks as they are read, each unlike the others. */
function tickTexts(ticks: readonly number[]): readonly string[] {
  const written = [0, 1, 2].map((more) => ticks.map((tick) => tickText(tick, more)));
  return written.find((texts) => new Set(texts).size === texts.length) ?? written.at(-1) ?? [];
}

/** Colour bar of a field with its unit, its date, and the value under the pointer. */
export function Legend({ title, unit, scale, when, pointed, aside, hasGaps = false }: Props) {
  const ticks = scaleTicks(scale);
  const texts = tickTexts(ticks);
  const isKnown = pointed !== null && pointed !== undefined;
  return (
    <figure className={styles.legend} aria-label={mapTexts.legend(title, unit)}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>
          {title} <span className={styles.unit}>({unit})</span>
        </span>
        {aside}
      </figcaption>
      <div className={styles.bar} style={{ background: rampGradient(scale.ramp) }}>
        {isKnown ? <span className={styles.mark} style={{ left: `${100 * scale.position(pointed)}%` }} /> : null}
      </div>
      <div className={styles.ticks}>
        {ticks.map((tick, place) => (
          <span key={tick} style={{ left: `${100 * scale.position(tick)}%` }}>
            {texts[place]}
          </span>
        ))}
      </div>
      {when === undefined && !hasGaps ? null : (
        <div className={styles.foot}>
          <span>{when}</span>
          {hasGaps ? (
            <span className={styles.gap}>
              <span className={styles.swatch} aria-hidden="true" /> {mapTexts.noData}
            </span>
          ) : null}
        </div>
      )}
    </figure>
  );
}
