import { useLayoutEffect, useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import {
  type StandingKind,
  type StandingMark,
  standingDrawings,
  standingFeatures,
  standingImage,
  standingKinds,
} from './standing-marks.ts';

/** Id of the layer whose features carry the `key` and the `kind` of what stands there. */
export const standingHitLayer = 'fixos-marca';

const size = 40;

function picture(kind: StandingKind): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('standing marks: this browser gives no 2D canvas');
  const { path, colour, letter, middle } = standingDrawings[kind];
  context.scale(size / 24, size / 24);
  const outline = new Path2D(path);
  context.lineJoin = 'round';
  context.lineWidth = 2.4;
  context.strokeStyle = '#ffffff';
  context.stroke(outline);
  context.fillStyle = colour;
  context.fill(outline);
  context.fillStyle = '#ffffff';
  context.font = '700 10.5px "Inter Variable", sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, 12, middle);
  return context.getImageData(0, 0, size, size);
}

const layers: readonly GeoLayerSpec[] = [
  {
    id: standingHitLayer,
    type: 'symbol',
    layout: {
      'icon-image': ['get', 'image'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'order'],
      'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.55, 9, 1],
    },
  },
];

/** What stands at sea or on the coast: structures, aids to navigation, base stations, and signals of distress. */
export function StandingLayer({ marks }: { readonly marks: readonly StandingMark[] }) {
  const { map, isAlive } = useMap();
  useLayoutEffect(() => {
    for (const kind of standingKinds)
      if (!map.hasImage(standingImage(kind))) map.addImage(standingImage(kind), picture(kind), { pixelRatio: 2 });
    return () => {
      if (!isAlive()) return;
      for (const kind of standingKinds) if (map.hasImage(standingImage(kind))) map.removeImage(standingImage(kind));
    };
  }, [map, isAlive]);
  const data = useMemo(() => standingFeatures(marks), [marks]);
  return <GeoLayer id="fixos" slot="top" data={data} layers={layers} interactive={[standingHitLayer]} />;
}
