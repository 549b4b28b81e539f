import { formatDate, formatNumber, formatQuantity, type TimeZone } from '@kianda/format';
import { cx } from '@kianda/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { labelStepDays, nearestIndex } from './slices.ts';
import { timelineTexts as texts } from './texts.pt.ts';
import styles from './timeline.module.css';

/** One available date. */
export type TimelineMoment = {
  readonly ms: number;
  /** Share of the zone with values, 0–1: the height of its mark. */
  readonly coverage: number;
  /** Ready to be shown. */
  readonly ready: boolean;
};

/** Frames a second that a person may choose. */
export const speeds = [0.5, 1, 2, 4, 8] as const;

type Props = {
  /** Oldest first. */
  readonly moments: readonly TimelineMoment[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  readonly framesPerSecond: number;
  readonly onFramesPerSecond: (speed: number) => void;
  /** Playback waits for frames. */
  readonly buffering: boolean;
  readonly timeZone: TimeZone;
  /** Beside the date: its hour and zone. */
  readonly detail: ReactNode;
};

const dayMs = 86_400_000;
/** Room that one date needs under the bar. */
const labelPixels = 56;

/** Dates as marks on a bar of true time: height is coverage, a gap is a day without data. */
export function Timeline(props: Props) {
  const { moments, index, onIndex, playing } = props;
  const count = moments.length;
  const current = moments[index];
  if (current === undefined) return <p className={styles.none}>{texts.none}</p>;
  const step = (by: number) => {
    props.onPlaying(false);
    onIndex((index + by + count) % count);
  };
  return (
    <section className={styles.timeline} aria-label={texts.region}>
      <div className={styles.buttons}>
        <IconButton label={texts.previous} onClick={() => step(-1)} path="M10 3.5 5.5 8l4.5 4.5" />
        <IconButton
          label={playing ? texts.pause : texts.play}
          onClick={() => props.onPlaying(!playing)}
          path={playing ? 'M5 3.5v9M11 3.5v9' : 'M5 3v10l8-5z'}
          filled={!playing}
          primary
        />
        <IconButton label={texts.next} onClick={() => step(1)} path="M6 3.5 10.5 8 6 12.5" />
      </div>
      <div className={styles.now} aria-live={playing ? 'off' : 'polite'}>
        <span className={styles.date}>{formatDate(current.ms, props.timeZone)}</span>
        <span className={styles.state}>{props.buffering ? texts.buffering : props.detail}</span>
      </div>
      <Bar {...props} current={current} />
      <div className={styles.side}>
        <label className={styles.speed}>
          <span className="k-visually-hidden">{texts.speed}</span>
          <select
            value={props.framesPerSecond}
            onChange={(event) => props.onFramesPerSecond(Number(event.currentTarget.value))}
          >
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {texts.perSecond(formatNumber(speed))}
              </option>
            ))}
          </select>
        </label>
        <IconButton
          className={styles.newest}
          label={texts.newest}
          onClick={() => {
            props.onPlaying(false);
            onIndex(count - 1);
          }}
          path="M4 3.5 8.5 8 4 12.5M12 3.5v9"
        />
      </div>
    </section>
  );
}

function Bar({ moments, index, onIndex, onPlaying, current, timeZone }: Props & { readonly current: TimelineMoment }) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 600));
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  const first = moments[0]?.ms ?? 0;
  const last = moments.at(-1)?.ms ?? first;
  const span = Math.max(dayMs, last - first);
  const percent = (ms: number) => (100 * (ms - first)) / span;
  const stepMs = labelStepDays(span, Math.max(2, width / labelPixels)) * dayMs;
  const labels = Array.from({ length: Math.floor(span / stepMs) + 1 }, (_, step) => last - step * stepMs);

  // Marks of many dates on a narrow bar thin out instead of running together.
  const markPixels = Math.max(1.5, Math.min(4, (0.6 * width) / moments.length));
  const shortDate = (ms: number) => formatDate(ms, timeZone).slice(0, 5);
  return (
    <div ref={element} className={styles.bar}>
      <div className={styles.marks} aria-hidden="true">
        {moments.map(({ ms, coverage, ready }, at) => (
          <span
            key={ms}
            className={styles.mark}
            data-ready={ready}
            data-current={at === index}
            style={{
              left: `${percent(ms)}%`,
              width: at === index ? markPixels + 2 : markPixels,
              height: `${25 + 75 * coverage}%`,
            }}
          />
        ))}
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={texts.slider}
        aria-valuetext={texts.coverage(
          formatDate(current.ms, timeZone),
          formatQuantity(100 * current.coverage, '%', { maxDecimals: 0 }),
        )}
        min={first}
        max={first + span}
        step={1}
        value={current.ms}
        onChange={(event) => {
          onPlaying(false);
          onIndex(
            nearestIndex(
              moments.map(({ ms }) => ms),
              Number(event.currentTarget.value),
            ),
          );
        }}
        onKeyDown={(event) => {
          const by = keySteps[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onPlaying(false);
          onIndex(Math.min(moments.length - 1, Math.max(0, index + by)));
        }}
      />
      <div className={styles.labels} aria-hidden="true">
        {labels.map((ms) => (
          <span key={ms} style={{ left: `${percent(ms)}%` }}>
            {shortDate(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A key moves by dates, not by milliseconds. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type IconProps = {
  readonly label: string;
  readonly path: string;
  readonly onClick: () => void;
  readonly filled?: boolean;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
};

/** Round button of a time bar. */
export function IconButton(props: IconProps) {
  const { label, path, onClick, filled = false, primary = false, disabled = false, className } = props;
  return (
    <button
      type="button"
      className={cx(styles.button, className)}
      data-primary={primary}
      disabled={disabled}
      onClick={onClick}
      title={label}
      aria-label={label}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" data-filled={filled}>
        <path d={path} />
      </svg>
    </button>
  );
}
