import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { OUR_OWN } from '../core/witness.ts';
import { fetchTonnage } from './client.ts';
import { mapLandings, releaseOf } from './map.ts';

const cursorSchema = z.object({
  /** Release stored last; null before the first. */
  release: z.string().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Reconstructed catch by taxon and year. A release is taken whole: the provider rewrites past years with each. */
export const landings = stream<Cursor>({
  id: 'landings',
  recordKind: 'landing',
  cursorSchema,
  replayRow: replayThrough((rows) => mapLandings(rows, 'Angola')),
  async *pull(input, settings, context) {
    const { rows, raw } = await fetchTonnage(settings, context);
    const { records, rejected, drifted } = mapLandings(rows, 'Angola');
    if (drifted) throw new ProviderError('schema', 'A resposta da Sea Around Us mudou de forma');
    if (input.mode === 'backfill') {
      if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
      const [first, last] = [yearOf(input.window.fromMs), yearOf(input.window.toMs)];
      const wanted = records.filter(({ year }) => year >= first && year <= last);
      yield { records: wanted, rejected, raw: [raw], progress: 1, cursor: input.cursor ?? { release: null } };
      return;
    }
    const cursor = { release: releaseOf(records) };
    const known = input.mode === 'incremental' && input.cursor?.release === cursor.release;
    if (known) yield { records: [], rejected: [], raw: [], progress: 1, cursor };
    else yield { records, rejected, raw: [raw], progress: 1, cursor };
  },
});

function yearOf(timeMs: number): number {
  return new Date(timeMs).getUTCFullYear();
}

export const fisheriesArea47: Connector = {
  id: 'fisheries-area47',
  name: 'FAO/Sea Around Us – área 47',
  provider: 'Sea Around Us',
  description: 'Capturas reconstruídas por espécie e ano nas águas de Angola (Atlântico Sudeste, área 47 da FAO).',
  category: 'regional',
  source: 'others',
  defaultBaseUrl: 'https://api.seaaroundus.org',
  credentialNames: [],
  licence: 'CC BY-NC-SA 4.0',
  citation: 'Pauly D., Zeller D., Palomares M.L.D. (eds.), Sea Around Us Concepts, Design and Data (seaaroundus.org)',
  homepage: 'https://www.seaaroundus.org',
  formatWitness: OUR_OWN,
  cron: '0 6 * * 1',
  timeoutSeconds: 180,
  freshnessLimitHours: 45 * 24,
  freshnessBy: 'retrieval',
  streams: [landings],
};
