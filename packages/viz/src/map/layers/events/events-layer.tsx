import { useLayoutEffect, useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import {
  type EventKind,
  type EventMark,
  eventColours,
  eventFeatures,
  eventImage,
  eventKindNames,
  eventLetters,
} from './event-marks.ts';

/** Id of the layer whose features carry an event's `key` and `kind`. */
export const eventsHitLayer = 'acontecimentos-marca';

const size = 36;

function picture(kind: EventKind): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('events: this browser gives no 2D canvas');
  context.beginPath();
  context.roundRect(3, 3, size - 6, size - 6, 8);
  context.fillStyle = eventColours[kind];
  context.fill();
  context.lineWidth = 3;
  context.strokeStyle = '#ffffff';
  context.stroke();
  context.fillStyle = '#ffffff';
  context.font = `700 ${size * 0.52}px "Inter Variable", sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(eventLetters[kind], size / 2, size / 2 + 1);
  return context.getImageData(0, 0, size, size);
}

const layers: readonly GeoLayerSpec[] = [
  {
    id: eventsHitLayer,
    type: 'symbol',
    layout: {
      'icon-image': ['get', 'image'],
      // Beside the place, as a flag: the vessel that stands there stays in sight.
      'icon-offset': [12, -12],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.72, 8, 1],
    },
  },
];

/** Events where they happened, a letter for each kind. */
export function EventsLayer({ marks }: { readonly marks: readonly EventMark[] }) {
  const { map, isAlive } = useMap();
  useLayoutEffect(() => {
    for (const kind of eventKindNames)
      if (!map.hasImage(eventImage(kind))) map.addImage(eventImage(kind), picture(kind), { pixelRatio: 2 });
    return () => {
      if (!isAlive()) return;
      for (const kind of eventKindNames) if (map.hasImage(eventImage(kind))) map.removeImage(eventImage(kind));
    };
  }, [map, isAlive]);
  const data = useMemo(() => eventFeatures(marks), [marks]);
  return <GeoLayer id="acontecimentos" slot="top" data={data} layers={layers} interactive={[eventsHitLayer]} />;
}
