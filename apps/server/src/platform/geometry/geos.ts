import initGeos from 'geos-wasm';

type Geos = Awaited<ReturnType<typeof initGeos>>;

/** OGC predicates of two geometries, each as `left predicate right`. */
export const spatialPredicates = [
  'intersects',
  'disjoint',
  'equals',
  'touches',
  'crosses',
  'within',
  'contains',
  'overlaps',
] as const;
export type SpatialPredicate = (typeof spatialPredicates)[number];

/** A geometry prepared for many tests against it; `close` gives its memory back. */
export type PreparedGeometry = {
  /** False for a ring that crosses itself and the like: tests against it mean nothing. */
  readonly valid: boolean;
  /** `wkb predicate this`; null where the geometry can't be read or compared. */
  test(predicate: SpatialPredicate, wkb: Uint8Array): boolean | null;
  close(): void;
};

export type GeometryEngine = {
  /** Throws `RangeError` for bytes that are no geometry. */
  prepare(wkb: Uint8Array): PreparedGeometry;
};

let engine: Promise<GeometryEngine> | null = null;

/** GEOS, loaded at the first use: 80 ms and 20 MB that a process without geometry never pays. */
export function geometryEngine(): Promise<GeometryEngine> {
  engine ??= initGeos().then(engineOf);
  return engine;
}

function engineOf(geos: Geos): GeometryEngine {
  let scratch = 0;
  let scratchBytes = 0;

  /** Pointer of the geometry, to be destroyed by the caller; null where GEOS can't read it. */
  function read(wkb: Uint8Array): number | null {
    if (wkb.length > scratchBytes) {
      if (scratch !== 0) geos.Module._free(scratch);
      scratchBytes = Math.max(1024, wkb.length * 2);
      scratch = geos.Module._malloc(scratchBytes);
    }
    // The heap moves when it grows: never keep the view.
    geos.Module.HEAPU8.set(wkb, scratch);
    return attempt(() => geos.GEOSGeomFromWKB_buf(scratch, wkb.length)) || null;
  }

  return {
    prepare(wkb) {
      const geometry = read(wkb);
      if (geometry === null) throw new RangeError(`expected a geometry as WKB, received ${wkb.length} other bytes`);
      const valid = attempt(() => geos.GEOSisValid(geometry)) === 1;
      const prepared = geos.GEOSPrepare(geometry);
      // The prepared one stands on the left, so that what is not symmetric is asked the other way round.
      const ask = {
        intersects: geos.GEOSPreparedIntersects,
        disjoint: geos.GEOSPreparedDisjoint,
        touches: geos.GEOSPreparedTouches,
        crosses: geos.GEOSPreparedCrosses,
        overlaps: geos.GEOSPreparedOverlaps,
        within: geos.GEOSPreparedContains,
        contains: geos.GEOSPreparedWithin,
      };
      return {
        valid,
        test(predicate, otherWkb) {
          const other = read(otherWkb);
          if (other === null) return null;
          const answer = attempt(() =>
            predicate === 'equals' ? geos.GEOSEquals(geometry, other) : ask[predicate](prepared, other),
          );
          geos.GEOSGeom_destroy(other);
          return answer === 1 ? true : answer === 0 ? false : null;
        },
        close() {
          geos.GEOSPreparedGeom_destroy(prepared);
          geos.GEOSGeom_destroy(geometry);
        },
      };
    },
  };
}

/** GEOS tells some faults by throwing and others by a code: both are "no answer". */
function attempt(call: () => number): number {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error) return Number.NaN;
    throw error;
  }
}

/** Why a geometry that is not valid is not, by its type, in Portuguese. */
export const invalidReason = (type: string): string =>
  type.endsWith('LineString')
    ? 'uma linha tem os pontos todos no mesmo sítio.'
    : type.endsWith('Polygon')
      ? 'um anel cruza-se a si próprio.'
      : 'uma das partes cruza-se a si própria, ou não tem comprimento.';
