import type { Provenance, Sourced } from '@kianda/contract';
import { formatNumber, formatQuantity, type NumberOptions, UNKNOWN } from '@kianda/format';
import { Example, HintButton, ProvenanceBadge, SkeletonBar } from '@kianda/ui';
import type { ReactNode } from 'react';
import styles from './figure-list.module.css';
import { sharedTexts } from './texts.pt.ts';

export type FigureRow = {
  readonly label: string;
  /** `undefined` while loading. */
  readonly value: Sourced<number | string | null> | undefined;
  readonly unit?: string;
  readonly format?: NumberOptions;
  /** Shown instead of number and unit. */
  readonly display?: (value: number | string) => ReactNode;
};

type Props = {
  readonly rows: readonly FigureRow[];
  /** Provenance already shown by the frame around: rows of the same origin do not repeat it. */
  readonly within?: Provenance | undefined;
};

/** Figures one below the other: label, value with unit, and the mark of an origin of its own. */
export function FigureList({ rows, within }: Props) {
  return (
    <dl className={styles.list}>
      {rows.map((row) => (
        <div key={row.label} className={styles.row}>
          <dt className={styles.label}>{row.label}</dt>
          <dd className={styles.value}>
            <SourcedValue {...row} />
            {row.value === undefined || isUnknown(row.value) || isSame(row.value.provenance, within) ? null : (
              <span className={styles.origin}>
                <ProvenanceBadge provenance={row.value.provenance} compact />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value in running text; '—' with its reason where it is not known. */
export function SourcedValue({ value: sourced, unit = '', format, display }: Omit<FigureRow, 'label'>) {
  if (sourced === undefined) return <SkeletonBar width="64px" />;
  const { value, example } = sourced;
  if (value === null) {
    const reason = sourced.missingReason ?? sharedTexts.unknownYet;
    return (
      <>
        <HintButton hint={reason} className={styles.unknown} aria-label={sharedTexts.unknown(reason)}>
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
  if (display !== undefined) return <span>{display(value)}</span>;
  return <span>{typeof value === 'number' ? formatQuantity(value, unit, format) : value}</span>;
}

/** The large figure of a card. */
export function LeadFigure({ value, unit = '', format, caption }: Omit<FigureRow, 'label'> & { caption: ReactNode }) {
  return (
    <p className={styles.lead}>
      <span className={styles.leadValue}>
        {value === undefined ? (
          <SkeletonBar width="120px" height={30} />
        ) : typeof value.value === 'number' ? (
          <>
            {formatNumber(value.value, format)}
            {unit === '' ? null : <span className={styles.leadUnit}>{` ${unit}`}</span>}
          </>
        ) : (
          <SourcedValue value={value} unit={unit} {...(format === undefined ? {} : { format })} />
        )}
      </span>
      <span className={styles.leadCaption}>{caption}</span>
    </p>
  );
}

/** Geometry of a card of figures before they arrive: one large, the rest in lines. */
export function FigureSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-hidden="true">
      <p className={styles.lead}>
        <span className={styles.leadValue}>
          <SkeletonBar width="140px" height={34} />
        </span>
      </p>
      {skeletonRows(rows).map((key, index) => (
        <div key={key} className={styles.row}>
          <SkeletonBar width={index % 2 === 0 ? '46%' : '38%'} />
          <SkeletonBar width="56px" />
        </div>
      ))}
    </div>
  );
}

const skeletonRows = (count: number) => Array.from({ length: count }, (_, index) => `linha-${index}`);

/** An unknown figure has no source: only a stand-in says why it stands there. */
function isUnknown({ value, provenance }: Sourced<number | string | null>): boolean {
  return value === null && provenance.state !== 'fallback';
}

function isSame(own: Provenance, frame: Provenance | undefined): boolean {
  if (frame === undefined || own.state !== frame.state) return false;
  return own.state === 'fallback' || frame.state === 'fallback' || own.source === frame.source;
}
