import { useLayoutEffect, useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry a port's `name`, `kind` and `source`. */
export const portsHitLayer = 'ports-mark';

const imageSize = 24;

/** A filled square with a rim, twice as large as drawn so that it is sharp on dense screens. */
function squareImage(fill: string, rim: string): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = imageSize;
  canvas.height = imageSize;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('ports: this browser gives no 2D canvas');
  context.fillStyle = rim;
  context.fillRect(2, 2, imageSize - 4, imageSize - 4);
  context.fillStyle = fill;
  context.fillRect(5, 5, imageSize - 10, imageSize - 10);
  return context.getImageData(0, 0, imageSize, imageSize);
}

/** Ports and landing places: a square where stations are round, and the name once there is room. */
export function PortsLayer({ data, opacity = 1 }: Props) {
  const { map, scheme, colours, isAlive } = useMap();
  const image = `port-${scheme}`;
  // Before the layer that names the image: the map would warn of one it does not know.
  useLayoutEffect(() => {
    map.addImage(image, squareImage(colours.port, colours.stationRing), { pixelRatio: 2 });
    return () => {
      if (isAlive()) map.removeImage(image);
    };
  }, [map, image, colours, isAlive]);

  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: portsHitLayer,
        type: 'symbol',
        layout: {
          'icon-image': image,
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.65, 7, 1],
          'text-field': ['get', 'name'],
          'text-font': labelFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 5, 11, 9, 13.5],
          'text-variable-anchor': ['left', 'bottom-left', 'top-left'],
          'text-radial-offset': 0.7,
          'text-justify': 'left',
          'text-optional': true,
          'text-padding': 1,
        },
        paint: {
          'text-color': colours.label,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.3,
          'text-opacity': opacity,
          'icon-opacity': opacity,
        },
      },
    ],
    [colours, opacity, image],
  );
  return <GeoLayer key={image} id="ports" slot="points" data={data} layers={layers} interactive={[portsHitLayer]} />;
}
