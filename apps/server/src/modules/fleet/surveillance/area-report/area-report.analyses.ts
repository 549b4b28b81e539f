import { areaReport } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { z } from 'zod';
import { type Analysis, outputSchema } from '../../../../platform/analyses.ts';
import type { Report } from './area-report.types.ts';

type ReportQuery = Parameters<typeof areaReport.query.parse>[0];

const inputs = z.object({
  area: z.string().max(64).describe('Área vigiada: o seu identificador em «watched-areas»'),
  ...z.object(areaReport.query.shape).shape,
});

/** The report of a watched area as an analysis that programs may run. */
export function areaReportAnalyses(
  report: (id: string, query: z.output<typeof areaReport.query>) => Promise<Report>,
): readonly Analysis[] {
  const queryOf = (given: Readonly<Record<string, unknown>>) => {
    const { area, ...query } = inputs.parse(given);
    return { area, query: areaReport.query.parse(query satisfies ReportQuery) };
  };
  const { current, before, comparison, attribution } = areaReport.response.shape;
  return [
    {
      id: 'area-report',
      version: '1.0.0',
      title: 'Relatório de uma área vigiada',
      description:
        'Horas de presença, embarcações, bandeiras, pesca, acontecimentos e alertas de um período e do anterior.',
      access: areaReport.access,
      inputs,
      outputs: {
        current: { title: 'O período', schema: outputSchema(current) },
        before: { title: 'Os mesmos dias antes dele', schema: outputSchema(before) },
        comparison: { title: 'A outra área ou o outro período', schema: outputSchema(comparison) },
        attribution: { title: 'Como se cita', schema: outputSchema(attribution) },
      },
      check(given) {
        queryOf(given);
      },
      async run(given) {
        const { area, query } = queryOf(given);
        return (await report(area, query)).data;
      },
    },
  ];
}
