import { type Provenance, provenanceSchema, type Sourced } from '@kianda/contract';
import {
  angolaMarineDefaults,
  type CopernicusApiId,
  copernicusApiIds,
  figureOrigins,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import { z } from 'zod';
import { integrationTexts as texts } from '../texts.pt.ts';

export type FigureName = 'temperature' | 'salinity' | 'chlorophyll' | 'current_speed';
export type OceanFigure = Sourced<number> & {
  readonly origin: (typeof figureOrigins)[number];
  readonly observedAt: string | null;
  readonly cells: number | null;
};
export type ApiEntry = {
  readonly status: 'success' | 'error' | 'discontinued' | 'unknown';
  readonly products: number;
  readonly error: string | null;
  readonly responseMs: number | null;
  readonly checkedAt: string | null;
  readonly isServedByUs: boolean;
};

/** The panel's figures, whatever host they came from: what it did not send is a default that says so. */
export type OceanStatus = {
  readonly timestamp: string | null;
  readonly status: Sourced<'online' | 'partial' | 'offline'>;
  readonly successful: Sourced<number>;
  readonly products: Sourced<number>;
  readonly responseMs: Sourced<number>;
  readonly apis: Readonly<Record<CopernicusApiId, ApiEntry>>;
  readonly figures: Readonly<Record<FigureName, OceanFigure>>;
};

const number = z.number().nullish().catch(undefined);
const text = z.string().nullish().catch(undefined);
const apiSchema = z
  .object({
    status: text,
    products_found: number,
    error: text,
    response_time_ms: number,
    checked_at: text,
    served_by: text,
  })
  .nullish()
  .catch(undefined);
const detailSchema = z
  .object({
    origem: z.enum(figureOrigins).optional().catch(undefined),
    observed_at: text,
    n_cells: number,
    provenance: provenanceSchema.optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

/** Answer that any host of spec 3 §7.2 may send: every field may be missing, and `detail` is ours alone. */
const bodySchema = z.object({
  timestamp: z.iso.datetime({ offset: true }).nullish().catch(undefined),
  copernicus_status: z.enum(['online', 'partial', 'offline']).nullish().catch(undefined),
  summary: z
    .object({ apis_successful: number, total_products_found: number, response_time_ms: number })
    .nullish()
    .catch(undefined),
  total_products_found: number,
  response_time_ms: number,
  apis: z.partialRecord(z.enum(copernicusApiIds), apiSchema).nullish().catch(undefined),
  temperature: number,
  salinity: number,
  chlorophyll: number,
  current_speed: number,
  detail: z.record(z.string(), detailSchema).nullish().catch(undefined),
});
type Body = z.output<typeof bodySchema>;

/** The body of a host as the panel shows it; null when it says nothing. Throws when it is no object at all. */
export function readOceanStatus(body: unknown, host: string, receivedAt: number): OceanStatus | null {
  if (body === null || body === undefined) return null;
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success || Array.isArray(body)) throw new Error(texts.badBody);
  if (Object.keys(body as object).length === 0) return null;
  const data = parsed.data;
  const now = new Date(receivedAt).toISOString();
  const fromHost: Provenance = {
    state: 'live',
    source: host,
    observedAt: data.timestamp ?? now,
    retrievedAt: now,
  };
  const missing: Provenance = { state: 'fallback', reason: texts.missingFigure };
  const sourced = <T>(value: T | null | undefined, fallback: T, name: string): Sourced<T> =>
    value === null || value === undefined
      ? { value: fallback, provenance: missing }
      : { value, provenance: data.detail?.[name]?.provenance ?? fromHost };
  const { summary } = data;
  const defaults = angolaMarineDefaults;
  return {
    timestamp: data.timestamp ?? null,
    status: sourced(data.copernicus_status, defaults.copernicus_status, 'copernicus_status'),
    successful: sourced(summary?.apis_successful, defaults.apis_successful, 'copernicus_status'),
    products: sourced(
      summary?.total_products_found ?? data.total_products_found,
      defaults.total_products_found,
      'total_products_found',
    ),
    responseMs: sourced(
      summary?.response_time_ms ?? data.response_time_ms,
      defaults.response_time_ms,
      'copernicus_status',
    ),
    apis: { odata: apiOf(data, 'odata'), stac: apiOf(data, 'stac'), opensearch: apiOf(data, 'opensearch') },
    figures: {
      temperature: figureOf('temperature'),
      salinity: figureOf('salinity'),
      chlorophyll: figureOf('chlorophyll'),
      current_speed: figureOf('current_speed'),
    },
  };

  function figureOf(name: FigureName): OceanFigure {
    const detail = data.detail?.[name];
    const figure = sourced<number>(data[name], defaults[name], name);
    const isDefault = figure.provenance.state === 'fallback';
    return {
      ...figure,
      origin: isDefault ? 'defeito' : (detail?.origem ?? 'medido'),
      observedAt: isDefault ? null : (detail?.observed_at ?? data.timestamp ?? null),
      cells: detail?.n_cells ?? null,
    };
  }
}

function apiOf(data: Body, id: CopernicusApiId): ApiEntry {
  const api = data.apis?.[id];
  const word = api?.status?.toLowerCase();
  const status =
    word === undefined || word === 'unknown'
      ? 'unknown'
      : ['success', 'online', 'ok'].includes(word)
        ? 'success'
        : word === 'discontinued'
          ? 'discontinued'
          : 'error';
  return {
    status,
    products: api?.products_found ?? 0,
    error: api?.error ?? null,
    responseMs: api?.response_time_ms ?? null,
    checkedAt: api?.checked_at ?? null,
    isServedByUs: api?.served_by === 'kianda',
  };
}

const noToken = 'Authentication failed - no token available';

/** The fixed sample of the specification, for when no host answers: every value says that it is one. */
export const offlineStatus: OceanStatus = (() => {
  const provenance: Provenance = { state: 'fallback', reason: texts.offlineFigure };
  const fixed = <T>(value: T): Sourced<T> => ({ value, provenance });
  const figure = (value: number): OceanFigure => ({
    ...fixed(value),
    origin: 'defeito',
    observedAt: null,
    cells: null,
  });
  const refused: ApiEntry = {
    status: 'error',
    products: 0,
    error: noToken,
    responseMs: null,
    checkedAt: null,
    isServedByUs: false,
  };
  const defaults = angolaMarineDefaults;
  return {
    timestamp: null,
    status: fixed('offline'),
    successful: fixed(defaults.apis_successful),
    products: fixed(defaults.total_products_found),
    responseMs: fixed(defaults.response_time_ms),
    apis: {
      odata: refused,
      stac: refused,
      // Not a sample: the source ended it, whichever host answers.
      opensearch: {
        ...refused,
        status: 'discontinued',
        products: defaults.total_products_found,
        error: texts.discontinued,
      },
    },
    figures: {
      temperature: figure(defaults.temperature),
      salinity: figure(defaults.salinity),
      chlorophyll: figure(defaults.chlorophyll),
      current_speed: figure(defaults.current_speed),
    },
  };
})();
