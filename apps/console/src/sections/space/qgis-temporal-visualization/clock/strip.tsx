import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import { formatCount } from '@kianda/format';
import { dayMs } from '@kianda/geo';
import { DayInput, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './clock.module.css';
import { gapsOf, momentsOf, stripOf } from './moments.ts';

const texts = temporalTexts.strip;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Which days every variable has, and the part of them that the clock plays. */
export function AvailabilityStrip({ view: { records, search, change, clock } }: { readonly view: View }) {
  const list = [...records.values()];
  const isTracks = search.variable === 'migration';
  const span = useMemo(() => {
    // Tags are heard every day of the year: of their days alone the fields would fill a corner of the strip.
    const withFields = [...records.values()].filter(({ variable_id }) => variable_id !== 'migration');
    const hasFields = withFields.some(({ available_dates }) => available_dates.length > 0);
    const spanning = isTracks || !hasFields ? [...records.values()] : withFields;
    const all = spanning.flatMap((record) => {
      const moments = momentsOf(record);
      return [moments[0], moments.at(-1)].filter((ms) => ms !== undefined);
    });
    return all.length === 0 ? null : { startMs: Math.min(...all), endMs: Math.max(...all) + dayMs };
  }, [records, isTracks]);
  if (span === null) return null;
  const choose = (fromMs: number, toMs: number) =>
    change(
      { from: dayOf(Math.min(fromMs, toMs)), to: dayOf(Math.max(fromMs, toMs)), at: undefined },
      { replace: true },
    );
  return (
    <PanelFrame title={texts.title}>
      <div className={styles.strip}>
        {list.map((record) => (
          <StripRow key={record.variable_id} record={record} {...span} />
        ))}
        <Brush {...span} from={search.from} to={search.to} handMs={clock.ms} onChoose={choose} />
        <div className={styles.ends}>
          <DayInput
            label={temporalTexts.clock.from}
            value={search.from ?? ''}
            onChange={(from) => change({ from: from || undefined, at: undefined }, { replace: true })}
          />
          <DayInput
            label={temporalTexts.clock.to}
            value={search.to ?? ''}
            onChange={(to) => change({ to: to || undefined, at: undefined }, { replace: true })}
          />
          <Button
            variant="default"
            disabled={search.from === undefined && search.to === undefined}
            onClick={() => change({ from: undefined, to: undefined }, { replace: true })}
          >
            {texts.clear}
          </Button>
        </div>
        <p className={styles.help}>{texts.help}</p>
      </div>
    </PanelFrame>
  );
}

type Span = { readonly startMs: number; readonly endMs: number };

function StripRow({ record, startMs, endMs }: Span & { readonly record: TemporalRecord }) {
  const cells = useMemo(() => stripOf(record, startMs, endMs), [record, startMs, endMs]);
  const name = temporalTexts.short[record.variable_id];
  const dates = formatCount(record.available_dates.length, texts.date, texts.dates);
  const gaps = formatCount(gapsOf(cells).length, texts.gap, texts.gaps);
  return (
    <div className={styles.row}>
      <span>{name}</span>
      <svg
        className={styles.cells}
        viewBox={`0 0 ${cells.length} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.row(name, dates, gaps)}
      >
        {cells.map(({ startMs: at, share }, index) =>
          share === 0 ? null : (
            <rect key={at} className={styles.mark} x={index} y={10 - 10 * share} width={0.92} height={10 * share} />
          ),
        )}
      </svg>
    </div>
  );
}

type BrushProps = Span & {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Where the clock is. */
  readonly handMs: number | null;
  readonly onChoose: (fromMs: number, toMs: number) => void;
};

/** The period by dragging; the two day fields below it do the same by keyboard. */
function Brush({ startMs, endMs, from, to, handMs, onChoose }: BrushProps) {
  const start = useRef<number | null>(null);
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null);
  const percent = (ms: number) => 100 * Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)));
  const at = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
    return startMs + share * (endMs - startMs - 1);
  };
  const chosen = drawn ?? [
    from === undefined ? startMs : Date.parse(from),
    to === undefined ? endMs : Date.parse(to) + dayMs,
  ];
  const [low, high] = [Math.min(...chosen), Math.max(...chosen)];
  return (
    <div
      className={styles.brush}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = at(event);
      }}
      onPointerMove={(event) => {
        if (start.current !== null) setDrawn([start.current, at(event)]);
      }}
      onPointerUp={(event) => {
        const from = start.current;
        start.current = null;
        setDrawn(null);
        // A touch without a drag chooses nothing: it was no period.
        if (from !== null && Math.abs(at(event) - from) >= dayMs / 2) onChoose(from, at(event));
      }}
    >
      <span className={styles.chosen} style={{ left: `${percent(low)}%`, right: `${100 - percent(high)}%` }} />
      {handMs === null ? null : <span className={styles.hand} style={{ left: `${percent(handMs)}%` }} />}
    </div>
  );
}
