import { formatInstant, type TimeZone } from '@kianda/format';
import { ProvenanceBadge } from '@kianda/ui';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { presenceScale } from '@kianda/viz/map/layers/presence/presence-scale.ts';
import { upwellingScale } from '@kianda/viz/map/layers/upwelling/upwelling-scale.ts';
import type { LayerDescription } from './layers.ts';
import styles from './ocean-page.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { Frames } from './use-frames.ts';

type Props = {
  readonly title: string;
  readonly description: LayerDescription;
  readonly scale: ColourScale;
  readonly frame: Frames;
  readonly pointed: number | null;
  readonly timeZone: TimeZone;
  readonly onRetry: () => void;
};

/** Colours, unit, date and origin of the field shown. */
export function FieldLegend({ title, description, scale, frame, pointed, timeZone, onRetry }: Props) {
  const { shown, isCurrent, failure } = frame;
  return (
    <div className={styles.legend} aria-busy={!isCurrent && failure === null}>
      <Legend
        title={title}
        unit={description.unit}
        scale={scale}
        pointed={pointed}
        hasGaps
        when={
          failure !== null ? (
            <span role="alert">
              {texts.frameFailed}{' '}
              <button type="button" className={styles.link} onClick={onRetry}>
                {texts.retry}
              </button>
            </span>
          ) : shown === null || !isCurrent ? (
            texts.loadingFrame
          ) : (
            formatInstant(shown.slice.time, timeZone)
          )
        }
        aside={shown === null ? null : <ProvenanceBadge provenance={shown.provenance} />}
      />
    </div>
  );
}

/** Colours of the upwelling index. */
export function UpwellingLegend() {
  return (
    <div className={styles.legend}>
      <Legend title={texts.upwellingLegend} unit="°C" scale={upwellingScale} when={texts.upwellingWhen} />
    </div>
  );
}

/** Colours of the presence cells. */
export function PresenceLegend() {
  return (
    <div className={styles.legend}>
      <Legend title={texts.presenceLegend} unit={texts.presenceUnit} scale={presenceScale} />
    </div>
  );
}
