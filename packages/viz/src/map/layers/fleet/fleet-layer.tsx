import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { useLayoutEffect, useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { pickColour } from '../../colours.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { fleetPicture } from './fleet-icons.ts';
import { type FleetMark, fleetFeatures, fleetImage } from './symbol.ts';

/** Id of the layer whose features carry a vessel's `id` and `name`. */
export const fleetHitLayer = 'frota-marca';

const types = Object.keys(vesselTypes) as VesselType[];
const shapes = ['hull', 'dot'] as const;

/** Vessels by kind, turned as they point; those not heard for long are pale, the chosen one is ringed. */
export function FleetLayer({ marks }: { readonly marks: readonly FleetMark[] }) {
  const { map, scheme, colours, isAlive } = useMap();
  // Before the layer that names the pictures: the map would warn of those it does not know.
  useLayoutEffect(() => {
    const names = types.flatMap((type) =>
      shapes.map((shape) => {
        const name = fleetImage(scheme, type, shape);
        if (!map.hasImage(name)) map.addImage(name, fleetPicture(type, shape, colours), { pixelRatio: 2 });
        return name;
      }),
    );
    return () => {
      if (isAlive()) for (const name of names) if (map.hasImage(name)) map.removeImage(name);
    };
  }, [map, scheme, colours, isAlive]);

  const data = useMemo(() => fleetFeatures(marks, scheme), [marks, scheme]);
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'frota-escolhida',
        type: 'circle',
        filter: ['==', ['get', 'isSelected'], true],
        paint: {
          'circle-radius': 14,
          'circle-color': 'transparent',
          'circle-stroke-color': pickColour,
          'circle-stroke-width': 2.5,
        },
      },
      {
        id: fleetHitLayer,
        type: 'symbol',
        layout: {
          'icon-image': ['get', 'image'],
          'icon-rotate': ['get', 'angle'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.62, 8, 1],
          'text-field': ['step', ['zoom'], '', 7, ['get', 'name']],
          'text-font': labelFont,
          'text-size': 11.5,
          'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
          'text-radial-offset': 1,
          'text-optional': true,
          'text-padding': 2,
        },
        paint: {
          'icon-opacity': ['case', ['get', 'isOld'], 0.45, 1],
          'text-color': colours.label,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.4,
        },
      },
    ],
    [colours],
  );
  return <GeoLayer key={scheme} id="frota" slot="top" data={data} layers={layers} interactive={[fleetHitLayer]} />;
}
