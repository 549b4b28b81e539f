import type { Position } from '@kianda/geo';
import { ProviderError } from '../core/failures.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { type Composite, datesWire, NDVI_BAND, NO_DATA, PRODUCT, type Subset, subsetWire } from './wire.ts';

/** Half a window in whole kilometres: 9 × 9 pixels of 250 m. */
const HALF_WINDOW_KM = '1';
/** The service answers with the coordinates it was asked for, up to their last decimals. */
const FAR_DEGREES = 0.01;

export type OrnlClient = {
  /** Composites that the service has at a place, the oldest first. */
  composites(position: Position): Promise<{ readonly composites: readonly Composite[]; readonly raw: RawBody }>;
  /** NDVI around a place in composites that follow one another; null where the service has none there. */
  window(
    position: Position,
    composites: readonly [Composite, ...Composite[]],
  ): Promise<{ readonly subset: Subset; readonly raw: RawBody } | null>;
};

/** MODIS subsets of the ORNL DAAC. Throws `ProviderError`: `provider` for an answer about another place or time. */
export function createOrnlClient(settings: ConnectorSettings, context: PullContext): OrnlClient {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const ask = (path: string, [longitude, latitude]: Position, query: Readonly<Record<string, string>> = {}) =>
    context.http.request({
      url: `${base}/${PRODUCT}/${path}?${new URLSearchParams({
        ...{ latitude: String(latitude), longitude: String(longitude) },
        ...query,
      })}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
      classify: (response) => (isNoData(response) ? 'answer' : null),
    });

  return {
    async composites(position) {
      const raw = await ask('dates', position);
      if (raw.status !== 200) return { composites: [], raw };
      const { dates } = parseJson(raw, datesWire);
      return { composites: dates.toSorted((a, b) => a.calendar_date.localeCompare(b.calendar_date)), raw };
    },

    async window(position, composites) {
      const [first] = composites;
      const last = composites.at(-1) ?? first;
      const raw = await ask('subset', position, {
        ...{ band: NDVI_BAND, startDate: first.modis_date, endDate: last.modis_date },
        ...{ kmAboveBelow: HALF_WINDOW_KM, kmLeftRight: HALF_WINDOW_KM },
      });
      if (raw.status !== 200) return null;
      const subset = parseJson(raw, subsetWire);
      refuseForeign(subset, position, composites);
      return { subset, raw };
    },
  };
}

const isNoData = (response: HttpResponse): boolean => response.status === 400 && decodeText(response).includes(NO_DATA);

/** A cache in between may answer with another place or other composites: they must not pass for those that were asked. */
function refuseForeign(
  { latitude, longitude, subset }: Subset,
  [lon, lat]: Position,
  composites: readonly Composite[],
): void {
  const isFar = Math.max(Math.abs(latitude - lat), Math.abs(longitude - lon)) > FAR_DEGREES;
  if (isFar)
    throw new ProviderError('provider', `ORNL: pedido o lugar ${lat}, ${lon}, recebido ${latitude}, ${longitude}`);
  const asked = new Set(composites.map(({ modis_date }) => modis_date));
  const foreign = subset.find(({ modis_date }) => !asked.has(modis_date));
  if (foreign !== undefined)
    throw new ProviderError('provider', `ORNL: recebida a composição ${foreign.modis_date}, que não foi pedida`);
}
