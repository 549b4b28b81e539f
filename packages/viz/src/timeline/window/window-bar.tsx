import { formatDate, formatDay, formatInstant, formatNumber, localOf, readDay, type TimeZone } from '@kianda/format';
import { useEffect, useRef, useState } from 'react';
import { labelStepDays } from '../slices.ts';
import common from '../timeline.module.css';
import { IconButton, speeds } from '../timeline.tsx';
import { indexByKey, type PeriodName, periodMs, type StepName, stepNames, stepsFor, type TimeFrame } from './frames.ts';
import { windowTexts as texts } from './texts.pt.ts';
import styles from './window-bar.module.css';

const dayMs = 86_400_000;
/** Room that one label needs under the bar. */
const labelPixels = 58;
const periodNames = Object.keys(periodMs) as PeriodName[];

type Props = {
  /** Steps of the period, oldest first; at least one. */
  readonly frames: readonly TimeFrame[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
  /** The period ends now and its last step is shown. */
  readonly isLive: boolean;
  readonly onLive: () => void;
  readonly period: PeriodName;
  readonly onPeriod: (period: PeriodName) => void;
  readonly step: StepName;
  readonly onStep: (step: StepName) => void;
  /** Moves the whole period: to end at an instant. */
  readonly onEnd: (endMs: number) => void;
  readonly nowMs: number;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  readonly stepsPerSecond: number;
  readonly onStepsPerSecond: (speed: number) => void;
  /** The person asked the system for less movement: the speed is not theirs to choose. */
  readonly isCalm: boolean;
  readonly isWaiting: boolean;
  /** Amount in each step, also in words; absent while it is not known. */
  readonly amounts?: { readonly values: readonly number[]; readonly say: (value: number) => string } | undefined;
  readonly timeZone: TimeZone;
};

/** A period on a bar: its length, its step, what is shown of it, and playing it; all of it by keyboard too. */
export function WindowBar(props: Props) {
  const { frames, index, onIndex, playing, onPlaying, isLive } = props;
  const current = frames[index];
  if (current === undefined) return null;
  const go = (next: number) => {
    onPlaying(false);
    onIndex(Math.min(frames.length - 1, Math.max(0, next)));
  };
  return (
    <section className={styles.bar} aria-label={texts.region}>
      <div className={styles.head}>
        <div className={common.buttons}>
          <IconButton label={texts.previous} onClick={() => go(index - 1)} path="M10 3.5 5.5 8l4.5 4.5" />
          <IconButton
            label={playing ? texts.pause : texts.play}
            onClick={() => onPlaying(!playing)}
            path={playing ? 'M5 3.5v9M11 3.5v9' : 'M5 3v10l8-5z'}
            filled={!playing}
            primary
          />
          <IconButton label={texts.next} onClick={() => go(index + 1)} path="M6 3.5 10.5 8 6 12.5" />
        </div>
        <div className={styles.now} aria-live={playing ? 'off' : 'polite'}>
          <strong>{formatInstant(current.endMs, props.timeZone)}</strong>
          {props.isWaiting ? <span className={styles.note}>{texts.waiting}</span> : null}
        </div>
        <button
          type="button"
          className={styles.live}
          aria-pressed={isLive}
          aria-label={texts.goLive}
          onClick={() => {
            onPlaying(false);
            props.onLive();
          }}
        >
          {texts.live}
        </button>
        {props.isCalm ? (
          <span className={styles.note}>{texts.calm}</span>
        ) : (
          <label>
            <span className="k-visually-hidden">{texts.speed}</span>
            <select
              className={styles.field}
              value={props.stepsPerSecond}
              onChange={(event) => props.onStepsPerSecond(Number(event.currentTarget.value))}
            >
              {speeds.map((speed) => (
                <option key={speed} value={speed}>
                  {texts.perSecond(formatNumber(speed))}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Track {...props} onGo={go} current={current} />
      <div className={styles.foot}>
        <Choice
          label={texts.period}
          names={periodNames}
          words={texts.periods}
          chosen={props.period}
          onChoose={props.onPeriod}
        />
        <Choice
          label={texts.step}
          names={stepNames}
          words={texts.steps}
          chosen={props.step}
          fitting={stepsFor(props.period)}
          onChoose={props.onStep}
        />
        <PeriodEnd {...props} />
      </div>
    </section>
  );
}

/** A day as it is written here, taken once the field is left or Enter is pressed; what is no day changes nothing. */
function DayField({ day, onDay }: { readonly day: string; readonly onDay: (day: string) => void }) {
  const [written, setWritten] = useState(formatDay(day));
  const take = () => {
    const read = readDay(written);
    if (read !== null && read !== day) onDay(read);
    else setWritten(formatDay(day));
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      className={styles.field}
      aria-label={texts.until}
      title={texts.until}
      placeholder={texts.dayHint}
      value={written}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}

/** Moves the period back, forward, and to a day. */
function PeriodEnd({ frames, period, onEnd, nowMs, timeZone }: Props) {
  const endMs = frames.at(-1)?.endMs ?? nowMs;
  const isAtNow = endMs >= nowMs - 60_000;
  return (
    <div className={styles.end}>
      <IconButton
        label={texts.earlier}
        onClick={() => onEnd(endMs - periodMs[period])}
        path="M8 3.5 3.5 8 8 12.5M13 3.5 8.5 8l4.5 4.5"
      />
      <DayField
        key={endMs}
        day={localOf(new Date(endMs - 1).toISOString(), timeZone).slice(0, 10)}
        onDay={(day) => onEnd(Math.min(nowMs, Date.parse(`${day}T00:00:00Z`) + dayMs))}
      />
      <IconButton
        label={texts.later}
        disabled={isAtNow}
        onClick={() => onEnd(Math.min(nowMs, endMs + periodMs[period]))}
        path="M8 3.5 12.5 8 8 12.5M3 3.5 7.5 8 3 12.5"
      />
    </div>
  );
}

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly names: readonly T[];
  readonly words: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly fitting?: readonly T[];
  readonly onChoose: (name: T) => void;
};

function Choice<T extends string>({ label, names, words, chosen, fitting = names, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className={styles.choice}>
      <legend className="k-visually-hidden">{label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          disabled={!fitting.includes(name)}
          onClick={() => onChoose(name)}
        >
          {words[name]}
        </button>
      ))}
    </fieldset>
  );
}

type TrackProps = Props & { readonly current: TimeFrame; readonly onGo: (index: number) => void };

function Track({ frames, index, current, amounts, step, timeZone, onGo }: TrackProps) {
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const first = frames[0]?.startMs ?? current.startMs;
  const last = frames.at(-1)?.endMs ?? current.endMs;
  const percent = (ms: number) => (100 * (ms - first)) / Math.max(1, last - first);
  const most = Math.max(1, ...(amounts?.values ?? []));
  const amount = amounts?.values[index];
  return (
    <div ref={element} className={common.bar}>
      <div className={common.marks} aria-hidden="true">
        {frames.map(({ startMs, endMs }, at) => {
          const value = amounts?.values[at];
          return (
            <span
              key={startMs}
              className={styles.mark}
              data-current={at === index}
              data-known={value !== undefined}
              style={{
                left: `${percent(startMs)}%`,
                width: `max(1px, calc(${percent(endMs) - percent(startMs)}% - 1px))`,
                height: value === undefined ? '22%' : value === 0 ? '2px' : `${14 + (86 * value) / most}%`,
              }}
            />
          );
        })}
      </div>
      <input
        type="range"
        className={common.slider}
        aria-label={texts.slider}
        aria-valuetext={texts.said(
          formatInstant(current.endMs, timeZone),
          amounts === undefined || amount === undefined ? '' : amounts.say(amount),
        )}
        min={0}
        max={Math.max(1, frames.length - 1)}
        step={1}
        value={index}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const next = indexByKey(event.key, index, frames.length, step);
          if (next === null) return;
          event.preventDefault();
          onGo(next);
        }}
      />
      <div className={common.labels} aria-hidden="true">
        {labelsOf(first, last, Math.max(2, width / labelPixels), timeZone).map(({ ms, text }) => (
          <span key={ms} style={{ left: `${percent(ms)}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Hours within two days, dates beyond: as many as fit. */
function labelsOf(first: number, last: number, fitting: number, timeZone: TimeZone) {
  const hourMs = 3_600_000;
  const hours = [1, 2, 3, 6, 12].find((size) => (last - first) / (size * hourMs) <= fitting);
  const isShort = last - first <= 2 * dayMs;
  const stepMs = isShort ? (hours ?? 12) * hourMs : labelStepDays(last - first, fitting) * dayMs;
  const from = Math.ceil(first / stepMs) * stepMs;
  const count = Math.max(0, Math.floor((last - from) / stepMs) + 1);
  return Array.from({ length: count }, (_, at) => {
    const ms = from + at * stepMs;
    const text = isShort ? formatInstant(ms, timeZone).slice(12, 17) : formatDate(ms, timeZone).slice(0, 5);
    return { ms, text };
  });
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 600));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
