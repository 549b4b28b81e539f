/** WebMercatorQuad of OGC 17-083r4, annex D: the grid of web maps. */
export const webMercatorQuad = 'WebMercatorQuad';
export const webMercatorUri = 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad';
export const mercatorCrs = 'http://www.opengis.net/def/crs/EPSG/0/3857';
export const deepestZoom = 18;

const halfWorldMeters = 20_037_508.342789244;
const scaleAtZero = 559_082_264.028717;
const cellAtZero = (2 * halfWorldMeters) / 256;

/** A tile of the grid; rows count from the north, columns from the west. */
export type TileAddress = { readonly zoom: number; readonly row: number; readonly column: number };

export function tileMatrices() {
  return Array.from({ length: deepestZoom + 1 }, (_, zoom) => ({
    id: String(zoom),
    scaleDenominator: scaleAtZero / 2 ** zoom,
    cellSize: cellAtZero / 2 ** zoom,
    cornerOfOrigin: 'topLeft',
    pointOfOrigin: [-halfWorldMeters, halfWorldMeters],
    tileWidth: 256,
    tileHeight: 256,
    matrixWidth: 2 ** zoom,
    matrixHeight: 2 ** zoom,
  }));
}

/** West, south, east, north of a tile in degrees, with a margin on each side as a share of the tile. */
export function tileBox(
  { zoom, row, column }: TileAddress,
  margin: number,
): readonly [west: number, south: number, east: number, north: number] {
  const tiles = 2 ** zoom;
  const lon = (x: number) => (x / tiles) * 360 - 180;
  const lat = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI;
  return [
    Math.max(-180, lon(column - margin)),
    lat(Math.min(tiles, row + 1 + margin)),
    Math.min(180, lon(column + 1 + margin)),
    lat(Math.max(0, row - margin)),
  ];
}
