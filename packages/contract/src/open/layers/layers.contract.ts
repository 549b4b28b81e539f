import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Formats of files that become layers, by the names that people read. */
export const layerFormats = {
  geopackage: 'GeoPackage',
  geojson: 'GeoJSON',
  flatgeobuf: 'FlatGeobuf',
  shapefile: 'Shapefile (zip)',
  csv: 'CSV',
  geoparquet: 'GeoParquet',
  kml: 'KML',
} as const;
export type LayerFormat = keyof typeof layerFormats;

/** Who reads a layer: its owner, accounts that may read layers, or everyone. */
export const layerReaders = ['private', 'staff', 'public'] as const;
export type LayerReaders = (typeof layerReaders)[number];

const format = z.enum(['geopackage', 'geojson', 'flatgeobuf', 'shapefile', 'csv', 'geoparquet', 'kml']);
const count = z.number().int().nonnegative();

/** Part of the addresses of the layer's collection. */
export const layerIdSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,78}[a-z0-9])?$/, 'Minúsculas sem acento, algarismos, «-» e «_», até 80.');

export const layerStyleSchema = z.object({
  /** `#rrggbb` of fills, lines and points. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/i, 'Uma cor como #0b7285.'),
  /** Width of lines and outlines in pixels. */
  widthPixels: z.number().min(0.5).max(20),
  /** Opacity of fills, 0–1. */
  fillOpacity: z.number().min(0).max(1),
  /** Radius of points in pixels. */
  radiusPixels: z.number().min(1).max(30),
});
export type LayerStyle = z.infer<typeof layerStyleSchema>;

export const defaultLayerStyle: LayerStyle = {
  colour: '#0b7285',
  widthPixels: 1.5,
  fillOpacity: 0.25,
  radiusPixels: 3,
};

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'integer', 'boolean', 'date', 'timestamp']),
});
export type LayerColumn = z.infer<typeof columnSchema>;

/** Types of columns that can say when a feature was. */
export const isTimeColumn = ({ type }: LayerColumn): boolean => type === 'date' || type === 'timestamp';

/** A table of a file, as its inspection found it. */
const fileTableSchema = z.object({
  name: z.string(),
  /** Null where the format says it only at its end. */
  features: count.nullable(),
  /** Name of the coordinate reference system. */
  crs: z.string(),
  /** Why it can't be imported; null where it can. */
  refusal: z.string().nullable(),
  columns: z.array(columnSchema),
});
export type LayerFileTable = z.infer<typeof fileTableSchema>;

const fileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  sizeBytes: count,
  sha256: z.string(),
  format,
  tables: z.array(fileTableSchema),
  receivedAt: instantSchema,
});
export type LayerFile = z.infer<typeof fileSchema>;

/** A row of the file that was refused, or taken with a doubt. */
const rowFaultSchema = z.object({ row: count, reason: z.string() });

const importSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['add', 'replace', 'append']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  fileName: z.string(),
  table: z.string(),
  /** Rows read so far. */
  rowsRead: count,
  rowsStored: count,
  rowsRefused: count,
  rowsDoubtful: count,
  /** The first refused rows. */
  refused: z.array(rowFaultSchema),
  /** The first rows taken although their geometry crosses itself or the like. */
  doubtful: z.array(rowFaultSchema),
  error: z.string().nullable(),
  requestedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  requestedBy: z.string(),
});
export type LayerImport = z.infer<typeof importSchema>;

const layerSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  licence: z.string(),
  citation: z.string(),
  readers: z.enum(layerReaders),
  ownerName: z.string(),
  /** Whether the calling account may change and remove it. */
  isManageable: z.boolean(),
  /** Whether the calling account may read its features. */
  isReadable: z.boolean(),
  style: layerStyleSchema,
  columns: z.array(columnSchema),
  /** Column that tells when a feature was; null where none does. */
  timeColumn: z.string().nullable(),
  geometryType: z.enum(['point', 'any']).nullable(),
  /** West, south, east, north; null before the first import has ended, and without places. */
  bbox: z.array(z.number()).length(4).nullable(),
  /** Null before the first import has ended. */
  features: count.nullable(),
  source: z.object({ fileName: z.string(), sha256: z.string(), format, table: z.string(), crs: z.string() }).nullable(),
  lastImport: importSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Layer = z.infer<typeof layerSchema>;

const own = { service: 'admin-api' } as const;
const layerParams = z.object({ id: layerIdSchema });
const described = {
  title: z.string().trim().min(3).max(120),
  description: z.string().trim().max(2_000),
  licence: z.string().trim().min(2, 'Diga a licença dos dados.').max(200),
  citation: z.string().trim().min(3, 'Diga como se citam os dados.').max(500),
  readers: z.enum(layerReaders),
  style: layerStyleSchema,
};
/** A column of dates or instants; null: none. */
const timeColumn = z.string().min(1).max(255).nullable();
/** The file, and the table of it; the first where none is named. */
const taken = {
  fileId: z.uuid(),
  table: z.string().max(255).optional(),
  /** Leaves rows out that can't be taken, and names them; without it one of them stops the import. */
  skipFaulty: z.boolean().default(false),
};

export const listLayers = endpoint({
  ...own,
  id: 'listLayers',
  access: 'layers:read',
  method: 'GET',
  path: '/layers',
  summary: 'Camadas acrescentadas de ficheiros, com o estado da última importação',
  response: z.object({ layers: z.array(layerSchema), maxFileBytes: count }),
});

export const getLayer = endpoint({
  ...own,
  id: 'getLayer',
  access: 'layers:read',
  method: 'GET',
  path: '/layers/{id}',
  summary: 'Uma camada acrescentada, com o estado da última importação',
  params: layerParams,
  response: layerSchema,
  errors: ['not_found'],
});

/** The request body is the file itself. Nothing but the file is stored: the answer says which tables it has. */
export const uploadLayerFile = endpoint({
  ...own,
  id: 'uploadLayerFile',
  access: 'layers:write',
  method: 'POST',
  path: '/layers/files',
  summary:
    'Envia um ficheiro de camadas (GeoPackage, GeoJSON, FlatGeobuf, shapefile em zip, CSV, GeoParquet, KML); diz o que tem',
  query: z.object({ fileName: z.string().trim().min(1).max(200) }),
  requestBody: 'stream',
  takesRoom: 'objects',
  response: fileSchema,
});

const layerUploadSchema = z.object({
  id: z.uuid(),
  partBytes: count,
  /** Numbers, from 1, of the parts that have arrived whole. */
  parts: z.array(count),
});

/** The unfinished sending of the same file by the same account is gone on with: its answer says which parts are here. */
export const beginLayerUpload = endpoint({
  ...own,
  id: 'beginLayerUpload',
  access: 'layers:write',
  method: 'POST',
  path: '/layers/uploads',
  summary: 'Inicia o envio por partes de um ficheiro de camadas, ou retoma o que ficou a meio',
  body: z.object({
    fileName: z.string().trim().min(1).max(200),
    sizeBytes: z.number().int().min(1, 'O ficheiro está vazio.'),
    /** Tells contents of the same name and size apart, as the time of the last change does. */
    mark: z.string().max(100).default(''),
  }),
  takesRoom: 'objects',
  response: layerUploadSchema,
  errors: ['conflict'],
});

export const sendLayerPart = endpoint({
  ...own,
  id: 'sendLayerPart',
  access: 'layers:write',
  requestBody: 'stream',
  method: 'PUT',
  path: '/layers/uploads/{id}/parts/{part}',
  summary: 'Recebe uma parte de um ficheiro de camadas',
  params: z.object({ id: z.uuid(), part: z.coerce.number().int().min(1).max(10_000) }),
  takesRoom: 'objects',
  response: z.object({ part: count, sizeBytes: count }),
  errors: ['not_found'],
});

export const finishLayerUpload = endpoint({
  ...own,
  id: 'finishLayerUpload',
  access: 'layers:write',
  method: 'POST',
  path: '/layers/uploads/{id}/complete',
  summary: 'Junta as partes de um ficheiro de camadas, e diz o que tem',
  params: z.object({ id: z.uuid() }),
  takesRoom: 'objects',
  response: fileSchema,
  errors: ['not_found', 'conflict'],
});

export const addLayer = endpoint({
  ...own,
  id: 'addLayer',
  access: 'layers:write',
  method: 'POST',
  path: '/layers',
  summary: 'Acrescenta uma camada de um ficheiro enviado, com licença e citação; a importação é uma tarefa',
  body: z.object({
    ...taken,
    id: layerIdSchema,
    ...described,
    description: described.description.default(''),
    readers: described.readers.default('private'),
    style: described.style.default(defaultLayerStyle),
    timeColumn: timeColumn.default(null),
  }),
  response: layerSchema,
  errors: ['not_found', 'conflict'],
});

/** The layer keeps what it has until the new features are whole. */
export const importLayer = endpoint({
  ...own,
  id: 'importLayer',
  access: 'layers:write',
  method: 'POST',
  path: '/layers/{id}/imports',
  summary: 'Substitui os elementos de uma camada pelos de um ficheiro enviado, ou acrescenta-os; é uma tarefa',
  params: layerParams,
  /** Without `timeColumn` the new features have the one that the layer has; appended ones always do. */
  body: z.object({ ...taken, kind: z.enum(['replace', 'append']), timeColumn: timeColumn.optional() }),
  response: layerSchema,
  errors: ['not_found', 'conflict'],
});

export const changeLayer = endpoint({
  ...own,
  id: 'changeLayer',
  access: 'layers:write',
  method: 'PATCH',
  path: '/layers/{id}',
  summary: 'Altera título, descrição, licença, citação, quem lê, estilo ou coluna do tempo de uma camada',
  params: layerParams,
  body: z.object({ ...described, timeColumn }).partial(),
  response: layerSchema,
  errors: ['not_found'],
});

/** `confirm` repeats the id, so that no slip removes a layer. */
export const removeLayer = endpoint({
  ...own,
  id: 'removeLayer',
  access: 'layers:write',
  method: 'DELETE',
  path: '/layers/{id}',
  summary: 'Remove uma camada e todos os seus elementos (auditado)',
  params: layerParams,
  query: z.object({ confirm: z.string().max(80) }),
  response: z.object({ id: z.string(), features: count }),
  errors: ['not_found', 'conflict'],
});

export const layerEndpoints = [
  listLayers,
  getLayer,
  uploadLayerFile,
  beginLayerUpload,
  sendLayerPart,
  finishLayerUpload,
  addLayer,
  importLayer,
  changeLayer,
  removeLayer,
] as const;
