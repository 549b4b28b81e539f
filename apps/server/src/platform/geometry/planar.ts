import type { ArealGeometry, MultiPolygonGeometry } from '@kianda/geo';
import type { BufferStyle, Geometry, PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import initGeos from 'geos-wasm';
import { fromWkb, toWkb } from './wkb.ts';

type Geos = Awaited<ReturnType<typeof initGeos>>;

let engine: Promise<PlanarEngine> | null = null;

/** GEOS for geometry in the plane, loaded at the first use. */
export function planarEngine(): Promise<PlanarEngine> {
  engine ??= initGeos().then(engineOf);
  return engine;
}

const caps = { round: 1, flat: 2, square: 3 } as const;
const joins = { round: 1, mitre: 2, bevel: 3 } as const;
const areal = [3, 6];

function engineOf(geos: Geos): PlanarEngine {
  const { withGeometry, areaOf, geometryOf } = exchangeWith(geos);
  return {
    buffer: (geometry, distance, style) => withGeometry(geometry, (one) => areaOf(bufferOf(one, distance, style))),
    union: (areas) => {
      const coordinates = areas.flatMap((area) => (area.type === 'Polygon' ? [area.coordinates] : area.coordinates));
      if (coordinates.length === 0) return { type: 'MultiPolygon', coordinates: [] };
      return withGeometry({ type: 'MultiPolygon', coordinates }, (all) => areaOf(geos.GEOSUnaryUnion(all)));
    },
    intersection: (one, other) => withTwo(one, other, (a, b) => areaOf(geos.GEOSIntersection(a, b))),
    difference: (one, other) => withTwo(one, other, (a, b) => areaOf(geos.GEOSDifference(a, b))),
    repaired: (geometry) =>
      withGeometry(geometry, (one) => {
        if (geos.GEOSisValid(one) === 1) return null;
        const text = geos.GEOSisValidReason(one);
        const fault = geos.Module.UTF8ToString(text);
        geos.GEOSFree(text);
        const valid = geos.GEOSMakeValid(one);
        // A line of one place, and the like, is left out of an area.
        const isAreal = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
        return { geometry: isAreal ? areaOf(valid) : geometryOf(valid), fault };
      }),
  };

  function bufferOf(geometry: number, distance: number, style: BufferStyle): number {
    const parameters = geos.GEOSBufferParams_create();
    geos.GEOSBufferParams_setQuadrantSegments(parameters, style.segments);
    geos.GEOSBufferParams_setEndCapStyle(parameters, caps[style.cap]);
    geos.GEOSBufferParams_setJoinStyle(parameters, joins[style.join]);
    geos.GEOSBufferParams_setMitreLimit(parameters, style.mitreLimit);
    const isAreal = areal.includes(geos.GEOSGeomTypeId(geometry));
    const isSingle = style.side !== 'both' && !isAreal;
    geos.GEOSBufferParams_setSingleSided(parameters, isSingle ? 1 : 0);
    // GEOS takes a distance below 0 as the right side.
    const width = isSingle && style.side === 'right' ? -distance : distance;
    const buffered = geos.GEOSBufferWithParams(geometry, parameters, width);
    geos.GEOSBufferParams_destroy(parameters);
    return buffered;
  }

  function withTwo<T>(one: ArealGeometry, other: ArealGeometry, use: (a: number, b: number) => T): T {
    return withGeometry(one, (a) => withGeometry(other, (b) => use(a, b)));
  }
}

/** Geometries as GEOS holds them: each is given its memory back, whatever happens. */
function exchangeWith(geos: Geos) {
  return { withGeometry, areaOf, geometryOf };

  function withGeometry<T>(geometry: Geometry, use: (pointer: number) => T): T {
    const wkb = toWkb(geometry);
    const scratch = geos.Module._malloc(wkb.length);
    geos.Module.HEAPU8.set(wkb, scratch);
    const pointer = geos.GEOSGeomFromWKB_buf(scratch, wkb.length);
    geos.Module._free(scratch);
    if (!pointer) throw new RangeError(`expected a geometry, received a ${geometry.type} that GEOS does not read`);
    try {
      return use(pointer);
    } finally {
      geos.GEOSGeom_destroy(pointer);
    }
  }

  /** The areas of a geometry of GEOS, which is destroyed; its lines and points are left out. */
  function areaOf(pointer: number): MultiPolygonGeometry {
    const kind = geos.GEOSGeomTypeId(pointer);
    if (geos.GEOSisEmpty(pointer) === 1 || kind < 3) {
      geos.GEOSGeom_destroy(pointer);
      return { type: 'MultiPolygon', coordinates: [] };
    }
    if (kind === 7) {
      const parts = Array.from({ length: geos.GEOSGetNumGeometries(pointer) }, (_, part) =>
        areaOf(geos.GEOSGeom_clone(geos.GEOSGetGeometryN(pointer, part))),
      );
      geos.GEOSGeom_destroy(pointer);
      return { type: 'MultiPolygon', coordinates: parts.flatMap(({ coordinates }) => coordinates) };
    }
    const found = geometryOf(pointer);
    if (found.type === 'Polygon') return { type: 'MultiPolygon', coordinates: [found.coordinates] };
    return found.type === 'MultiPolygon'
      ? { type: 'MultiPolygon', coordinates: found.coordinates }
      : { type: 'MultiPolygon', coordinates: [] };
  }

  /** Reads a geometry of GEOS and destroys it. */
  function geometryOf(pointer: number): Geometry {
    if (!pointer) throw new Error('GEOS gave no geometry');
    const size = geos.Module._malloc(4);
    const bytes = geos.GEOSGeomToWKB_buf(pointer, size);
    const length = geos.Module.getValue(size, 'i32');
    const wkb = geos.Module.HEAPU8.slice(bytes, bytes + length);
    geos.GEOSFree(bytes);
    geos.Module._free(size);
    geos.GEOSGeom_destroy(pointer);
    return fromWkb(wkb);
  }
}
