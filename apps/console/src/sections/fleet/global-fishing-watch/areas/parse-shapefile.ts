import { unzipSync } from 'fflate';
import proj4 from 'proj4';
import { parseShp } from 'shpjs';
import { type Parsed, parseGeometries } from './parse-area.ts';
import { parseTexts as texts } from './texts.pt.ts';

/** Unpacked, a small archive can be anything: what is larger than this is left packed. */
const mostUnpackedBytes = 60_000_000;

const refuse = (reason: string): Parsed => ({ ok: false, reason });

/**
 * A contour from a zipped shapefile, in WGS 84: converted by its `.prj`, which has to be one we know. Without one the
 * coordinates are taken for degrees, and said so.
 */
export function parseShapefile(archive: Uint8Array): Parsed {
  let files: Record<string, Uint8Array>;
  let isHuge = false;
  try {
    files = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        const isWanted = /\.(?:shp|prj)$/i.test(name) && !name.startsWith('__MACOSX');
        if (isWanted && originalSize > mostUnpackedBytes) isHuge = true;
        return isWanted && originalSize <= mostUnpackedBytes;
      },
    });
  } catch (cause) {
    console.warn('kianda: zip por ler', cause);
    return refuse(texts.notZip);
  }
  if (isHuge) return refuse(texts.hugeShp);
  const names = Object.keys(files).filter((name) => /\.shp$/i.test(name));
  const [name, ...others] = names;
  const shp = name === undefined ? undefined : files[name];
  if (name === undefined || shp === undefined) return refuse(texts.noShp);
  if (others.length > 0) return refuse(texts.manyShp(names.join(', ')));
  const stem = name.slice(0, -4).toLowerCase();
  const [, projection] = Object.entries(files).find(([one]) => one.toLowerCase() === `${stem}.prj`) ?? [];
  const prj = projection === undefined ? null : new TextDecoder().decode(projection);
  if (prj !== null && !isKnown(prj)) return refuse(texts.unknownPrj(projectionName(prj)));
  return read(shp, prj);
}

function read(shp: Uint8Array, prj: string | null): Parsed {
  let geometries: unknown[];
  try {
    // Its view must begin where the file does: a part of the archive's memory does not.
    geometries = parseShp(shp.slice(), prj ?? undefined);
  } catch (cause) {
    console.warn('kianda: shapefile por ler', cause);
    return refuse(texts.notShp);
  }
  const parsed = parseGeometries(geometries);
  if (prj === null) return parsed.ok ? { ...parsed, note: texts.noPrj } : refuse(texts.noPrjBad(parsed.reason));
  return parsed.ok ? { ...parsed, note: texts.converted(projectionName(prj)) } : parsed;
}

function isKnown(prj: string): boolean {
  try {
    const [lon, lat] = proj4(prj).inverse([0, 0]);
    return Number.isFinite(lon) && Number.isFinite(lat);
  } catch (cause) {
    console.warn('kianda: sistema de coordenadas desconhecido', cause);
    return false;
  }
}

/** Name that a `.prj` begins with: `GEOGCS["WGS 84",…`. */
const projectionName = (prj: string): string => /"([^"]{1,80})"/.exec(prj)?.[1] ?? texts.namelessPrj;
