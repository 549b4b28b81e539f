import { TracksLayer } from '@kianda/viz/map/layers/tracks/tracks-layer.tsx';
import { useMemo } from 'react';
import { drawnOf, type Track } from './tracks.ts';

/** One vessel's track coloured by speed, on a map of its own. */
export default function SpeedTrack({ track }: { readonly track: Track }) {
  const tracks = useMemo(() => [drawnOf(track)], [track]);
  return <TracksLayer tracks={tracks} />;
}
