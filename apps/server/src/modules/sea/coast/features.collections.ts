import type { Feature, FeatureCollection, FeatureProperty } from '../../../platform/feature-collections.ts';
import { transectFigures } from './coast.files.ts';
import type { CoastRepository } from './coast.repository.ts';
import type { Coast } from './coast.service.ts';

const meters = (title: string): FeatureProperty => ({ type: 'number', title, unit: 'm' });
const rate = (title: string): FeatureProperty => ({ type: 'number', title, unit: 'm/ano' });

/** Transects of the newest analyses for the OGC API; empty before the first. */
export function coastFeatures(repository: CoastRepository, coast: Coast): readonly FeatureCollection[] {
  return [
    {
      ...{ kind: 'list', access: 'public', time: null, geometryType: 'any' },
      ...{ id: 'shoreline-transects', title: 'Transetos da linha de costa' },
      description: 'Mudança da linha de costa por transeto, da última análise de cada troço: medidas do DSAS e classe.',
      keywords: ['linha de costa', 'erosão', 'DSAS'],
      properties: {
        region: { type: 'string', title: 'Troço' },
        dates: { type: 'integer', title: 'Datas' },
        sce: meters('Envolvente da mudança (SCE)'),
        nsm: meters('Movimento líquido (NSM)'),
        epr: rate('Taxa entre extremos (EPR)'),
        lrr: rate('Taxa por regressão (LRR)'),
        lci95: rate('Meio intervalo a 95 % (LCI)'),
        wlr: rate('Taxa por regressão ponderada (WLR)'),
        class: { type: 'string', title: 'Classe' },
        survey: { type: 'string', title: 'Levantamento' },
      },
      provenance: async () => coast.provenance(await repository.all()),
      features: async () =>
        (await repository.all()).flatMap(({ region, survey, result }) =>
          result.transects.map((transect): Feature => {
            const { dates, sce, nsm, epr, lrr, lci95, wlr, class: of } = transectFigures(transect);
            return {
              id: `${region}-${transect.id}`,
              geometry: { type: 'LineString', coordinates: [transect.landward, transect.seaward] },
              properties: { region, dates, sce, nsm, epr, lrr, lci95, wlr, class: of, survey: survey?.title ?? null },
            };
          }),
        ),
    },
  ];
}
