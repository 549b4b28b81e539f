import { toCsv } from '@kianda/contract/core/csv';
import type { CoastRegion, CoastTransect } from '@kianda/contract/sea/coast/coast.contract';
import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { CoastRepository } from './coast.repository.ts';
import * as texts from './coast.texts.ts';

/** Measures of a transect as files have them: metres, and metres a year. */
export function transectFigures({ id, along, origin, change, class: of }: CoastTransect) {
  return {
    ...{ transect: id, alongMeters: along, lon: origin[0], lat: origin[1], dates: change?.dates ?? null },
    ...{ sce: change?.sce ?? null, nsm: change?.nsm ?? null },
    ...{ epr: change?.epr ?? null, eprUncertainty: change?.eprUncertainty ?? null },
    ...{ lrr: change?.lrr.rate ?? null, lci90: change?.lrr.half90 ?? null, lci95: change?.lrr.half95 ?? null },
    ...{ lr2: change?.lrr.rSquared ?? null, wlr: change?.wlr.rate ?? null },
    ...{ wci90: change?.wlr.half90 ?? null, wci95: change?.wlr.half95 ?? null, class: of },
  };
}

/** Transects of the newest analysis of a region. Throws `not_found` before the first. */
export async function coastFile(
  repository: CoastRepository,
  region: CoastRegion,
  format: 'csv' | 'geojson',
): Promise<Download> {
  const row = await repository.newest(region);
  if (row === undefined) throw new AppError('not_found', { detail: texts.noAnalysis });
  const { transects, spacing } = row.result;
  const fileName = `linha-de-costa-${region}-${row.made_at.toISOString().slice(0, 10)}.${format}`;
  const figures = transects.map(transectFigures);
  if (format === 'csv') {
    const header = Object.keys(figures[0] ?? { transect: 0 });
    const csv = toCsv(
      header,
      figures.map((one) => Object.values(one)),
    );
    return { bytes: Buffer.from(csv), contentType: 'text/csv; charset=utf-8', fileName };
  }
  const features = transects.map(({ landward, seaward }, place) => ({
    ...{ type: 'Feature', id: place + 1, properties: figures[place] },
    geometry: { type: 'LineString', coordinates: [landward, seaward] },
  }));
  const metadata = { region, spacing, method: texts.method, survey: row.survey, isSimulated: row.is_simulated };
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features, metadata }));
  return { bytes, contentType: 'application/geo+json', fileName };
}
