import { formatInstant } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import styles from './stage.module.css';
import type { Picture } from './use-picture-of.ts';

type Props = {
  readonly picture: Picture;
  readonly at: readonly [number, number] | null;
  /** Date of the frame, ms since 1970. */
  readonly when: number | null;
};

/** Colours of a picture, its date, and the value under the pointer. */
export default function StageLegend({ picture, at, when }: Props) {
  const { timeZone } = usePreferences();
  const pointed = at === null || picture.read === null ? null : fieldValueAt(picture.read, at);
  return (
    <div className={styles.legend}>
      <Legend
        title={picture.title}
        unit={picture.unit}
        scale={picture.scale}
        when={when === null ? undefined : formatInstant(when, timeZone)}
        pointed={pointed}
        hasGaps
      />
    </div>
  );
}
