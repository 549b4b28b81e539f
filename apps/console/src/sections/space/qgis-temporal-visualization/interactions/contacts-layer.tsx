import type { AnimalContact } from '@kianda/contract/space/temporal/interactions.contract';
import { pickColour } from '@kianda/viz/map/colours.ts';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { useMemo } from 'react';
import { contactFeatures } from './contact-features.ts';

const layers: readonly GeoLayerSpec[] = [
  { id: 'encontros-linha', type: 'line', paint: { 'line-color': pickColour, 'line-width': 1.5 } },
  {
    id: 'encontros-pontos',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 6,
      'circle-color': 'rgba(0, 0, 0, 0)',
      'circle-stroke-color': pickColour,
      'circle-stroke-width': 2,
    },
  },
];

type Props = { readonly contacts: readonly AnimalContact[]; readonly untilMs: number };

/** A ring where an animal was near fishing, and a line from it to the fishing, up to an instant. */
export function ContactsLayer({ contacts, untilMs }: Props) {
  const data = useMemo(() => contactFeatures(contacts, untilMs), [contacts, untilMs]);
  return <GeoLayer id="encontros" slot="lines" data={data} layers={layers} />;
}
