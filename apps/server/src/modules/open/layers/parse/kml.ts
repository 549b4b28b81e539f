import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { XMLParser } from 'fast-xml-parser';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { commonType, textType } from './columns.ts';
import { type SourceFile, type SourceTable, wgs84 } from './source.ts';

type Node = Readonly<Record<string, unknown>>;
type Placed = { readonly geometry: unknown; readonly fault?: string; readonly values: ReadonlyMap<string, string> };

const many = [
  'Placemark',
  'Folder',
  'Document',
  'Point',
  'LineString',
  'Polygon',
  'MultiGeometry',
  'innerBoundaryIs',
  'Data',
  'SimpleData',
];
const deepest = 30;

/** The placemarks of a KML 2.2, of all its folders, as one table: name, description and extended data. */
export async function kmlTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const text = new TextDecoder('utf-8', { fatal: false }).decode(await file.bytes());
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new UnreadableFile('Um KML com declarações de tipo (DOCTYPE) não é lido.');
  const parser = new XMLParser({
    ...{ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, removeNSPrefix: true },
    isArray: (name) => many.includes(name),
  });
  const root = (parser.parse(text) as Node).kml;
  if (root === undefined) throw new UnreadableFile('O ficheiro não é KML.');
  const placed: Placed[] = [];
  collect(root as Node, placed, 0);
  const names = [...new Set(placed.flatMap(({ values }) => [...values.keys()]))];
  const columns = names.map((name) => ({ name, type: typeOf(placed, name) }));
  return [
    {
      ...{ name: file.name.replace(/\.[^.]*$/, ''), features: placed.length, crs: wgs84, columns },
      *rows() {
        for (const { geometry, fault, values } of placed) {
          const row = { geometry, values: names.map((name) => values.get(name) ?? null) };
          yield fault === undefined ? row : { ...row, geometryFault: fault };
        }
      },
    },
  ];
}

function typeOf(placed: readonly Placed[], name: string): LayerColumn['type'] {
  const seen = new Set<LayerColumn['type']>();
  for (const { values } of placed) {
    const type = textType(values.get(name) ?? '');
    if (type !== null) seen.add(type);
  }
  return commonType(seen);
}

const listOf = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(
    (one): one is Node => typeof one === 'object' && one !== null,
  );
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function collect(node: Node, into: Placed[], depth: number): void {
  if (depth > deepest) throw new UnreadableFile(`O KML tem pastas dentro de pastas a mais: o limite são ${deepest}.`);
  for (const placemark of listOf(node.Placemark)) into.push(placedOf(placemark));
  for (const inner of [...listOf(node.Document), ...listOf(node.Folder)]) collect(inner, into, depth + 1);
}

function placedOf(placemark: Node): Placed {
  const values = new Map<string, string>();
  for (const name of ['name', 'description'])
    if (textOf(placemark[name]) !== '') values.set(name, textOf(placemark[name]));
  const [extended = {}] = listOf(placemark.ExtendedData);
  for (const data of listOf(extended.Data)) values.set(textOf(data['@name']), textOf(data.value));
  for (const schema of listOf(extended.SchemaData)) {
    for (const data of listOf(schema.SimpleData)) values.set(textOf(data['@name']), textOf(data['#text']));
  }
  values.delete('');
  try {
    return { geometry: geometryOf(placemark, 0), values };
  } catch (error) {
    if (error instanceof RangeError) return { geometry: null, fault: error.message, values };
    throw error;
  }
}

type Shape = { readonly type: string; readonly coordinates: readonly unknown[] };

/** The places of a node as one geometry; null where it has none. Throws RangeError for kinds that don't mix. */
function geometryOf(node: Node, depth: number): Shape | null {
  const shapes = shapesOf(node, depth);
  const [first] = shapes;
  if (first === undefined || shapes.length === 1) return first ?? null;
  const kind = first.type;
  if (shapes.some(({ type }) => type !== kind)) throw new RangeError('mistura pontos, linhas e áreas num só elemento');
  return { type: `Multi${kind}`, coordinates: shapes.map(({ coordinates }) => coordinates) };
}

function shapesOf(node: Node, depth: number): readonly Shape[] {
  if (depth > deepest) throw new RangeError('tem geometrias dentro de geometrias a mais');
  return [
    ...listOf(node.Point).map((point) => ({ type: 'Point', coordinates: pairsOf(point.coordinates)[0] ?? [] })),
    ...listOf(node.LineString).map((line) => ({ type: 'LineString', coordinates: pairsOf(line.coordinates) })),
    ...listOf(node.Polygon).map((polygon) => ({ type: 'Polygon', coordinates: ringsOf(polygon) })),
    ...listOf(node.MultiGeometry).flatMap((inner) => shapesOf(inner, depth + 1)),
  ];
}

const ringsOf = (polygon: Node) =>
  [...listOf(polygon.outerBoundaryIs), ...listOf(polygon.innerBoundaryIs)].flatMap((boundary) =>
    listOf(boundary.LinearRing).map((ring) => pairsOf(ring.coordinates)),
  );

/** «lon,lat[,altura]» parted by blanks. */
const pairsOf = (text: unknown): number[][] =>
  textOf(text)
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => part.split(',').slice(0, 3).map(Number));
