// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowBar } from './window-bar.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

const hourMs = 3_600_000;
const startMs = Date.parse('2026-08-31T00:00:00Z');
const frames = [0, 1, 2, 3].map((hour) => ({
  startMs: startMs + hour * hourMs,
  endMs: startMs + (hour + 1) * hourMs,
}));
type Props = Parameters<typeof WindowBar>[0];
const draw = (props: Partial<Props> = {}) => {
  const done = { index: [] as number[], playing: [] as boolean[] };
  act(() =>
    root.render(
      <WindowBar
        frames={frames}
        index={1}
        onIndex={(index) => done.index.push(index)}
        isLive={false}
        onLive={() => undefined}
        period="24h"
        onPeriod={() => undefined}
        step="hour"
        onStep={() => undefined}
        onEnd={() => undefined}
        nowMs={startMs + 4 * hourMs}
        playing
        onPlaying={(playing) => done.playing.push(playing)}
        stepsPerSecond={2}
        onStepsPerSecond={() => undefined}
        isCalm={false}
        isWaiting={false}
        timeZone="UTC"
        {...props}
      />,
    ),
  );
  return done;
};
const slider = () => host.querySelector<HTMLInputElement>('input[type=range]');
const marks = () => [...host.querySelectorAll<HTMLElement>('[data-current]')];

test('marks are as high as their amounts; an empty step is a line, an unknown one is low and said to be so', () => {
  draw({ amounts: { values: [10, 5, 0], say: (value) => `${value} h` } });
  expect(marks().map(({ style }) => style.height)).toEqual(['100%', '57%', '2px', '22%']);
  expect(marks().map(({ dataset }) => dataset.known)).toEqual(['true', 'true', 'true', 'false']);
  expect(marks().map(({ dataset }) => dataset.current)).toEqual(['false', 'true', 'false', 'false']);
  expect(slider()?.getAttribute('aria-valuetext')).toContain('5 h');
});

test('a step by hand pauses, and goes no further than the ends', () => {
  const done = draw();
  const press = (key: string) =>
    act(() => {
      slider()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
  press('ArrowRight');
  press('End');
  press('Home');
  press('x');
  expect(done.index).toEqual([2, 3, 0]);
  expect(done.playing).toEqual([false, false, false]);
});
