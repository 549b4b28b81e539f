import type { Provenance, Sourced } from '@kianda/contract';
import { formatNumber, formatQuantity, NBSP, type NumberOptions, UNKNOWN } from '@kianda/format';
import { lazy, Suspense, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { HintButton } from '../hint/hint-button.tsx';
import { SkeletonBar } from '../panel/skeletons.tsx';
import { Example } from '../provenance/example.tsx';
import { ProvenanceBadge } from '../provenance/provenance-badge.tsx';
import { uiTexts } from '../texts.pt.ts';
import { Sparkline } from './sparkline.tsx';
import styles from './tile.module.css';
import { TileMenu } from './tile-menu.tsx';
import type { TilePoint, TileProps, TileView } from './tile-props.ts';

const TileDetails = lazy(() => import('./tile-details.tsx'));

/** A figure with its unit, change, shape, origin and menu. */
export function Tile(props: TileProps) {
  const { id, label, value, unit = '', history, change, tone = 'plain' } = props;
  const [view, setView] = useState<TileView | null>(null);
  const labelId = useId();
  return (
    <article id={id} aria-labelledby={labelId} className={cx(styles.tile, tone === 'attention' && styles.attention)}>
      <header className={styles.header}>
        {props.icon === undefined ? null : (
          <span className={styles.icon} aria-hidden="true">
            {props.icon}
          </span>
        )}
        <h3 id={labelId} className={styles.label}>
          {props.onOpen === undefined ? (
            label
          ) : (
            <button type="button" className={styles.open} onClick={props.onOpen}>
              {label}
            </button>
          )}
        </h3>
        <TileMenu tile={props} onView={setView} />
      </header>
      <div className={styles.figure}>
        {value === undefined ? (
          <SkeletonBar width="60%" height={28} />
        ) : (
          <Figure value={value} unit={unit} format={props.format} display={props.display} />
        )}
        {history === undefined ? null : (
          <Sparkline values={history.value.map((point) => point.value)} label={trendLabel(label, history.value)} />
        )}
      </div>
      <footer className={styles.footer}>
        {value === undefined ? (
          <SkeletonBar width="80px" height={16} />
        ) : isUnknown(value) ? null : (
          <ProvenanceBadge provenance={value.provenance} />
        )}
        {change === undefined ? null : (
          <Change value={change.value} label={change.label} unit={change.unit ?? unit} format={props.format} />
        )}
        {props.note === undefined ? null : <span className={styles.note}>{props.note}</span>}
      </footer>
      {view === null ? null : (
        <Suspense fallback={null}>
          <TileDetails tile={props} view={view} onClose={() => setView(null)} />
        </Suspense>
      )}
    </article>
  );
}

type FigureProps = {
  readonly value: Sourced<number | string | null>;
  readonly unit: string;
  readonly format: NumberOptions | undefined;
  readonly display: ((value: number | string) => string) | undefined;
};

function Figure({ value: sourced, unit, format, display }: FigureProps) {
  const { value, example } = sourced;
  if (value === null) {
    const reason = sourced.missingReason ?? uiTexts.tile.unknown;
    return (
      <>
        <HintButton hint={reason} className={cx(styles.value, styles.unknown)} aria-label={reason}>
          {UNKNOWN}
        </HintButton>
        <Example of={example}>
          {(sample) =>
            display?.(sample) ?? (typeof sample === 'number' ? formatQuantity(sample, unit, format) : sample)
          }
        </Example>
      </>
    );
  }
  if (display !== undefined) return <p className={styles.value}>{display(value)}</p>;
  if (typeof value === 'string') return <p className={cx(styles.value, styles.word)}>{value}</p>;
  return (
    <p className={styles.value}>
      {formatNumber(value, format)}
      {unit === '' ? null : <span className={styles.unit}>{`${NBSP}${unit}`}</span>}
    </p>
  );
}

function Change(props: {
  value: Sourced<number | null>;
  label: string;
  unit: string;
  format: NumberOptions | undefined;
}) {
  const { value } = props.value;
  if (value === null) return null;
  const word = value > 0 ? uiTexts.tile.rising : value < 0 ? uiTexts.tile.falling : uiTexts.tile.steady;
  const arrow = value > 0 ? '↑' : value < 0 ? '↓' : '→';
  return (
    <span className={styles.change}>
      <span aria-hidden="true">{arrow}</span>
      <span className="k-visually-hidden">{word}</span>{' '}
      {formatQuantity(value, props.unit, { ...props.format, sign: 'always' })}{' '}
      <span className={styles.note}>{props.label}</span>
    </span>
  );
}

function trendLabel(label: string, points: readonly TilePoint[]): string {
  const known = points.filter((point) => point.value !== null);
  return uiTexts.tile.trend(label, formatNumber(known.at(0)?.value), formatNumber(known.at(-1)?.value));
}

/** An unknown value has no origin: only a substitute value explains itself. */
function isUnknown({ value, provenance }: { readonly value: unknown; readonly provenance: Provenance }): boolean {
  return value === null && provenance.state !== 'fallback';
}
