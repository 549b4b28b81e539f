import { ANGOLA_BOX } from '../core/grid.ts';
import type { HttpResponse } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { classifyErddap } from '../erddap/client.ts';
import { stillGridUrl } from '../erddap/query.ts';
import { etopo } from './map.ts';
import { type Relief, reliefWire } from './wire.ts';

/** Fetches the relief of the box in one request. */
export async function fetchRelief(
  settings: ConnectorSettings,
  context: PullContext,
): Promise<{ readonly relief: Relief; readonly response: HttpResponse }> {
  const url = stillGridUrl(settings.baseUrl, etopo, ANGOLA_BOX);
  const response = await context.http.request({ url, classify: classifyErddap, signal: context.signal });
  return { relief: parseJson(response, reliefWire), response };
}
