import { formatQuantity } from '@kianda/format';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef } from 'react';
import shared from '../analysis.module.css';
import { paintMatrix } from '../matrix.ts';
import { cellValue, type SectionCells, seabedOutlines } from './cells.ts';
import styles from './section.module.css';
import { sectionTexts as texts } from './texts.pt.ts';

export type Cursor = { readonly column: number; readonly row: number };

type Props = {
  readonly cells: SectionCells;
  readonly scale: ColourScale;
  readonly title: string;
  readonly cursor: Cursor | null;
  readonly onCursor: (cursor: Cursor | null) => void;
};

/** Distance to the right and depth downwards; the bottom of the sea as an area, casts as lines down to their last level. */
export function SectionDrawing({ cells, scale, title, cursor, onCursor }: Props) {
  const { answer, values } = cells;
  const { positions, depths, casts } = answer;
  const canvas = useRef<HTMLCanvasElement>(null);
  const keysId = useId();
  const [columns, rows] = [positions.length, depths.length];
  useEffect(() => {
    if (canvas.current === null) return;
    const valueAt = (column: number, row: number) => values[row * columns + column] ?? Number.NaN;
    paintMatrix(canvas.current, { columns, rows, valueAt, scale });
  }, [values, columns, rows, scale]);
  const outlines = useMemo(() => seabedOutlines(answer), [answer]);
  const [whole, deep] = [positions.at(-1)?.distanceKm ?? 0, depths.at(-1) ?? 0];
  const share = (part: number, of: number) => (of === 0 ? 0 : Math.min(100, (100 * part) / of));
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onCursor(cursorAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, columns, rows));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, cursor ?? { column: 0, row: 0 }, columns, rows);
    if (next === null) return;
    event.preventDefault();
    onCursor(next);
  };
  const step = cursor === null ? 0 : cursor.row * columns + cursor.column;
  return (
    <div className={shared.diagram}>
      <span className={shared.vertical}>{texts.depth}</span>
      <Labels className={shared.sideLabels} values={depths} unit="m" />
      <div
        className={styles.box}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={columns * rows - 1}
        aria-valuenow={step}
        aria-valuetext={cursor === null ? texts.hint : readingOf(cells, cursor)}
        aria-describedby={keysId}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves as it is lifted: what it touched stays to be read.
          if (pointerType === 'mouse') onCursor(null);
        }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.matrix} />
        <svg className={styles.over} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {casts.map(({ id, distanceKm, deepestMeters }) => (
            <line
              key={id}
              className={styles.cast}
              x1={share(distanceKm, whole)}
              x2={share(distanceKm, whole)}
              y1={0}
              y2={share(deepestMeters, deep)}
            />
          ))}
          {outlines.map((points) => (
            <polygon key={points} className={styles.seabed} points={points} />
          ))}
          {cursor === null ? null : (
            <path
              className={styles.cursor}
              d={`M${((cursor.column + 0.5) * 100) / columns} 0V100M0 ${((cursor.row + 0.5) * 100) / rows}H100`}
            />
          )}
        </svg>
      </div>
      <Labels className={styles.belowLabels} values={positions.map(({ distanceKm }) => distanceKm)} unit="km" />
      <span className={styles.belowTitle}>{texts.distance}</span>
      <span id={keysId} className="k-visually-hidden">
        {texts.keys}
      </span>
    </div>
  );
}

type LabelProps = { readonly className: string | undefined; readonly values: readonly number[]; readonly unit: string };

/** First, middle and last of an axis, with the unit. */
function Labels({ className, values, unit }: LabelProps) {
  const last = values.at(-1) ?? 0;
  return (
    <div className={className}>
      {[0, last / 2, last].map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places of an axis.
        <span key={index}>{formatQuantity(value, unit, { maxDecimals: 0 })}</span>
      ))}
    </div>
  );
}

/** Cell under a place of the box, its sides 0–1. */
export function cursorAt(x: number, y: number, columns: number, rows: number): Cursor {
  const within = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return { column: within(x, columns), row: within(y, rows) };
}

/** Cell that a key moves to; null for other keys. */
function movedBy(key: string, { column, row }: Cursor, columns: number, rows: number): Cursor | null {
  const moved: Readonly<Record<string, Cursor>> = {
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
    ArrowUp: { column, row: row - 1 },
    ArrowDown: { column, row: row + 1 },
    Home: { column: 0, row },
    End: { column: columns - 1, row },
  };
  const next = moved[key];
  if (next === undefined) return null;
  const within = (index: number, count: number) => Math.min(count - 1, Math.max(0, index));
  return { column: within(next.column, columns), row: within(next.row, rows) };
}

/** A cell in words: value, depth, distance and the bottom below it. */
export function readingOf(cells: SectionCells, { column, row }: Cursor): string {
  const { positions, depths, units } = cells.answer;
  const [place, depth = 0] = [positions[column], depths[row]];
  const bottom = place?.seabedMeters ?? null;
  const value = cellValue(cells, column, row);
  const isBelow = bottom !== null && depth > bottom;
  return texts.reading(
    value === null ? (isBelow ? texts.bottom : texts.unknown) : formatQuantity(value, units, { maxDecimals: 2 }),
    formatQuantity(depth, 'm', { maxDecimals: 0 }),
    formatQuantity(place?.distanceKm ?? 0, 'km', { maxDecimals: 0 }),
    bottom === null ? texts.noBottom : bottom === 0 ? texts.land : formatQuantity(bottom, 'm', { maxDecimals: 0 }),
  );
}
