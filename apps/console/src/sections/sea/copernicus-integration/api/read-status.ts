import { type Provenance, provenanceSchema, type Sourced } from '@kianda/contract';
import {
  angolaMarineDefaults,
  type CopernicusApiId,
  copernicusApiIds,
  figureOrigins,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import { z } from 'zod';
import { unknownBeside } from '../../../../client/figure.ts';
import { integrationTexts as texts } from '../texts.pt.ts';

export type FigureName = 'temperature' | 'salinity' | 'chlorophyll' | 'current_speed';
export type OceanFigure = Sourced<number> & {
  readonly origin: (typeof figureOrigins)[number];
  readonly observedAt: string | null;
  readonly cells: number | null;
};
export type ApiEntry = {
  readonly status: 'success' | 'error' | 'discontinued' | 'unknown';
  readonly products: number | null;
  readonly error: string | null;
  /** The error is the specification's example, not an answer of the interface. */
  readonly isExample: boolean;
  readonly responseMs: number | null;
  readonly checkedAt: string | null;
  readonly isServedByUs: boolean;
};

/** The panel's figures, whatever host they came from: what it did not send is unknown, beside the specification's default. */
export type OceanStatus = {
  readonly timestamp: string | null;
  readonly status: Sourced<'online' | 'partial' | 'offline' | 'unknown'>;
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
  const sourced = <T>(value: T | null | undefined, sample: T, name: string): Sourced<T> =>
    value === null || value === undefined
      ? unknownBeside(sample, missing)
      : { value, provenance: data.detail?.[name]?.provenance ?? fromHost };
  const { summary } = data;
  const defaults = angolaMarineDefaults;
  return {
    timestamp: data.timestamp ?? null,
    // No word of the host is no word: a default would pass for the state of the interfaces.
    status:
      data.copernicus_status == null
        ? { value: 'unknown', provenance: missing }
        : {
            value: data.copernicus_status,
            provenance: data.detail?.copernicus_status?.provenance ?? fromHost,
          },
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
    isExample: false,
  };
}

const noToken = 'Authentication failed - no token available';

/** For when no host answers: every figure unknown, beside the fixed sample of the specification. */
export const offlineStatus: OceanStatus = (() => {
  const provenance: Provenance = { state: 'fallback', reason: texts.offlineFigure };
  const figure = (value: number): OceanFigure => ({
    ...unknownBeside(value, provenance),
    origin: 'defeito',
    observedAt: null,
    cells: null,
  });
  const refused: ApiEntry = {
    status: 'unknown',
    products: null,
    error: noToken,
    isExample: true,
    responseMs: null,
    checkedAt: null,
    isServedByUs: false,
  };
  const defaults = angolaMarineDefaults;
  return {
    timestamp: null,
    status: { value: 'unknown', provenance },
    successful: unknownBeside(defaults.apis_successful, provenance),
    products: unknownBeside(defaults.total_products_found, provenance),
    responseMs: unknownBeside(defaults.response_time_ms, provenance),
    apis: {
      odata: refused,
      stac: refused,
      // Not a sample: the source ended it, whichever host answers.
      opensearch: {
        ...refused,
        status: 'discontinued',
        isExample: false,
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
