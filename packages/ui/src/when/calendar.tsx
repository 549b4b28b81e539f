import { formatLongDate, formatNumber } from '@kianda/format';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uiTexts } from '../texts.pt.ts';
import { useNow } from '../time/now.tsx';
import styles from './calendar.module.css';
import { daysShown, movedBy, movedByMonths } from './month.ts';

const texts = uiTexts.when;

type Props = {
  /** The day that is chosen, `2026-08-31`; empty for none. */
  readonly day: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
};

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => movedBy(day, -1),
  ArrowRight: (day) => movedBy(day, 1),
  ArrowUp: (day) => movedBy(day, -7),
  ArrowDown: (day) => movedBy(day, 7),
  PageUp: (day) => movedByMonths(day, -1),
  PageDown: (day) => movedByMonths(day, 1),
};

/** A month of days; arrows move by day and week, page keys by month. */
export default function Calendar({ day, min, max, onChoose }: Props) {
  const today = new Date(useNow(60)).toISOString().slice(0, 10);
  const grid = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState(day === '' ? today : day);
  const [isMoving, setMoving] = useState(true);
  useEffect(() => {
    if (isMoving) grid.current?.querySelector<HTMLButtonElement>(`[data-day="${reached}"]`)?.focus();
  }, [reached, isMoving]);
  const move = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(reached);
    if (next === undefined) return;
    event.preventDefault();
    setMoving(true);
    setReached(next);
  };
  const turn = (months: number) => {
    setMoving(false);
    setReached(movedByMonths(reached, months));
  };
  const [year = '', month = ''] = reached.split('-');
  const isClosed = (one: string) => one < (min ?? one) || one > (max ?? one);
  const weeks = daysShown(reached);
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <ActionIcon variant="subtle" aria-label={texts.monthBefore} onClick={() => turn(-1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <strong aria-live="polite">{texts.month(texts.months[Number(month) - 1] ?? '', year)}</strong>
        <ActionIcon variant="subtle" aria-label={texts.monthAfter} onClick={() => turn(1)}>
          <IconChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <table ref={grid} aria-label={texts.days}>
        <thead>
          <tr>
            {texts.weekdays.map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === reached ? 0 : -1}
                    aria-disabled={isClosed(one)}
                    aria-label={formatLongDate(`${one}T12:00:00Z`, 'UTC')}
                    aria-pressed={one === day}
                    aria-current={one === today ? 'date' : undefined}
                    className={styles.day}
                    data-other={one.slice(0, 7) !== reached.slice(0, 7) || undefined}
                    onKeyDown={move}
                    onClick={() => (isClosed(one) ? undefined : onChoose(one))}
                  >
                    {formatNumber(Number(one.slice(8)), { maxDecimals: 0 })}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
