import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import type { FileLayer, FileTask, SentLayer } from './file.types.ts';
import { flatGeobufFile } from './flatgeobuf.ts';
import { geoPackageFile } from './geopackage.ts';
import { geoParquetFile } from './geoparquet.ts';
import { qgisProjectFile } from './qgis-project.ts';
import { shapefileZip } from './shapefile.ts';
import { csvFile, geoJsonFile, kmlFile } from './text-files.ts';

/** The bytes of a file of a result. */
export function writeFile({ format, vectors, rasters, about }: FileTask): Uint8Array {
  const layers = vectors.map(placed);
  if (format === 'gpkg') return geoPackageFile(layers, about);
  if (format === 'qgz') {
    return qgisProjectFile({ vectors: layers, rasters, geoPackage: geoPackageFile(layers, about) }, about);
  }
  const [only] = layers;
  if (only === undefined) throw new RangeError(`${format}: received no layer, expected one`);
  if (format === 'geojson') return geoJsonFile(only, about);
  if (format === 'csv') return csvFile(only);
  if (format === 'kml') return kmlFile(only, about);
  if (format === 'parquet') return geoParquetFile(only);
  return format === 'fgb' ? flatGeobufFile(only) : shapefileZip(only, about);
}

const placed = ({ layer, features }: SentLayer): FileLayer => ({
  layer,
  features: features.map((feature) => ({ ...feature, geometry: fromWkb(feature.wkb) })),
});
