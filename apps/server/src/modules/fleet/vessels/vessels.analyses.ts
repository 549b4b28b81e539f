import type { DataOf, QueryOf } from '@kianda/contract';
import { heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import { type Analysis, outputSchema } from '../../../platform/analyses.ts';

/** Analyses of the positions of vessels for programs. */
export function vesselAnalyses(
  overview: (query: QueryOf<typeof heatOverview>) => Promise<{ readonly data: DataOf<typeof heatOverview> }>,
): readonly Analysis[] {
  const { shape } = heatOverview.response;
  return [
    {
      id: 'vessel-presence-summary',
      version: '1.0.0',
      title: 'Resumo da presença de embarcações',
      description:
        'Atividade por hora, dia ou mês, com o período, as fontes, as bandeiras e as artes do mapa de calor.',
      access: heatOverview.access,
      inputs: heatOverview.query,
      outputs: Object.fromEntries(
        Object.entries(shape).map(([name, schema]) => [
          name,
          { title: titles[name] ?? name, schema: outputSchema(schema) },
        ]),
      ),
      check(given) {
        heatOverview.query.parse(given);
      },
      run: async (given) => (await overview(heatOverview.query.parse(given))).data,
    },
  ];
}

const titles: Readonly<Record<string, string>> = {
  from: 'Primeira hora resumida',
  to: 'Última hora resumida',
  pendingHours: 'Horas por resumir',
  interval: 'Intervalo',
  activity: 'Atividade por intervalo',
  sources: 'Fontes',
  flags: 'Bandeiras',
  gears: 'Artes de pesca',
};
