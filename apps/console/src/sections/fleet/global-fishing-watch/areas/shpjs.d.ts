declare module 'shpjs' {
  /** Geometries of a `.shp`, converted to WGS 84 by its `.prj`; one without is taken as it is. Throws for a broken file. */
  export function parseShp(shp: Uint8Array, prj?: string): unknown[];
}
