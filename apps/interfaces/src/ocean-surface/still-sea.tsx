import { formatNumber, formatQuantity } from '@kianda/format';
import { blockScale } from '@kianda/viz/waves/block-scale.ts';
import { elevationAt, type WaveComponent } from '@kianda/viz/waves/spectrum.ts';
import styles from './ocean-surface.module.css';
import { seaTexts as texts } from './texts.pt.ts';

type Props = {
  readonly waves: readonly WaveComponent[];
  readonly fromDegrees: number;
  readonly why: string;
  readonly words: string;
};

const [width, height] = [800, 300];
const steps = 200;

/** The same sea at rest: a section along the waves, with words. */
export function StillSea({ waves, fromDegrees, why, words }: Props) {
  const { sideM, rise } = blockScale(waves);
  const towards = ((fromDegrees + 180) * Math.PI) / 180;
  const scale = width / sideM;
  const middle = height * 0.42;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const along = (index / steps) * sideM;
    const up = elevationAt(waves, along * Math.sin(towards), along * Math.cos(towards), 0) * rise;
    return `${(along * scale).toFixed(1)},${(middle - up * scale).toFixed(1)}`;
  });
  return (
    <figure className={styles.still}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words} preserveAspectRatio="none">
        <polygon className={styles.stillWater} points={`0,${height} ${points.join(' ')} ${width},${height}`} />
        <line className={styles.stillRest} x1={0} x2={width} y1={middle} y2={middle} />
        <polyline className={styles.stillLine} points={points.join(' ')} />
      </svg>
      <figcaption>
        <p>{why}</p>
        <p>{words}</p>
        <p className={styles.note}>{texts.still.section(formatQuantity(sideM, 'm'), formatNumber(rise))}</p>
      </figcaption>
    </figure>
  );
}
