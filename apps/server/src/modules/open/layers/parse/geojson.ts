import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { columnGuess } from './columns.ts';
import { type SourceCrs, type SourceFile, type SourceTable, wgs84 } from './source.ts';

type Feature = {
  readonly id?: unknown;
  readonly geometry?: unknown;
  readonly properties?: Readonly<Record<string, unknown>> | null;
};
type Document = {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly features?: unknown;
  readonly crs?: { readonly properties?: { readonly name?: unknown } };
};

/** The features of a GeoJSON (RFC 7946), or of one feature a line (RFC 8142). */
export async function geojsonTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const text = new TextDecoder('utf-8', { fatal: false }).decode(await file.bytes());
  const document = documentOf(text);
  const features = document.features as readonly (Feature | null)[];
  const guesses = new Map<string, ReturnType<typeof columnGuess>>();
  for (const feature of features) {
    for (const [name, value] of Object.entries(feature?.properties ?? {})) {
      let guess = guesses.get(name);
      if (guess === undefined) {
        guess = columnGuess();
        guesses.set(name, guess);
      }
      guess.see(value);
    }
  }
  const names = [...guesses.keys()];
  const ids = idColumn(features);
  return [
    {
      name: typeof document.name === 'string' ? document.name : file.name.replace(/\.[^.]*$/, ''),
      features: features.length,
      crs: crsOf(document),
      columns: [...names.map((name) => ({ name, type: guesses.get(name)?.type() ?? ('string' as const) })), ...ids],
      ...(ids.length === 0 ? {} : { idColumn: names.length }),
      *rows() {
        for (const feature of features) {
          const properties = feature?.properties ?? {};
          const values = names.map((name) => (Object.hasOwn(properties, name) ? properties[name] : null));
          yield {
            geometry: feature?.geometry ?? null,
            values: ids.length === 0 ? values : [...values, feature?.id ?? null],
          };
        }
      },
    },
  ];
}

/** A column of the features' identifiers (RFC 7946 §3.2), unless none has one or a property of that name says the same. */
function idColumn(features: readonly (Feature | null)[]): readonly LayerColumn[] {
  const guess = columnGuess();
  let isNew = false;
  for (const feature of features) {
    if (feature?.id === undefined || feature.id === null) continue;
    guess.see(feature.id);
    if (feature.properties?.id !== feature.id) isNew = true;
  }
  return isNew ? [{ name: 'id', type: guess.type() }] : [];
}

/** Says of a whole number that a double would change what is written for it; runtimes hand a reviver the source. */
const keepLong = (_name: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value;

/** A text of JSON with its whole numbers exact. Only one with so many digits is read that way, which takes longer. */
function parsed(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, keepLong as (name: string, value: unknown) => unknown) as unknown;
}

function documentOf(text: string): Document {
  let document: Document;
  try {
    document = parsed(text) as Document;
  } catch (cause) {
    const lines = linesOf(text);
    if (lines === null) throw new UnreadableFile('O ficheiro não é GeoJSON: o texto não é JSON.', { cause });
    return { features: lines };
  }
  if (document?.type === 'FeatureCollection' && Array.isArray(document.features)) return document;
  if (document?.type === 'Feature') return { features: [document] };
  throw new UnreadableFile('O ficheiro não é uma coleção de elementos de GeoJSON.');
}

/** The sign that RFC 8142 puts before each record. */
const recordMark = String.fromCharCode(0x1e);

function linesOf(text: string): readonly Feature[] | null {
  const lines = text.split('\n').map((line) => line.replace(recordMark, '').trim());
  try {
    const features = lines.filter((line) => line !== '').map((line) => parsed(line) as { type?: unknown });
    return features.length > 0 && features.every((one) => one?.type === 'Feature') ? (features as Feature[]) : null;
  } catch {
    return null;
  }
}

/** RFC 7946 knows WGS 84 alone; older files name another system. */
function crsOf({ crs }: Document): SourceCrs {
  const name = crs?.properties?.name;
  if (typeof name !== 'string' || /CRS84$/i.test(name)) return wgs84;
  const code = /EPSG:+(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1];
  return { code: code === undefined ? null : Number(code), definition: null, name };
}
