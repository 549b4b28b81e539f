import { formatNumber, formatQuantity } from '@kianda/format';
import { createPace } from '@kianda/viz/waves/pace.ts';
import { createSeaDrawing, type DrawnSea, type SeaDrawing, type SeaView } from '@kianda/viz/waves/sea-drawing.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { browserClock } from '../platform/clock.ts';
import { useScheme } from '../shared/session-context.ts';
import styles from './ocean-surface.module.css';
import { turned } from './sea-state.ts';
import { seaTexts as texts } from './texts.pt.ts';

type Props = {
  readonly sea: DrawnSea;
  readonly kind: SeaView['kind'];
  readonly headingDegrees: number;
  readonly isPlaying: boolean;
  /** Words for who does not see the drawing. */
  readonly label: string;
  readonly onHeading: (degrees: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  /** Called where this browser or its driver cannot draw. */
  readonly onFailure: (reason: 'noWebgl' | 'failed') => void;
};

/** Degrees that the view turns by for a pixel dragged, and for a press of a key. */
const degreesPerPixel = 0.25;
const degreesPerKey = 10;
/** The animated sea, which looks around by dragging and by keys, and says how fast it is drawn. */
export function SeaCanvas(props: Props) {
  const { kind, headingDegrees, label, onHeading, onPlaying, isPlaying } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<number | null>(null);
  const rate = useAnimation(canvas, props);
  const onPointerMove = (event: PointerEvent) => {
    if (dragged.current === null) return;
    onHeading(turned(headingDegrees, (dragged.current - event.clientX) * degreesPerPixel));
    dragged.current = event.clientX;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -degreesPerKey : event.key === 'ArrowRight' ? degreesPerKey : 0;
    if (step !== 0) onHeading(turned(headingDegrees, step));
    else if (event.key === ' ') onPlaying(!isPlaying);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        className={styles.stage}
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={headingDegrees}
        aria-valuetext={texts.heading(formatQuantity(headingDegrees, '°'))}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          dragged.current = event.clientX;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          dragged.current = null;
        }}
      >
        <canvas ref={canvas} key={kind} className={styles.canvas} />
      </div>
      <p className={styles.rate}>
        {texts.rate}:{' '}
        <strong>
          {!isPlaying
            ? texts.resting
            : rate === null
              ? texts.measuring
              : formatNumber(rate.perSecond, { maxDecimals: 0 })}
        </strong>
        {rate === null ? null : (
          <span>
            {' '}
            {texts.rateNote(formatQuantity(rate.pixels * 100, '%', { maxDecimals: 0 }), formatNumber(rate.cells))}
          </span>
        )}
      </p>
    </>
  );
}

type Rate = { readonly perSecond: number; readonly pixels: number; readonly cells: number };

/** Draws while it plays and the page is visible; once where it rests. */
function useAnimation(canvas: React.RefObject<HTMLCanvasElement | null>, props: Props): Rate | null {
  const { sea, kind, headingDegrees, isPlaying, onFailure } = props;
  const scheme = useScheme();
  const drawing = useRef<SeaDrawing | null>(null);
  const pace = useRef(createPace());
  const seconds = useRef(0);
  const [rate, setRate] = useState<Rate | null>(null);
  const fail = useEffectEvent(onFailure);
  const paint = useEffectEvent(() => {
    const element = canvas.current;
    if (element === null || drawing.current === null) return;
    const { pixels, cells } = pace.current.quality();
    fit(element, pixels);
    drawing.current.draw(seconds.current, { kind, headingDegrees, scheme }, cells);
  });

  // A canvas of its own for each kind of view: a lost context is not given back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind has a canvas of its own
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    try {
      drawing.current = createSeaDrawing(element);
      if (drawing.current === null) fail('noWebgl');
    } catch (error) {
      console.warn('kianda: mar por desenhar', error);
      fail('failed');
    }
    return () => {
      drawing.current?.free();
      drawing.current = null;
    };
  }, [canvas, kind]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing shows the sea too
  useEffect(() => {
    drawing.current?.show(sea);
    paint();
  }, [sea, kind]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a picture at rest depends on
  useEffect(() => {
    if (!isPlaying) paint();
  }, [headingDegrees, scheme, isPlaying]);

  useEffect(() => {
    if (!isPlaying) return;
    let lastMs: number | null = null;
    let frame = requestAnimationFrame(function animate(nowMs) {
      frame = requestAnimationFrame(animate);
      const element = canvas.current;
      if (element === null) return;
      if (lastMs !== null) {
        seconds.current += Math.min(0.1, (nowMs - lastMs) / 1000);
        const before = pace.current.rate();
        pace.current.add(nowMs - lastMs);
        const perSecond = pace.current.rate();
        if (perSecond !== null && perSecond !== before) setRate({ perSecond, ...pace.current.quality() });
      }
      lastMs = nowMs;
      paint();
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, canvas]);

  // The sea's time begins at the hour's own, so that two screens show alike seas.
  useEffect(() => {
    seconds.current = (browserClock() / 1000) % 3600;
  }, []);
  return isPlaying ? rate : null;
}

/** Gives a canvas a share of its pixels on the screen. */
function fit(element: HTMLCanvasElement, share: number): void {
  const ratio = Math.min(2, window.devicePixelRatio) * share;
  const [width, height] = [Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio)];
  if (element.width === width && element.height === height) return;
  element.width = Math.max(1, width);
  element.height = Math.max(1, height);
}
