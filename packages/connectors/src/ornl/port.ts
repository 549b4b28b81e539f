import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { type Connector, type PullContext, type PullInput, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { createOrnlClient, type OrnlClient } from './client.ts';
import { compositeSlices, landPlaces, type Window, windowMeans } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };
import { type Composite, MOST_COMPOSITES } from './wire.ts';

/** Places asked for at once: the service is slow, and free. */
const PLACES_AT_ONCE = 4;

const cursorSchema = z.object({
  /** Day on which the newest composite stored begins; null before the first. */
  lastDay: z.iso.date().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;
type Batch = readonly [Composite, ...Composite[]];

/** Vegetation on land, a field for each sixteen days: the mean of a small window at every half degree. */
export const ndvi = stream<Cursor>({
  id: 'ndvi',
  recordKind: 'grid-slice',
  cursorSchema,
  async *pull(input, settings, context) {
    const client = createOrnlClient(settings, context);
    const reference = landPlaces[0]?.position;
    if (reference === undefined) throw new ProviderError('request', 'A malha não tem lugares em terra');
    const { composites } = await client.composites(reference);
    const before = input.cursor ?? { lastDay: null };
    const batches = batchesOf(wanted(input, composites));
    if (batches.length === 0) context.log('debug', 'Ainda sem composições novas do MODIS');
    for (const [index, batch] of batches.entries()) {
      const { windows, raw } = await readWindows(client, batch, context);
      const last = batch.at(-1) ?? batch[0];
      yield {
        records: batch.flatMap((composite) => compositeSlices(composite, windows) ?? []),
        ...{ rejected: [], raw, progress: (index + 1) / batches.length },
        cursor: input.mode === 'backfill' ? before : { lastDay: last.calendar_date },
      };
    }
  },
});

/** Composites to be read, the oldest first. Throws `request` for a backfill without a window. */
function wanted({ mode, cursor, window }: PullInput<Cursor>, composites: readonly Composite[]): readonly Composite[] {
  if (mode === 'backfill') {
    if (window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    return composites.filter(({ calendar_date }) => {
      const timeMs = Date.parse(`${calendar_date}T00:00:00Z`);
      return timeMs >= window.fromMs && timeMs <= window.toMs;
    });
  }
  const lastDay = cursor?.lastDay ?? null;
  if (mode === 'full' || lastDay === null) return composites.slice(-MOST_COMPOSITES);
  const first = composites.findIndex(({ calendar_date }) => calendar_date > lastDay);
  // Tiles of one composite are not published at once: the one before is read again, at no request more.
  return first < 0 ? [] : composites.slice(Math.max(0, first - 1));
}

function batchesOf(composites: readonly Composite[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (let from = 0; from < composites.length; from += MOST_COMPOSITES) {
    const [first, ...others] = composites.slice(from, from + MOST_COMPOSITES);
    if (first !== undefined) batches.push([first, ...others]);
  }
  return batches;
}

/** Asks for every place on land: one request brings all composites of a batch. */
async function readWindows(client: OrnlClient, batch: Batch, context: PullContext) {
  const windows: { readonly index: number; readonly means: ReadonlyMap<string, Window> }[] = [];
  const raw: RawBody[] = [];
  for (let from = 0; from < landPlaces.length; from += PLACES_AT_ONCE) {
    context.status?.(`NDVI: ${from} de ${landPlaces.length} lugares em terra`);
    const answers = await Promise.all(
      landPlaces.slice(from, from + PLACES_AT_ONCE).map(async ({ index, position }) => ({
        index,
        answer: await client.window(position, batch),
      })),
    );
    for (const { index, answer } of answers) {
      if (answer === null) continue;
      windows.push({ index, means: windowMeans(answer.subset) });
      raw.push(answer.raw);
    }
  }
  return { windows, raw };
}

export const mod13q1Ndvi: Connector = {
  id: 'mod13q1-ndvi',
  name: 'MODIS MOD13Q1 (NDVI)',
  provider: 'NASA ORNL DAAC',
  description:
    'Índice de vegetação (NDVI) do MODIS Terra, de 16 em 16 dias, em terra: a média de uma janela de 2 km a cada meio grau, de 8,5 a 17,5° E.',
  category: 'international',
  source: 'modis',
  defaultBaseUrl: 'https://modis.ornl.gov/rst/api/v1',
  credentialNames: [],
  licence: 'Dados da NASA: utilização e redistribuição livres, com citação',
  citation:
    'Didan, K. (2021), MODIS/Terra Vegetation Indices 16-Day L3 Global 250m SIN Grid V061, doi:10.5067/MODIS/MOD13Q1.061; ORNL DAAC (2018), MODIS and VIIRS Land Products Global Subsetting and Visualization Tool, doi:10.3334/ORNLDAAC/1379',
  homepage: 'https://modis.ornl.gov/data/modis_webservice.html',
  formatWitness: recordedBy(recorded),
  cron: '0 4 * * *',
  timeoutSeconds: 900,
  // A composite is dated by its first day, and comes some ten days after its last.
  freshnessLimitHours: 45 * 24,
  streams: [ndvi],
};
