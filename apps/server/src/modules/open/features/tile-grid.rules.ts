/** A tile of a grid; rows count from the north, columns from the west. */
export type TileAddress = { readonly zoom: number; readonly row: number; readonly column: number };

type Point = readonly [x: number, y: number];

/** A grid of tiles, each level with twice the columns and rows of the one before. */
export type TileGrid = {
  readonly id: string;
  readonly title: string;
  readonly uri: string;
  readonly crs: string;
  readonly wellKnownScaleSet: string;
  readonly orderedAxes: readonly [string, string];
  /** Columns of the first level; it has one row. */
  readonly firstColumns: 1 | 2;
  readonly origin: Point;
  readonly firstScale: number;
  readonly firstCell: number;
  /** Shares of the grid's width from the west and of its height from the north. */
  readonly shareOf: (at: { readonly lon: number; readonly lat: number }) => Point;
  readonly placeOf: (share: Point) => { readonly lon: number; readonly lat: number };
};

export const deepestZoom = 18;
const tilePixels = 256;

const halfWorldMeters = 20_037_508.342789244;
const radians = Math.PI / 180;
/** Degrees north and south where the square map ends. */
export const mercatorEnd = 85.0511287798066;

/** WebMercatorQuad of OGC 17-083r4, annex D: the grid of web maps. */
const webMercatorQuad: TileGrid = {
  id: 'WebMercatorQuad',
  title: 'Google Maps Compatible for the World',
  uri: 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad',
  crs: 'http://www.opengis.net/def/crs/EPSG/0/3857',
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  orderedAxes: ['X', 'Y'],
  firstColumns: 1,
  origin: [-halfWorldMeters, halfWorldMeters],
  firstScale: 559_082_264.028717,
  firstCell: (2 * halfWorldMeters) / tilePixels,
  shareOf: ({ lon, lat }) => {
    const held = Math.min(mercatorEnd, Math.max(-mercatorEnd, lat)) * radians;
    return [(lon + 180) / 360, (1 - Math.asinh(Math.tan(held)) / Math.PI) / 2];
  },
  placeOf: ([x, y]) => ({ lon: x * 360 - 180, lat: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / radians }),
};

/** WorldCRS84Quad of OGC 17-083r4, annex D: longitudes and latitudes as they are, two tiles wide at the first level. */
const worldCrs84Quad: TileGrid = {
  id: 'WorldCRS84Quad',
  title: 'CRS84 for the World',
  uri: 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WorldCRS84Quad',
  crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleCRS84Quad',
  orderedAxes: ['Lon', 'Lat'],
  firstColumns: 2,
  origin: [-180, 90],
  firstScale: 279_541_132.0143589,
  firstCell: 180 / tilePixels,
  shareOf: ({ lon, lat }) => [(lon + 180) / 360, (90 - lat) / 180],
  placeOf: ([x, y]) => ({ lon: x * 360 - 180, lat: 90 - y * 180 }),
};

export const tileGrids: readonly TileGrid[] = [webMercatorQuad, worldCrs84Quad];

/** Columns and rows of a level. */
export const sizeOf = ({ firstColumns }: TileGrid, zoom: number): Point => [firstColumns * 2 ** zoom, 2 ** zoom];

/** A grid as its standard describes it (OGC 17-083r4), with the members of version 1.0 beside, which GDAL 3.6 reads. */
export function gridDocument(grid: TileGrid) {
  const { id, title, uri, crs, orderedAxes, wellKnownScaleSet } = grid;
  return {
    ...{ id, title, uri, crs, orderedAxes: [...orderedAxes], wellKnownScaleSet },
    boundingBox: boundingBox(grid),
    tileMatrices: levels(grid, ({ id: level, scaleDenominator, cellSize, origin }) => ({
      ...{ id: level, scaleDenominator, cellSize, cornerOfOrigin: 'topLeft', pointOfOrigin: origin },
    })),
    ...{ type: 'TileMatrixSetType', identifier: id, supportedCRS: crs },
    tileMatrix: levels(grid, ({ id: level, scaleDenominator, origin }) => ({
      ...{ type: 'TileMatrixType', identifier: level, scaleDenominator, topLeftCorner: origin },
    })),
  };
}

/** The corners of a grid, by the names of both versions. */
function boundingBox({ crs, origin: [west, north], firstCell, firstColumns }: TileGrid) {
  const tile = firstCell * tilePixels;
  const [lower, upper] = [
    [west, north - tile],
    [west + firstColumns * tile, north],
  ];
  const second = { lowerLeft: lower, upperRight: upper };
  return { ...second, type: 'BoundingBoxType', crs, lowerCorner: lower, upperCorner: upper };
}

type GridLevel = {
  readonly id: string;
  readonly scaleDenominator: number;
  readonly cellSize: number;
  readonly origin: readonly number[];
};

/** Every level of a grid, in the words of a version; sizes have the same names in both. */
function levels<T extends object>(grid: TileGrid, describe: (level: GridLevel) => T) {
  return Array.from({ length: deepestZoom + 1 }, (_, zoom) => {
    const [matrixWidth, matrixHeight] = sizeOf(grid, zoom);
    const level = {
      id: String(zoom),
      scaleDenominator: grid.firstScale / 2 ** zoom,
      cellSize: grid.firstCell / 2 ** zoom,
      origin: [...grid.origin],
    };
    return { ...describe(level), tileWidth: tilePixels, tileHeight: tilePixels, matrixWidth, matrixHeight };
  });
}

/** West, south, east, north of a tile in degrees, with a margin on each side as a share of the tile. */
export function tileBox(
  grid: TileGrid,
  { zoom, row, column }: TileAddress,
  margin: number,
): readonly [west: number, south: number, east: number, north: number] {
  const [columns, rows] = sizeOf(grid, zoom);
  const corner = (x: number, y: number) =>
    grid.placeOf([Math.min(1, Math.max(0, x / columns)), Math.min(1, Math.max(0, y / rows))]);
  const [northWest, southEast] = [corner(column - margin, row - margin), corner(column + 1 + margin, row + 1 + margin)];
  return [northWest.lon, southEast.lat, southEast.lon, northWest.lat];
}
