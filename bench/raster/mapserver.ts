/** MapServer by Debian's packages on a GeoTIFF of the field: tiles of the same grid, by HTTP, in the same colours. */
import { join } from 'node:path';
import { rampStops } from '@kianda/contract/core/ramps';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type MapServer, missingMapServer, serveMap } from '../shared/mapserver.ts';
import { range, variable } from './field.ts';

/** As it is by itself, of 24 bits, and by palette, as small as ours. */
export const pictures = [
  ['24 bits', 'cores'],
  ['paleta', 'paleta'],
] as const;

/** `folder` has the field as `campo.tif`. A text says why it can't be measured. */
export async function startTiles(folder: string): Promise<MapServer | string> {
  const missing = missingMapServer();
  if (missing.length > 0) return `falta ${missing.join(', ')}`;
  const server = await serveMap(folder, () => mapFile(join(folder, 'campo.tif')), tilePath(8, [135, 135], 'cores'));
  if (typeof server === 'string') return server;
  const answer = await fetch(server.url + tilePath(8, [135, 135], 'paleta'));
  // Its errors come as pages, with the status of a success.
  if (answer.headers.get('content-type') === 'image/png') return server;
  await server.stop();
  return `respondeu ${(await answer.text()).slice(0, 200)}`;
}

export const tilePath = (z: number, [x, y]: readonly [number, number], picture: string): string =>
  `/mapserv?map=ao&layers=campo&mode=tile&tilemode=gmap&tile=${x}+${y}+${z}&map.imagetype=${picture}`;

/** A field of as many steps as our palette has places, and the ramp of the variable, a class from each stop to the next. */
function mapFile(file: string): string {
  const [low, high] = range;
  const stops = rampStops[fieldVariables[variable].ramp].map((stop) =>
    [1, 3, 5].map((at) => Number.parseInt(stop.slice(at, at + 2), 16)),
  );
  const valueAt = (stop: number) => low + ((high - low) * stop) / (stops.length - 1);
  const classes = stops.slice(1).map((colour, from) => {
    const colours = [...(stops[from] ?? []), ...colour].join(' ');
    const [first, last] = [valueAt(from), valueAt(from + 1)];
    return `    CLASS NAME "${from}" EXPRESSION ([pixel] >= ${first} AND [pixel] <= ${last})
      STYLE COLORRANGE ${colours} DATARANGE ${first} ${last} END END`;
  });
  return `MAP
  NAME "ao"
  SIZE 256 256
  EXTENT 7.995 -18.005 14.005 -4.395
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT NAME "cores" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA TRANSPARENT ON END
  OUTPUTFORMAT NAME "paleta" DRIVER "AGG/PNG8" MIMETYPE "image/png" IMAGEMODE RGBA TRANSPARENT ON
    FORMATOPTION "QUANTIZE_FORCE=ON" END
  LAYER
    NAME "campo"
    TYPE RASTER
    STATUS ON
    DATA "${file}"
    PROJECTION "init=epsg:4326" END
    PROCESSING "SCALE=${low},${high}"
    PROCESSING "SCALE_BUCKETS=255"
    PROCESSING "RESAMPLE=NEAREST"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    CLASSITEM "[pixel]"
${classes.join('\n')}
  END
END
`;
}
