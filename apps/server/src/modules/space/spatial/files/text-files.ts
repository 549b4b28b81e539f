import type { GeoGeometry } from '@kianda/connectors';
import { stringify } from 'csv-stringify/sync';
import type { FileAbout, FileLayer } from './file.types.ts';
import { xml } from './xml.ts';

/** GeoJSON (RFC 7946), with method, citation and origin beside the features. */
export function geoJsonFile({ features }: FileLayer, { title, ...about }: FileAbout): Uint8Array {
  const shown = features.map(({ id, geometry, properties }) => ({ type: 'Feature', id, geometry, properties }));
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', name: title, ...about, features: shown }));
}

/** A feature a line, its place as WKT. Text that a sheet would run as a formula is written with an apostrophe before it. */
export function csvFile({ layer, features }: FileLayer): Uint8Array {
  const names = layer.attributes.map(({ name }) => name);
  const rows = features.map(({ properties, geometry }) => [
    ...names.map((name) => harmless(properties[name])),
    wktOf(geometry),
  ]);
  return Buffer.from(stringify([[...names, 'wkt'], ...rows], { cast: { boolean: String } }));
}

const harmless = (value: unknown): unknown =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

function wktOf({ type, coordinates }: GeoGeometry): string {
  const text = (part: readonly unknown[]): string =>
    typeof part[0] === 'number' ? part.join(' ') : `(${part.map((one) => text(one as readonly unknown[])).join(', ')})`;
  return `${type.toUpperCase()} ${type === 'Point' ? `(${text(coordinates)})` : text(coordinates)}`;
}

/** KML 2.2; every text is escaped, and what XML 1.0 cannot hold is left out. */
export function kmlFile({ layer, features }: FileLayer, about: FileAbout): Uint8Array {
  const text = `${about.methods.join(' ')} ${about.citation}${about.isSimulated ? ' Dados simulados.' : ''}`;
  const placemarks = features.map(({ id, geometry, properties }) => {
    const named = layer.attributes.find(({ type }) => type === 'string')?.name;
    const data = layer.attributes
      .map(({ name }) => `<Data name="${xml(name)}"><value>${xml(String(properties[name] ?? ''))}</value></Data>`)
      .join('');
    const name = String((named === undefined ? undefined : properties[named]) ?? id);
    return `<Placemark id="f${id}"><name>${xml(name)}</name><ExtendedData>${data}</ExtendedData>${shapeOf(geometry)}</Placemark>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(about.title)}</name><description>${xml(text)}</description>\n${placemarks.join('\n')}\n</Document></kml>\n`,
  );
}

type Pairs = readonly (readonly number[])[];
const pairs = (line: Pairs): string => line.map((position) => position.join(',')).join(' ');
const ring = (line: Pairs): string => `<LinearRing><coordinates>${pairs(line)}</coordinates></LinearRing>`;
const polygon = ([outer = [], ...holes]: readonly Pairs[]): string =>
  `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')}</Polygon>`;
const line = (one: Pairs): string =>
  `<LineString><tessellate>1</tessellate><coordinates>${pairs(one)}</coordinates></LineString>`;
const point = (one: readonly number[]): string => `<Point><coordinates>${one.join(',')}</coordinates></Point>`;
const several = (shapes: readonly string[]): string => `<MultiGeometry>${shapes.join('')}</MultiGeometry>`;

function shapeOf({ type, coordinates }: GeoGeometry): string {
  if (type === 'Point') return point(coordinates);
  if (type === 'MultiPoint') return several((coordinates as Pairs).map(point));
  if (type === 'LineString') return line(coordinates as Pairs);
  if (type === 'MultiLineString') return several((coordinates as readonly Pairs[]).map(line));
  if (type === 'Polygon') return polygon(coordinates as readonly Pairs[]);
  return several((coordinates as readonly (readonly Pairs[])[]).map(polygon));
}
