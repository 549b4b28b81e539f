import { formatDuration } from '@kianda/format';
import { useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { type DrawnTrack, trackFeatures, trackScale } from './legs.ts';

const colourOf = (knots: number): string => trackScale.css(Math.round(knots * 2) / 2);
/** Lines of every speed stand out from the sea: a dark rim where it is light, a light one where it is dark. */
const rimColour = { light: 'rgba(19, 32, 43, 0.6)', dark: 'rgba(228, 237, 243, 0.62)' } as const;
const unknownColour = { light: '#5a6b79', dark: '#a8bac7' } as const;

const gapLabel = (gapMs: number): string => `sem sinal ${formatDuration(gapMs / 1000)}`;

type Props = {
  readonly tracks: readonly DrawnTrack[];
  /** Nothing later than this is drawn. */
  readonly untilMs?: number;
};

/** Tracks coloured by speed, silences broken and labelled with how long they were. */
export function TracksLayer({ tracks, untilMs = Number.POSITIVE_INFINITY }: Props) {
  const { scheme, colours } = useMap();
  const unknown = unknownColour[scheme];
  const data = useMemo(
    () => trackFeatures(tracks, { of: colourOf, unknown }, gapLabel, untilMs),
    [tracks, unknown, untilMs],
  );
  const layers = useMemo<GeoLayerSpec[]>(() => {
    const isGap = ['==', ['get', 'isGap'], true] as ['==', ['get', string], boolean];
    const heard = ['!', isGap] as ['!', typeof isGap];
    const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
    return [
      {
        id: 'trajetos-bordo',
        type: 'line',
        filter: heard,
        layout: round,
        paint: { 'line-color': rimColour[scheme], 'line-width': 4.6 },
      },
      {
        id: 'trajetos-linha',
        type: 'line',
        filter: heard,
        layout: round,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 2.8 },
      },
      {
        id: 'trajetos-silencio',
        type: 'line',
        filter: isGap,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 1.8, 'line-dasharray': [2, 2] },
      },
      {
        id: 'trajetos-quanto',
        type: 'symbol',
        filter: isGap,
        minzoom: 5,
        layout: {
          'symbol-placement': 'line-center',
          'text-field': ['get', 'label'],
          'text-font': labelFont,
          'text-size': 11,
          'text-offset': [0, -0.8],
          'text-max-angle': 60,
        },
        paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 },
      },
    ];
  }, [colours, scheme]);
  return <GeoLayer id="trajetos" slot="lines" data={data} layers={layers} />;
}
