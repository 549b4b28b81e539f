import { formatInstant } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { Timeline } from '@kianda/viz/timeline/timeline.tsx';
import { TimeNotice } from '../ocean-map/time-notice.tsx';
import { type ChangeQgis, type QgisState, qgisFields } from './state.ts';
import type { Time } from './use-time.ts';

type Props = { readonly time: Time; readonly state: QgisState; readonly change: ChangeQgis };

/** The dates of the period below the map; where there are none, why. */
export default function TimeBar({ time, state, change }: Props) {
  const { timeZone } = usePreferences();
  const { fields, moments, index, show } = time;
  const { playback } = fields;
  if (moments.length === 0) return <TimeNotice dates={fields.dates} base={fields.datedBase} />;
  return (
    <Timeline
      moments={moments}
      index={index}
      onIndex={show}
      playing={playback.playing}
      onPlaying={playback.setPlaying}
      framesPerSecond={Number(state.velocidade)}
      onFramesPerSecond={(speed) => change({ velocidade: qgisFields.velocidade.read(String(speed)) ?? '2' })}
      buffering={playback.playing && !playback.isNextReady()}
      timeZone={timeZone}
      detail={formatInstant(fields.momentMs, timeZone).split(', ')[1]}
    />
  );
}
