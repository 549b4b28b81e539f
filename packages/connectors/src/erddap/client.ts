import { type DailyFields, type DailySource, dailyStream } from '../core/daily.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import { readGridsHere } from '../core/grid-reader.ts';
import type { HttpResponse } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { AnyStream, ConnectorSettings, PullContext } from '../core/port.ts';
import { griddapDaysReader, griddapReader } from './nc.ts';
import { type GriddapDataset, gridUrl, timeAxisUrl } from './query.ts';
import { erddapTimeTable, parseErddapError } from './wire.ts';

/** A daily griddap dataset over the sea of Angola, one page a day. */
export function griddapStream(
  id: string,
  dataset: GriddapDataset,
  { redoDays, means }: { readonly redoDays?: number; readonly means?: GriddapDataset } = {},
): AnyStream {
  return dailyStream({
    id,
    ...(redoDays === undefined ? {} : { redoDays }),
    open: async (settings, context) => ({
      ...griddapSource(dataset, settings, context),
      ...(means === undefined ? {} : { readMeans: meansReader(means, settings, context) }),
    }),
  });
}

/** Reads many days of a dataset in one request. Their bodies are not stored, because the archive covers decades. */
function meansReader(dataset: GriddapDataset, settings: ConnectorSettings, context: PullContext) {
  return async (timesMs: readonly number[]): Promise<DailyFields> => {
    const [fromMs, toMs] = [timesMs[0], timesMs.at(-1)];
    if (fromMs === undefined || toMs === undefined) return { records: [], rejected: [], raw: [] };
    const url = gridUrl(settings.baseUrl, dataset, { fromMs, toMs }, ANGOLA_BOX);
    const response = await context.http.request({ url, classify: classifyErddap, signal: context.signal });
    const readGrids = context.readGrids ?? readGridsHere;
    const slices = response.status === 404 ? [] : await readGrids(griddapDaysReader, response, dataset);
    return { records: slices.map((slice) => ({ ...slice, meansOnly: true })), rejected: [], raw: [] };
  };
}

/** Reads a griddap dataset day by day. A day that ERDDAP has nothing for is empty, not an error. */
export function griddapSource(dataset: GriddapDataset, settings: ConnectorSettings, context: PullContext): DailySource {
  const ask = (url: string): Promise<HttpResponse> =>
    context.http.request({ url, classify: classifyErddap, signal: context.signal });

  async function times(part: Parameters<typeof timeAxisUrl>[2]): Promise<number[]> {
    const response = await ask(timeAxisUrl(settings.baseUrl, dataset.id, part));
    if (response.status === 404) return [];
    return parseJson(response, erddapTimeTable).table.rows.map(([text]) => Date.parse(text));
  }

  return {
    async newestMs() {
      return (await times('last'))[0] ?? null;
    },
    async timesMs(fromMs, toMs) {
      // Outside its axis ERDDAP refuses the whole range: a window that begins before the archive is cut to it.
      const oldestMs = (await times('first'))[0] ?? fromMs;
      if (toMs < oldestMs) return [];
      // A value between two instants means the nearest: the ends of the answer may lie outside of the requested span.
      const found = await times({ fromMs: Math.max(fromMs, oldestMs), toMs });
      return found.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs);
    },
    async read(timeMs): Promise<DailyFields> {
      const response = await ask(gridUrl(settings.baseUrl, dataset, timeMs, ANGOLA_BOX));
      const readGrids = context.readGrids ?? readGridsHere;
      const records = response.status === 404 ? [] : await readGrids(griddapReader, response, dataset);
      if (records.length === 0) context.log('info', 'Dia sem dados no provedor', { dataset: dataset.id, timeMs });
      return { records, rejected: [], raw: [response] };
    },
  };
}

/**
 * ERDDAP gives the cause in the text, not in the status: a dataset being reloaded is a 404 that passes, nothing in the
 * range is a 404 that is an answer, and a variable that does not exist is a 500 that never passes.
 */
export function classifyErddap(response: HttpResponse): 'answer' | 'retry' | 'fail' | null {
  if (response.status < 400) return null;
  const message = parseErddapError(decodeText(response))?.message ?? '';
  if (message.includes('Currently unknown datasetID')) return 'retry';
  if (response.status === 404 && message.includes('Your query produced no matching results')) return 'answer';
  if (response.status === 500 && /Unrecognized variable|wasn't found/.test(message)) return 'fail';
  return null;
}
