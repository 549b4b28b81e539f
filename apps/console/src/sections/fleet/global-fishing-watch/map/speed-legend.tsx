import { formatDuration } from '@kianda/format';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { trackScale } from '@kianda/viz/map/layers/tracks/legs.ts';
import styles from './fleet-map.module.css';
import { fleetMapTexts as texts } from './texts.pt.ts';
import { silenceMinutes } from './tracks.ts';

/** Legend of the colours and of the dashed parts of tracks. */
export default function SpeedLegend() {
  return (
    <div className={styles.legend}>
      <Legend title={texts.speedTitle} unit={texts.knots} scale={trackScale} />
      <p className={styles.note}>
        <span className={styles.silent} aria-hidden="true" /> {texts.silence(formatDuration(silenceMinutes * 60))}{' '}
        {texts.speedNote}
      </p>
    </div>
  );
}
