import { useLayoutEffect, useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import type { MapColours } from '../../colours.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

/** Kind of an area on the map: watched in some way, closed now, or where a licence allows fishing. */
export const watchedKinds = ['protected', 'oil_exclusion', 'fishing_zone', 'watched', 'closed', 'licensed'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

/** Id of the layer whose features carry an area's `id`, `name` and `kind`. */
export const watchedHitLayer = 'vigiadas-area';

/** Colour of each kind of area in a scheme. */
export function watchedColours(colours: MapColours, scheme: 'light' | 'dark'): Readonly<Record<WatchedKind, string>> {
  const isLight = scheme === 'light';
  return {
    protected: colours.protectedArea,
    oil_exclusion: isLight ? '#6b4100' : '#f0b95a',
    fishing_zone: isLight ? '#1f5fa8' : '#86b9f5',
    watched: isLight ? '#7a3b8f' : '#d6a3e6',
    closed: isLight ? '#b3261e' : '#ff9a90',
    licensed: isLight ? '#425362' : '#a8bac7',
  };
}

const hatch = 'vigiadas-riscas';

/** Slanted stripes for closed areas: visible without colour. */
function stripes(colour: string): ImageData {
  const side = 16;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('areas: this browser gives no 2D canvas');
  context.strokeStyle = colour;
  context.lineWidth = 2.5;
  for (const shift of [-side, 0, side]) {
    context.beginPath();
    context.moveTo(shift, side);
    context.lineTo(shift + side, 0);
    context.stroke();
  }
  return context.getImageData(0, 0, side, side);
}

type Props = {
  readonly id: string;
  /** Polygons with `id`, `name` and `kind`. */
  readonly data: GeoJSON.FeatureCollection;
};

/** Areas by kind: a tint and an outline, stripes where fishing is closed, a broken outline for licensed zones. */
export function WatchedLayer({ id, data }: Props) {
  const { map, scheme, colours, isAlive } = useMap();
  const palette = useMemo(() => watchedColours(colours, scheme), [colours, scheme]);
  const image = `${hatch}-${scheme}`;
  useLayoutEffect(() => {
    if (!map.hasImage(image)) map.addImage(image, stripes(palette.closed), { pixelRatio: 2 });
    return () => {
      if (isAlive() && map.hasImage(image)) map.removeImage(image);
    };
  }, [map, image, palette, isAlive]);
  const outlines = useMemo(() => outlinesOf(data), [data]);
  const [fills, lines] = useMemo(() => layersOf(id, palette, colours, image), [id, palette, colours, image]);
  return (
    <>
      <GeoLayer
        key={`${scheme}-area`}
        id={id}
        slot="areas"
        data={data}
        layers={fills}
        interactive={id === 'vigiadas' ? [watchedHitLayer] : []}
      />
      <GeoLayer key={`${scheme}-linha`} id={`${id}-contorno`} slot="areas" data={outlines} layers={lines} />
    </>
  );
}

function layersOf(
  id: string,
  palette: Readonly<Record<WatchedKind, string>>,
  colours: MapColours,
  image: string,
): readonly [GeoLayerSpec[], GeoLayerSpec[]] {
  const pairs = watchedKinds.flatMap((kind) => [kind, palette[kind]]);
  const colour = ['match', ['get', 'kind'], ...pairs, palette.watched] as unknown as string;
  const isClosed = ['==', ['get', 'kind'], 'closed'] as ['==', ['get', string], string];
  const isLicensed = ['==', ['get', 'kind'], 'licensed'] as ['==', ['get', string], string];
  return [
    [
      {
        id: `${id}-area`,
        type: 'fill',
        paint: {
          'fill-color': colour,
          'fill-opacity': ['match', ['get', 'kind'], 'licensed', 0.04, 'closed', 0.06, 0.14],
        },
      },
      { id: `${id}-riscas`, type: 'fill', filter: isClosed, paint: { 'fill-pattern': image } },
      {
        id: `${id}-nome`,
        type: 'symbol',
        minzoom: 6,
        layout: { 'text-field': ['get', 'name'], 'text-font': labelFont, 'text-size': 11, 'text-max-width': 9 },
        paint: { 'text-color': colour, 'text-halo-color': colours.halo, 'text-halo-width': 1.3 },
      },
    ],
    [
      {
        id: `${id}-cheia`,
        type: 'line',
        filter: ['!', isLicensed],
        paint: { 'line-color': colour, 'line-width': 1.6 },
      },
      {
        id: `${id}-quebrada`,
        type: 'line',
        filter: isLicensed,
        paint: { 'line-color': colour, 'line-width': 1.6, 'line-dasharray': [3, 2] },
      },
    ],
  ];
}
