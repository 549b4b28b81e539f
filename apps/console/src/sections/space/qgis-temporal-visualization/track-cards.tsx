import type { MigrationTrack } from '@kianda/contract/space/temporal/temporal.contract';
import { formatDate, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { EmptyState, FactList, named, PanelFrame, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './page.module.css';
import { temporalTexts } from './texts.pt.ts';

const texts = temporalTexts.tracks;
const shownFirst = 6;

type Props = {
  readonly tracks: readonly MigrationTrack[];
  /** Why there are none. */
  readonly reason: string | null;
  readonly onShow: (track: MigrationTrack) => void;
};

/** The animals that were followed: how far, how fast, over which sea. */
export function TrackCards({ tracks, reason, onShow }: Props) {
  const [all, setAll] = useState(false);
  const { timeZone } = usePreferences();
  const shown = all ? tracks : tracks.slice(0, shownFirst);
  return (
    <PanelFrame title={texts.title}>
      {tracks.length === 0 ? <EmptyState title={texts.none}>{reason}</EmptyState> : null}
      <ul className={styles.tracks}>
        {shown.map((track) => (
          <li key={track.track_id} className={styles.track}>
            <h3>
              <em>{track.species_name}</em>
            </h3>
            <p className={styles.trackId}>{track.track_id}</p>
            <FactList
              items={[
                [texts.period, `${formatDate(track.start_date, timeZone)} – ${formatDate(track.end_date, timeZone)}`],
                [texts.points, formatNumber(track.total_points)],
                [texts.distance, formatQuantity(track.distance_km, 'km', { maxDecimals: 1 })],
                [texts.speed, <Speed key="speed" kmh={track.average_speed_kmh} />],
                [texts.habitats, <Habitats key="habitats" names={track.habitat_types} />],
              ]}
            />
            <Button
              size="sm"
              variant="default"
              aria-label={named(texts.show, track.track_id)}
              onClick={() => onShow(track)}
            >
              {texts.show}
            </Button>
          </li>
        ))}
      </ul>
      {tracks.length > shown.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {texts.more}
        </Button>
      ) : null}
    </PanelFrame>
  );
}

function Speed({ kmh }: { readonly kmh: number | null }) {
  if (kmh !== null) return <>{formatQuantity(kmh, 'km/h', { maxDecimals: 1 })}</>;
  return <abbr title={texts.oneFix}>{UNKNOWN}</abbr>;
}

function Habitats({ names }: { readonly names: readonly string[] }) {
  if (names.length > 0) return <>{names.join(', ')}</>;
  return <abbr title={texts.noHabitat}>{UNKNOWN}</abbr>;
}
