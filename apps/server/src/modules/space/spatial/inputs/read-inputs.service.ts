import { createHash } from 'node:crypto';
import type { GeoGeometry } from '@kianda/connectors';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { AnalysisInputs, InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import { inputProblems, inputRolesOf } from '@kianda/contract/space/spatial/analysis-inputs';
import type { PinnedInput } from '@kianda/contract/space/spatial/analysis-results';
import { type Criterion, mcdaParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { ArealGeometry, Grid } from '@kianda/geo';
import { readBands } from '../../../../platform/formats/read-bands.ts';
import { toWkb } from '../../../../platform/geometry/wkb.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { FeatureSet } from '../compute/compute.types.ts';
import { areaIn, geometryAt, nameAt } from '../compute/feature-set.ts';
import type { SpatialContext } from '../spatial.context.ts';
import {
  type Asked,
  nameIn,
  numbersIn,
  type ReadInput,
  type ReadOptions,
  type Wanted,
  wantedOf,
} from './inputs.types.ts';
import { readCollection } from './read-collection.ts';
import { readCurrents } from './read-currents.ts';
import { readFile } from './read-file.ts';
import { setBuilder } from './set-builder.ts';

const featuresAtOnce = 5_000;

type Reading = ReadOptions & { readonly wanted: Wanted };
type ReferenceOf<K extends InputReference['kind']> = Extract<InputReference, { kind: K }>;
/** An input without the role that it has. */
type Taken = {
  readonly data: ReadInput['data'];
  readonly withoutPlace: number;
  readonly pinned: Omit<PinnedInput, 'role' | 'label'>;
};

/** Criteria of an mcda; none of other kinds. */
export const criteriaOf = ({ type, parameters }: Pick<Asked, 'type' | 'parameters'>): readonly Criterion[] =>
  type === 'mcda' ? mcdaParametersSchema.parse(parameters).criteria : [];

/** The inputs asked for and the usual ones of the roles left out. Throws for a role that the kind has not, or that is missing. */
export function completedInputs({ type, parameters, inputs }: Asked): AnalysisInputs {
  const roles = inputRolesOf(type, criteriaOf({ type, parameters }));
  const kinds = Object.fromEntries(Object.entries(inputs).map(([role, { kind }]) => [role, kind]));
  const issues = inputProblems(roles, kinds).map(({ role, message }) => ({ path: `body.inputs.${role}`, message }));
  if (issues.length > 0) throw new AppError('validation_failed', { detail: issues[0]?.message ?? '', issues });
  const usual = Object.entries(roles).flatMap(([role, { isOptional, usual: taken }]) =>
    isOptional || taken === null ? [] : [[role, taken] as const],
  );
  return { ...Object.fromEntries(usual), ...inputs };
}

/** Reads every input, each pinned to the content that was read. Throws RangeError with what to do. */
export async function readInputs(
  context: SpatialContext,
  asked: Asked,
  options: ReadOptions,
): Promise<Readonly<Record<string, ReadInput>>> {
  const roles = inputRolesOf(asked.type, criteriaOf(asked));
  const reading = { ...options, wanted: wantedOf(asked) };
  const found: Record<string, ReadInput> = {};
  let left = options.most;
  for (const [role, reference] of Object.entries(asked.inputs)) {
    options.signal.throwIfAborted();
    const { data, pinned, withoutPlace } = await readOne(context, reference, { ...reading, most: left });
    const label = roles[role]?.label ?? role;
    if (roles[role]?.geometry === 'raster' ? data.kind !== 'raster' : data.kind !== 'features') {
      throw new RangeError(`A entrada «${label}» não tem ${data.kind === 'raster' ? 'elementos' : 'células'}.`);
    }
    if (pinned.count === 0)
      throw new RangeError(
        `A entrada «${label}» está vazia: «${pinned.title}» não tem ${data.kind === 'raster' ? 'células com valor' : 'elementos com lugar'}.`,
      );
    if (data.kind === 'features') {
      left = { features: left.features - pinned.count, vertices: left.vertices - pinned.vertices };
    }
    found[role] = { data, pinned: { role, label, ...pinned }, withoutPlace };
  }
  if (asked.type === 'drift') found.currents = await readCurrents(context, asked.parameters);
  return found;
}

export type NamedArea = { readonly name: string; readonly geometry: ArealGeometry };

/** The polygons of a reference, each with its name; what is no polygon is left out. Throws RangeError with what to do. */
export async function readAreas(
  context: SpatialContext,
  reference: InputReference,
  options: ReadOptions,
): Promise<readonly NamedArea[]> {
  const wanted: Wanted = { numbers: [], name: null };
  const { data } = await readOne(context, reference, { ...options, wanted });
  if (data.kind !== 'features') throw new RangeError('As áreas são elementos com lugar, e não um campo.');
  return data.names.flatMap((_, feature) => {
    const geometry = areaIn(geometryAt(data, feature));
    return geometry === null ? [] : [{ name: nameAt(data, feature), geometry }];
  });
}

/** Hash of all that decides a result: kind, parameters, content of the inputs, edition of the method. */
export function askedHash(asked: Asked, inputs: Readonly<Record<string, ReadInput>>, edition: number): string {
  const content = Object.keys(inputs)
    .sort()
    .map((role) => [role, inputs[role]?.pinned.sha256, inputs[role]?.pinned.title]);
  return createHash('sha256')
    .update(JSON.stringify([edition, asked.type, sorted(asked.parameters), content]))
    .digest('hex');
}

/** The same value with the keys of its objects in order, so that their order makes no other hash. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(given)
      .sort()
      .map((key) => [key, sorted(given[key])]),
  );
}

function readOne(context: SpatialContext, reference: InputReference, reading: Reading): Promise<Taken> {
  if (reference.kind === 'collection') return fromCollection(context, reference, reading);
  if (reference.kind === 'area') return fromPlace(context, reference, reading);
  if (reference.kind === 'drawing') return fromDrawing(context, reference, reading);
  if (reference.kind === 'upload') return fromFile(context, reference, reading);
  return reference.kind === 'result' ? fromResult(context, reference, reading) : fromField(context, reference);
}

async function fromCollection(
  { stores, platform }: SpatialContext,
  reference: ReferenceOf<'collection'>,
  reading: Reading,
): Promise<Taken> {
  const collection = await stores.collections.find(reference.collection);
  if (collection === null || (collection.owner !== undefined && collection.owner !== reading.accountId)) {
    throw new RangeError(`A coleção «${reference.collection}» já não existe.`);
  }
  const { set, withoutPlace, vertices, sha256, isSimulated } = await readCollection(collection, reference, reading);
  return {
    ...{ data: set, withoutPlace },
    pinned: {
      ...{ kind: 'collection', title: collection.title, sha256, isSimulated, vertices, count: set.names.length },
      ...{ source: collection.attribution ?? null, licence: collection.licence ?? null },
      time: new Date(platform.clock.nowMs()).toISOString(),
    },
  };
}

async function fromPlace(
  { stores }: SpatialContext,
  { placeKind, id }: ReferenceOf<'area'>,
  reading: Reading,
): Promise<Taken> {
  for (const source of stores.places()) {
    const { places, provenance } = await source.list();
    const place = places.find((one) => one.kind === placeKind && one.id === id);
    if (place === undefined) continue;
    const builder = setBuilder(place.name, reading.most);
    const geometry = (place.outline ?? { type: 'Point', coordinates: [place.lon, place.lat] }) as GeoGeometry;
    builder.add(toWkb(geometry), place.name, place.areaKm2 === null ? {} : { areaKm2: place.areaKm2 });
    const { set, vertices, sha256 } = builder.done();
    return {
      ...{ data: set, withoutPlace: 0 },
      pinned: {
        ...{
          kind: 'area',
          title: place.name,
          source: place.source,
          licence: null,
          count: 1,
          vertices,
          sha256,
          time: null,
        },
        isSimulated: provenance.state === 'simulated',
      },
    };
  }
  throw new RangeError('O lugar pedido já não existe.');
}

async function fromDrawing(
  _context: SpatialContext,
  { geojson }: ReferenceOf<'drawing'>,
  reading: Reading,
): Promise<Taken> {
  const builder = setBuilder('Desenho', reading.most);
  geojson.features.forEach(({ geometry, properties }, place) => {
    const name = nameIn(properties, reading.wanted, `Desenho ${place + 1}`);
    builder.add(toWkb(geometry as GeoGeometry), name, numbersIn(properties, reading.wanted));
  });
  const { set, vertices, sha256 } = builder.done();
  return {
    ...{ data: set, withoutPlace: 0 },
    pinned: {
      ...{ kind: 'drawing', title: 'Desenho', source: null, licence: null, count: set.names.length, vertices, sha256 },
      ...{ time: null, isSimulated: false },
    },
  };
}

async function fromFile(context: SpatialContext, reference: ReferenceOf<'upload'>, reading: Reading): Promise<Taken> {
  const row = await context.repository.file(reference.fileId);
  if (row === undefined || row.account_id !== reading.accountId) {
    throw new RangeError('O ficheiro enviado já não existe: envie-o outra vez.');
  }
  const { data, withoutPlace, vertices, count, sha256 } = await readFile(context, row, {
    table: reference.table,
    reading,
  });
  return {
    ...{ data, withoutPlace },
    pinned: {
      ...{ kind: 'upload', title: data.title, source: 'Ficheiro enviado', licence: null, count, vertices, sha256 },
      ...{ time: row.received_at.toISOString(), isSimulated: false },
    },
  };
}

async function fromResult(
  { repository, platform }: SpatialContext,
  { analysisId, layer }: ReferenceOf<'result'>,
  reading: Reading,
): Promise<Taken> {
  const analysis = await repository.analysis(analysisId);
  const isReadable =
    analysis !== undefined && (analysis.readers !== 'private' || analysis.owner_id === reading.accountId);
  const result = isReadable && analysis.result_id !== null ? await repository.result(analysis.result_id) : undefined;
  const found = layer === undefined ? result?.layers[0] : result?.layers.find(({ id }) => id === layer);
  if (analysis === undefined || result === undefined || found === undefined) {
    throw new RangeError('A análise de que se parte já não tem este resultado.');
  }
  const title = `${analysis.name}: ${found.title}`;
  const common = {
    ...{ kind: 'result' as const, title, source: 'Kianda', licence: null, sha256: found.sha256, count: found.count },
    ...{ time: result.made_at.toISOString(), isSimulated: result.is_simulated },
  };
  if (found.kind === 'raster') {
    const bytes = found.storageKey === null ? null : await platform.storage.get(found.storageKey);
    if (bytes === null || found.bbox === null || found.cellDegrees === null) {
      throw new RangeError('O ficheiro do resultado de que se parte não está no armazenamento.');
    }
    const [values] = await readBands(bytes);
    const data = {
      kind: 'raster' as const,
      title,
      unit: found.unit ?? '',
      grid: gridOfLayer(found),
      values: values ?? new Float32Array(),
    };
    return { data, withoutPlace: 0, pinned: { ...common, vertices: 0 } };
  }
  const builder = setBuilder(title, reading.most);
  let after = 0;
  for (;;) {
    const rows = await repository.features({ resultId: result.id, layer: found.id }, { after, limit: featuresAtOnce });
    for (const { fid, geometry, properties } of rows) {
      builder.add(
        geometry,
        nameIn(properties, reading.wanted, `${found.title} ${fid}`),
        numbersIn(properties, reading.wanted),
      );
    }
    if (rows.length < featuresAtOnce) break;
    after = rows.at(-1)?.fid ?? after;
  }
  const { set, vertices } = builder.done();
  return { data: set satisfies FeatureSet, withoutPlace: 0, pinned: { ...common, vertices } };
}

/** Grid of a raster layer by its box, whose edges are those of the cells. */
export function gridOfLayer({
  bbox,
  cellDegrees,
}: {
  readonly bbox: readonly number[] | null;
  readonly cellDegrees: number | null;
}): Grid {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  const side = cellDegrees ?? 1;
  return {
    ...{ west: west + side / 2, south: south + side / 2, lonStepDegrees: side, latStepDegrees: side },
    ...{ columns: Math.round((east - west) / side), rows: Math.round((north - south) / side) },
  };
}

async function fromField(
  { stores, platform }: SpatialContext,
  { variable, time }: ReferenceOf<'raster'>,
): Promise<Taken> {
  const { label } = fieldVariables[variable];
  const field = await stores.climate.field(
    variable,
    time === undefined ? new Date(platform.clock.nowMs()) : new Date(time),
  );
  if (field === null) {
    throw new RangeError(
      `Não há campo guardado de «${label}» para a data pedida: corra o conector que o traz, ou escolha outra data.`,
    );
  }
  const bytes = Buffer.from(field.values.buffer, field.values.byteOffset, field.values.byteLength);
  const hash = createHash('sha256').update(JSON.stringify(field.grid)).update(bytes).digest('hex');
  const title = `${label}, ${field.at.toISOString().slice(0, 10)}`;
  return {
    data: { kind: 'raster', title, unit: field.unit, grid: field.grid, values: field.values },
    withoutPlace: 0,
    pinned: {
      ...{ kind: 'raster', title, source: field.provider, licence: null, vertices: 0, sha256: hash },
      count: field.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0),
      ...{ time: field.at.toISOString(), isSimulated: field.isSimulated },
    },
  };
}
