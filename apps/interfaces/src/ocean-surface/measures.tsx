import { worstProvenance } from '@kianda/contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { directionFromDegrees } from '@kianda/geo';
import { FactList, Instant, ProvenanceBadge } from '@kianda/ui';
import { heightOf, peakPeriodOf } from '@kianda/viz/waves/spectrum.ts';
import type { ReactNode } from 'react';
import styles from './ocean-surface.module.css';
import { compassPoint } from './sea-state.ts';
import { seaTexts as texts } from './texts.pt.ts';
import type { SeaReads } from './use-sea.ts';

const direction = (degrees: number) =>
  `${texts.points[compassPoint(degrees)] ?? ''} (${formatQuantity(degrees, '°', { maxDecimals: 0 })})`;

const meters = (value: number, maxDecimals: number) => formatQuantity(value, 'm', { maxDecimals });

/** A value, or a dash that says why there is none. */
function told(value: number | null | undefined, text: (known: number) => ReactNode, why: string): ReactNode {
  return value == null ? (
    <span title={why}>
      — <small className={styles.note}>{why}</small>
    </span>
  ) : (
    text(value)
  );
}

/** The figures that the sea is drawn from, each with where and when it is of. */
export function Measures({ reads }: { readonly reads: SeaReads }) {
  const { nearest, drawn, wind, windTime, depthM, temperature } = reads;
  const sea = nearest?.sea ?? null;
  const origins = [reads.stations, reads.point, reads.bottom].flatMap(({ sourced }) => sourced?.provenance ?? []);
  return (
    <section className={styles.card} aria-label={texts.measures}>
      <h2 className={styles.cardTitle}>
        {texts.measures}{' '}
        {origins.length === 0 ? null : <ProvenanceBadge provenance={worstProvenance(origins)} compact />}
      </h2>
      {sea === null || nearest === null ? null : (
        <p className={styles.note}>
          {nearest.awayM < 500
            ? texts.fromHere(sea.station.name)
            : texts.from(sea.station.name, formatQuantity(nearest.awayM / 1000, 'km', { maxDecimals: 0 }))}
          {sea.isModel ? ` (${texts.model})` : ''} · <Instant at={sea.time} />
        </p>
      )}
      <FactList
        items={[
          ...waveFacts(sea),
          [
            texts.wind,
            told(
              wind === null ? null : Math.hypot(...wind),
              (speed) => (
                <>
                  {texts.windFrom(
                    formatQuantity(speed, 'm/s', { maxDecimals: 1 }),
                    direction(wind === null ? 0 : directionFromDegrees(...wind)),
                  )}{' '}
                  <Moment at={windTime} />
                </>
              ),
              texts.unknown.wind,
            ),
          ],
          [texts.depth, told(depthM, (value) => meters(value, 0), texts.unknown.depth)],
          [
            texts.temperature,
            told(
              temperature?.value,
              (value) => (
                <>
                  {formatQuantity(value, '°C', { maxDecimals: 1 })} <Moment at={temperature?.time ?? null} />
                </>
              ),
              texts.unknown.temperature,
            ),
          ],
          [
            texts.drawn,
            told(
              drawn === null ? null : heightOf(drawn.waves),
              (value) => (
                <>
                  {meters(value, 2)}{' '}
                  <small className={styles.note}>{texts.drawnNote(formatNumber(drawn?.waves.length ?? 0))}</small>
                </>
              ),
              texts.unknown.waves,
            ),
          ],
        ]}
      />
    </section>
  );
}

/** The instant that a figure is of; nothing where there is none. */
function Moment({ at }: { readonly at: string | null }) {
  return at === null ? null : (
    <small className={styles.note}>
      <Instant at={at} />
    </small>
  );
}

/** Height, period, direction and swell of the waves. */
function waveFacts(sea: NonNullable<SeaReads['nearest']>['sea'] | null): readonly (readonly [string, ReactNode])[] {
  return [
    [texts.height, told(sea?.heightM, (value) => meters(value, 2), texts.unknown.waves)],
    [texts.period, told(sea?.periodS, (value) => formatQuantity(value, 's', { maxDecimals: 1 }), texts.unknown.waves)],
    [
      texts.peak,
      told(
        sea?.periodS,
        (value) => (
          <>
            {formatQuantity(peakPeriodOf(value), 's', { maxDecimals: 1 })}{' '}
            <small className={styles.note}>{texts.peakNote}</small>
          </>
        ),
        texts.unknown.waves,
      ),
    ],
    [texts.direction, told(sea?.fromDegrees, direction, texts.unknown.waves)],
    [texts.swell, told(sea?.swellM, (value) => meters(value, 2), texts.unknown.swell)],
  ];
}
