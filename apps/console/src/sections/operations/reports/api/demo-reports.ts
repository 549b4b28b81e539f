import type { DataOf } from '@kianda/contract';
import { type ReportTemplateId, type ReportType, reportTypes } from '@kianda/contract/operations/reports/report-types';
import type { Report, reportsList } from '@kianda/contract/operations/reports/reports.contract';

type Demo = readonly [
  name: string,
  filename: string,
  type: ReportType,
  at: string,
  size: string,
  template: ReportTemplateId,
  description: string,
];

/** The eight reports of the specification: what stands in the list, labelled, while the server cannot be reached. */
const demos: readonly Demo[] = [
  [
    'Relatório de Análise Oceanográfica - Angola',
    'oceanografia_angola_2024.pdf',
    'relatorio',
    '2024-01-15T10:30:00Z',
    '2.4 MB',
    'oceanographic',
    'Análise das condições oceanográficas da costa angolana.',
  ],
  [
    'Auditoria Sistema Kianda v2.0',
    'auditoria_kianda_sistema.pdf',
    'auditoria',
    '2024-01-10T14:20:00Z',
    '1.8 MB',
    'security',
    'Auditoria técnica do sistema.',
  ],
  [
    'Implementação Machine Learning',
    'ml_implementation_report.pdf',
    'implementacao',
    '2024-01-08T09:15:00Z',
    '3.1 MB',
    'releases',
    'Implementação dos modelos de aprendizagem automática.',
  ],
  [
    'Soluções QGIS Avançadas',
    'qgis_solutions_advanced.pdf',
    'solucao',
    '2024-01-05T16:45:00Z',
    '4.2 MB',
    'fisheries',
    'Soluções de análise espacial com QGIS.',
  ],
  [
    'Correções Sistema v2.0.1',
    'bugfixes_v2_0_1.pdf',
    'correcoes',
    '2024-01-03T11:30:00Z',
    '856 KB',
    'releases',
    'Correções da versão 2.0.1.',
  ],
  [
    'Melhorias Interface Científica',
    'ui_improvements_scientific.pdf',
    'melhorias',
    '2024-01-01T08:00:00Z',
    '1.5 MB',
    'releases',
    'Melhorias das interfaces científicas.',
  ],
  [
    'Relatório Automático Sistema',
    'auto_system_report_daily.pdf',
    'automatico',
    '2024-01-20T00:00:00Z',
    '1.2 MB',
    'health',
    'Relatório diário gerado automaticamente.',
  ],
  [
    'Análise Performance Sistema',
    'performance_analysis_q1.pdf',
    'system',
    '2024-01-18T13:25:00Z',
    '2.8 MB',
    'health',
    'Análise do desempenho do sistema no trimestre.',
  ],
];

const reports: Report[] = demos.map(([name, filename, type, generated_at, size, template, description], index) => ({
  id: String(index + 1),
  name,
  filename,
  description,
  type,
  icon: reportTypes[type].icon,
  generated_at,
  size,
  size_bytes: null,
  format: 'PDF',
  status: 'completed',
  path: `/reports/${filename}`,
  template,
  author: 'demonstração',
  schedule_id: null,
  pages: null,
  progress: null,
  message: null,
  error: null,
  simulated: false,
  editable: false,
}));

export const demoReports: DataOf<typeof reportsList> = {
  reports,
  by_type: Object.fromEntries(reports.map(({ type }) => [type, 1])),
};

/** Content of a demonstration report; null for any other id. */
export function demoContent(id: string): string | null {
  const report = reports.find((one) => one.id === id);
  if (report === undefined) return null;
  return [
    report.name.toUpperCase(),
    '',
    'DEMONSTRAÇÃO: texto de exemplo, sem dados da plataforma. Aparece porque o servidor não se alcança.',
    '',
    'Resumo',
    report.description,
    '',
    'Conclusões',
    '• O sistema respondeu ao que se esperava dele no período.',
    '',
    'Métricas de desempenho',
    '• Disponibilidade: 99.9%',
    '• Tempo de resposta: <1.2 s',
    '• Utilizadores: 1,247',
    '• Dados processados: 2.4 TB/dia',
    '• Conectores: 13+',
    '',
    'Recomendações',
    '• Manter a monitorização e rever as agendas de recolha.',
  ].join('\n');
}
