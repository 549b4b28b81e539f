import proj4 from 'proj4';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { SourceCrs } from './source.ts';

type Pair = readonly [number, number];
/** Ordinates of a file, the eastward one first, to longitude and latitude. */
export type ToDegrees = (x: number, y: number) => Pair;

const same: ToDegrees = (x, y) => [x, y];

/** WGS 84 in degrees, or a frame that lies within a metre of it everywhere. */
const degrees: ReadonlySet<number> = new Set([4326, 4979, 4258, 9057]);

/**
 * How the coordinates of a file become longitude and latitude of WGS 84. Throws `UnreadableFile` for a system that could
 * only be converted roughly: a datum without its shift would move everything by hundreds of metres, in silence.
 */
export function toDegrees(crs: SourceCrs): ToDegrees {
  const definition = definitionOf(crs);
  if (definition === same) return same;
  try {
    const converter = proj4(definition as string);
    const [lon, lat] = converter.inverse([0, 0]);
    if (Number.isNaN(lon) || Number.isNaN(lat)) throw new RangeError('no projection');
    return (x, y) => converter.inverse([x, y]) as unknown as Pair;
  } catch {
    throw unknown(crs);
  }
}

function definitionOf({ code, definition, name }: SourceCrs): unknown {
  if (code !== null && degrees.has(code)) return same;
  if (code === 3857) return 'EPSG:3857';
  const zone = code === null ? 0 : code % 100;
  if (code !== null && zone >= 1 && zone <= 60 && (code - zone === 32_600 || code - zone === 32_700)) {
    return `+proj=utm +zone=${zone}${code - zone === 32_700 ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
  }
  if (definition === null) throw unknown({ code, definition, name });
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  const isOnWgs84 = /WGS[ _]?(?:19)?84|ETRS(?:19)?89|TOWGS84\[/i.test(text);
  if (!isOnWgs84) throw unknown({ code, definition, name });
  const isGeographic = /^\s*(?:GEOGCS|GEOGCRS)\[|"type":\s*"GeographicCRS"/i.test(text) && !/TOWGS84\[/i.test(text);
  return isGeographic ? same : definition;
}

function unknown({ code, name }: SourceCrs): UnreadableFile {
  const called = code === null ? name : `${name} (EPSG:${code})`;
  return new UnreadableFile(
    `As coordenadas estão em «${called.slice(0, 120)}», que a plataforma não converte sem erro. Converta o ficheiro para EPSG:4326, por exemplo com «ogr2ogr -t_srs EPSG:4326 novo.gpkg ficheiro», e envie-o de novo.`,
  );
}
