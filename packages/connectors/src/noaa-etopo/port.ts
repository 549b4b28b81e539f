import { z } from 'zod';
import { type Connector, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { fetchRelief } from './client.ts';
import { mapRelief, publishedMs } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const cursorSchema = z.object({ publishedMs: z.number().int() });

/** Depth of the sea bed and distance to the coast: they do not change, and are read again once a month. */
export const noaaEtopo: Connector = {
  id: 'noaa-etopo',
  name: 'NOAA – Relevo do fundo (ETOPO1)',
  provider: 'NOAA NCEI',
  description:
    'Profundidade do fundo do mar, do relevo global ETOPO1, a 0,05°. A distância à costa de cada lugar calcula-a a plataforma: a geodésica até à sua linha de costa.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://coastwatch.pfeg.noaa.gov/erddap',
  credentialNames: [],
  licence: 'Dados do Governo dos EUA: utilização e redistribuição livres',
  citation:
    'Amante, C. e B. W. Eakins (2009), ETOPO1 1 Arc-Minute Global Relief Model, NOAA Technical Memorandum NESDIS NGDC-24, doi:10.7289/V5C8276M',
  homepage: 'https://coastwatch.pfeg.noaa.gov/erddap/info/etopo180/index.html',
  formatWitness: recordedBy(recorded),
  cron: '0 3 1 * *',
  timeoutSeconds: 300,
  freshnessLimitHours: 62 * 24,
  freshnessBy: 'retrieval',
  streams: [
    stream<z.infer<typeof cursorSchema>>({
      id: 'relief',
      recordKind: 'grid-slice',
      cursorSchema,
      async *pull({ mode, window }, settings, context) {
        // A window of history asks for what was observed in it: the relief has the one date of its publication.
        if (mode === 'backfill' && (window === undefined || window.toMs < publishedMs || window.fromMs > publishedMs))
          return;
        const { relief, response } = await fetchRelief(settings, context);
        yield { records: mapRelief(relief), rejected: [], raw: [response], cursor: { publishedMs }, progress: 1 };
      },
    }),
  ],
};
