import { formatBytes, formatDate, formatNumber } from '@kianda/format';
import { useNow } from '@kianda/ui';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { detailTexts } from '../texts.pt.ts';
import styles from './activity.module.css';
import { type ActivityDay, fillDays, niceCeiling } from './days.ts';

const texts = detailTexts.activity;
const dayCount = 30;
const left = 60;
const upper = { top: 10, height: 120 } as const;
const lower = { top: 158, height: 44 } as const;
const height = 232;

type Filled = ReturnType<typeof fillDays>;

/** Rows and rejected rows of each day, on scales of their own; the arrow keys read them day by day. */
export default function ActivityChart({
  days,
  label,
}: {
  readonly days: readonly ActivityDay[];
  readonly label: string;
}) {
  const now = useNow(600);
  const filled = fillDays(days, now, dayCount);
  const { ref, width: measured } = useElementSize();
  const width = Math.max(280, measured);
  const step = (width - left) / dayCount;
  const { chosen, byKey, byPointer } = useChosenDay(step);
  const shown = filled[chosen];
  return (
    <div>
      {/* The role slider tells assistive technology that one stop of the keyboard holds thirty values. */}
      <div
        ref={ref}
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={dayCount}
        aria-valuenow={chosen + 1}
        aria-valuetext={shown === undefined ? undefined : describe(shown)}
        onKeyDown={byKey}
      >
        <svg width={width} height={height} aria-hidden="true" onPointerMove={byPointer} onPointerDown={byPointer}>
          <rect className={styles.chosen} x={left + chosen * step} y={0} width={step} height={height - 22} />
          <Bars
            filled={filled}
            width={width}
            box={upper}
            title={texts.recordsAxis}
            pick={(day) => day.written}
            className={styles.written}
          />
          <Bars
            filled={filled}
            width={width}
            box={lower}
            title={texts.rejectedAxis}
            pick={(day) => day.rejected}
            className={styles.rejected}
          />
          <FailureMarks filled={filled} step={step} />
          <DayTicks filled={filled} step={step} />
        </svg>
      </div>
      <p className={styles.readout}>{shown === undefined ? '' : describe(shown)}</p>
    </div>
  );
}

/** The day that pointer or arrow keys chose; the newest at first. `step` is the width of a day in pixels. */
function useChosenDay(step: number) {
  const [chosen, setChosen] = useState(dayCount - 1);
  const choose = (index: number) => setChosen(Math.min(dayCount - 1, Math.max(0, index)));
  return {
    chosen,
    byKey(event: KeyboardEvent) {
      const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: dayCount - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      choose(next);
    },
    byPointer(event: PointerEvent<SVGSVGElement>) {
      const box = event.currentTarget.getBoundingClientRect();
      choose(Math.floor((event.clientX - box.left - left) / step));
    },
  };
}

type MarkProps = { readonly filled: Filled; readonly step: number };

function FailureMarks({ filled, step }: MarkProps) {
  return (
    <>
      {filled.map(({ date, day }, index) =>
        day === null || day.failed === 0 ? null : (
          <rect
            key={date}
            className={styles.failed}
            x={left + (index + 0.5) * step - 3}
            y={upper.top + upper.height + 8}
            width={6}
            height={6}
          />
        ),
      )}
    </>
  );
}

function DayTicks({ filled, step }: MarkProps) {
  return (
    <>
      {[0, 10, 20, dayCount - 1].map((index) => (
        <text
          key={index}
          className={styles.tick}
          x={left + (index + 0.5) * step}
          y={height - 6}
          textAnchor={index === dayCount - 1 ? 'end' : 'middle'}
        >
          {shortDay(filled[index]?.date ?? '')}
        </text>
      ))}
    </>
  );
}

type BarsProps = {
  readonly filled: Filled;
  readonly width: number;
  readonly box: { readonly top: number; readonly height: number };
  readonly title: string;
  readonly pick: (day: ActivityDay) => number;
  readonly className: string | undefined;
};

function Bars({ filled, width, box, title, pick, className }: BarsProps) {
  const top = niceCeiling(Math.max(0, ...filled.map(({ day }) => (day === null ? 0 : pick(day)))));
  const base = box.top + box.height;
  const step = (width - left) / dayCount;
  return (
    <>
      <line className={styles.axis} x1={left} x2={width} y1={base} y2={base} />
      <line className={styles.grid} x1={left} x2={width} y1={box.top} y2={box.top} />
      <text className={styles.tick} x={left - 8} y={box.top + 4} textAnchor="end">
        {formatNumber(top, { maxDecimals: 0 })}
      </text>
      <text className={styles.tick} x={left - 8} y={base + 4} textAnchor="end">
        {formatNumber(0)}
      </text>
      <text className={styles.axisTitle} x={left + 4} y={box.top + 12}>
        {title}
      </text>
      {filled.map(({ date, day }, index) => {
        if (day === null) return null;
        const value = pick(day);
        const size = value === 0 ? 0 : Math.max(1.5, (value / top) * box.height);
        return (
          <rect
            key={date}
            className={className}
            x={left + index * step + step * 0.15}
            y={base - size}
            width={step * 0.7}
            height={size}
            rx={1.5}
          />
        );
      })}
    </>
  );
}

function shortDay(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}`;
}

function describe({ date, day }: Filled[number]): string {
  const name = formatDate(`${date}T00:00:00Z`, 'UTC');
  if (day === null) return `${name}: ${texts.noRuns}`;
  const count = (value: number) => formatNumber(value, { maxDecimals: 0 });
  const parts = [
    `${texts.runs}: ${count(day.runs)}`,
    `${texts.written}: ${count(day.written)}`,
    `${texts.rejected}: ${count(day.rejected)}`,
    ...(day.failed > 0 ? [`${texts.failed}: ${count(day.failed)}`] : []),
    `${texts.received}: ${formatBytes(day.bytes)}`,
  ];
  return `${name} · ${parts.join(' · ')}`;
}
