import { formatInstant } from '@kianda/format';
import { PageMark, usePreferences } from '@kianda/ui';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import { Timeline } from '@kianda/viz/timeline/timeline.tsx';
import type { ReactNode } from 'react';
import { FieldLegend, PresenceLegend, UpwellingLegend } from './field-legend.tsx';
import { describeBase } from './layers.ts';
import styles from './ocean-page.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';
import { TimeNotice } from './time-notice.tsx';
import type { OceanFields } from './use-ocean-fields.ts';

type Props = {
  readonly fields: OceanFields;
  readonly scale: ColourScale | null;
  /** Value of the field under the pointer. */
  readonly pointed: number | null;
  readonly hasPresence: boolean;
  readonly hasUpwelling: boolean;
  /** Legend of a model's map, above the others. */
  readonly model?: ReactNode;
  readonly credits: string;
  /** False where the page's frame shows the mark of origin. */
  readonly hasMark: boolean;
};

/** Legends, timeline and credits along the bottom of the map. */
export function TimeDock({ fields, scale, pointed, hasPresence, hasUpwelling, model = null, credits, hasMark }: Props) {
  const { timeZone } = usePreferences();
  const { base, datedBase, dates, field, index, momentMs, moments, playback, show, store } = fields;
  const { playing, framesPerSecond } = playback;
  return (
    <div className={styles.dock}>
      <div className={styles.legends}>
        {model}
        {hasPresence ? <PresenceLegend /> : null}
        {hasUpwelling ? <UpwellingLegend /> : null}
        {base === null || scale === null ? null : (
          <FieldLegend
            title={texts.baseNames[base]}
            description={describeBase(base)}
            scale={scale}
            frame={field}
            pointed={pointed}
            timeZone={timeZone}
            onRetry={store.retry}
          />
        )}
      </div>
      <div className={styles.time}>
        {moments.length === 0 ? (
          <TimeNotice dates={dates} base={datedBase} />
        ) : (
          <Timeline
            moments={moments}
            index={index}
            onIndex={show}
            playing={playing}
            onPlaying={playback.setPlaying}
            framesPerSecond={framesPerSecond}
            onFramesPerSecond={playback.setFramesPerSecond}
            buffering={playing && !playback.isNextReady()}
            timeZone={timeZone}
            detail={formatInstant(momentMs, timeZone).split(', ')[1]}
          />
        )}
        <div className={styles.foot}>
          {hasMark ? <PageMark /> : null}
          <p className={styles.credits}>{credits}</p>
        </div>
      </div>
    </div>
  );
}
