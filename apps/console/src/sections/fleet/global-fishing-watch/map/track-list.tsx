import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import section from '../page.module.css';
import styles from './fleet-map.module.css';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { Tracks } from './use-tracks.ts';

type Props = { readonly tracks: Tracks; readonly ids: readonly number[] };

/** Tracks on the map, each with the way to take it off, and what did not arrive. */
export function TrackList({ tracks, ids }: Props) {
  if (ids.length === 0) return null;
  return (
    <section aria-label={texts.tracks}>
      <div className={styles.tracks}>
        <strong>{texts.tracks}</strong>
        {tracks.states.map(({ id, name, isLoading }) => (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            loading={isLoading}
            rightSection={<IconX size={13} aria-hidden="true" />}
            aria-label={texts.hideTrack(name)}
            onClick={() => tracks.remove(id)}
          >
            {name}
          </Button>
        ))}
        <Button size="compact-sm" variant="subtle" onClick={tracks.clear}>
          {texts.clearTracks}
        </Button>
      </div>
      {tracks.states.map(({ id, name, error, isCut }) =>
        error !== null ? (
          <p key={id} role="alert" className={section.warning}>
            {texts.trackFailed(name)} {error.message}
          </p>
        ) : isCut ? (
          <p key={id} className={styles.note}>
            {texts.trackTruncated(name)}
          </p>
        ) : null,
      )}
    </section>
  );
}
