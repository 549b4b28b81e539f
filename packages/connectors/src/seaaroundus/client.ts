import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { ANGOLA_REGION, tonnageWire } from './wire.ts';

/** Taxa listed one by one; the provider adds up all others as one more. Its own default is 10. */
const TAXA = 20;

/** Catch by taxon and year in Angola's waters, raw rows: one request. Throws `ProviderError`. */
export async function fetchTonnage(
  settings: ConnectorSettings,
  context: PullContext,
): Promise<{ readonly rows: readonly unknown[]; readonly raw: RawBody }> {
  const query = new URLSearchParams({ region_id: String(ANGOLA_REGION), limit: String(TAXA) });
  const raw = await context.http.request({
    url: `${settings.baseUrl.replace(/\/+$/, '')}/api/v1/eez/tonnage/taxon/?${query}`,
    headers: { accept: 'application/json' },
    signal: context.signal,
  });
  return { rows: parseJson(raw, tonnageWire).data, raw };
}
