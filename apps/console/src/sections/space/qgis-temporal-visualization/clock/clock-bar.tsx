import { animationSpeeds } from '@kianda/contract/space/temporal/temporal-variables';
import { formatInstant, formatNumber } from '@kianda/format';
import { Instant, usePreferences } from '@kianda/ui';
import { IconButton } from '@kianda/viz/timeline/timeline.tsx';
import { Checkbox, NativeSelect } from '@mantine/core';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './clock.module.css';

const texts = temporalTexts.clock;
const speedData = animationSpeeds.map((speed) => ({
  value: String(speed),
  label: temporalTexts.cards.times(formatNumber(speed)),
}));

/** The clock: its date, its buttons, its speed, and how much of what follows is there. */
export function ClockBar({ view: { clock, search, change } }: { readonly view: View }) {
  const { timeZone } = usePreferences();
  const { moments, index, ms, playing } = clock;
  const count = moments.length;
  if (ms === null) {
    return (
      <p className={styles.none} role="status">
        {texts.none}
      </p>
    );
  }
  const go = (to: number) => {
    clock.setPlaying(false);
    clock.show((to + count) % count);
  };
  return (
    <section className={styles.bar} aria-label={texts.region}>
      <div className={styles.buttons}>
        <IconButton label={texts.previous} onClick={() => go(index - 1)} path="M10 3.5 5.5 8l4.5 4.5" />
        <IconButton
          label={playing ? temporalTexts.cards.pause : temporalTexts.cards.play}
          onClick={() => clock.setPlaying(!playing)}
          path={playing ? 'M5 3.5v9M11 3.5v9' : 'M5 3v10l8-5z'}
          filled={!playing}
          primary
          disabled={count < 2}
        />
        <IconButton label={texts.next} onClick={() => go(index + 1)} path="M6 3.5 10.5 8 6 12.5" />
        <IconButton label={texts.newest} onClick={() => go(count - 1)} path="M4 3.5 8.5 8 4 12.5M12 3.5v9" />
      </div>
      <div className={styles.now} aria-live={playing ? 'off' : 'polite'}>
        <strong>
          <Instant at={ms} />
        </strong>
        <span>{clock.isBuffering ? texts.buffering : texts.buffered(formatNumber(clock.buffered))}</span>
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={texts.slider}
        aria-valuetext={formatInstant(ms, timeZone)}
        min={0}
        max={count - 1}
        step={1}
        value={index}
        style={{
          backgroundSize: `${(100 * Math.min(count - 1, index + clock.buffered)) / Math.max(1, count - 1)}% 4px`,
        }}
        onChange={(event) => go(Number(event.currentTarget.value))}
      />
      <NativeSelect
        size="sm"
        aria-label={temporalTexts.cards.speed}
        data={speedData}
        value={String(search.speed)}
        onChange={(event) => change({ speed: Number(event.currentTarget.value) }, { replace: true })}
      />
      <Checkbox
        label={texts.loop}
        checked={search.once !== true}
        onChange={(event) => change({ once: event.currentTarget.checked ? undefined : true }, { replace: true })}
      />
    </section>
  );
}
