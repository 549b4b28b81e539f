const byExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  geojson: 'application/geo+json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  nc: 'application/x-netcdf',
  parquet: 'application/vnd.apache.parquet',
  gpkg: 'application/geopackage+sqlite3',
  zip: 'application/zip',
  gz: 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Media type of an object by its name, since a folder on disk keeps none. It is never a type that a browser runs,
 * because uploads are served from the console's own origin.
 */
export function mediaTypeOf(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1).toLowerCase();
  if (name === '.zarray' || name === '.zgroup' || name === '.zattrs' || name === '.zmetadata')
    return 'application/json';
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  return byExtension[extension] ?? 'application/octet-stream';
}
