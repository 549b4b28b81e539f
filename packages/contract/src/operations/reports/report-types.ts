import type { Permission } from '../../core/permissions.ts';

/** Types of report, with the label and the icon of each. */
export const reportTypes = {
  auditoria: { label: 'Auditoria', plural: 'Auditorias', icon: '🔍' },
  relatorio: { label: 'Relatório', plural: 'Relatórios', icon: '🌊' },
  implementacao: { label: 'Implementação', plural: 'Implementações', icon: '🧠' },
  solucao: { label: 'Solução', plural: 'Soluções', icon: '🗺️' },
  correcoes: { label: 'Correções', plural: 'Correções', icon: '🐛' },
  melhorias: { label: 'Melhorias', plural: 'Melhorias', icon: '✨' },
  automatico: { label: 'Automático', plural: 'Automáticos', icon: '🤖' },
  system: { label: 'Sistema', plural: 'Sistema', icon: '⚡' },
} as const;
export type ReportType = keyof typeof reportTypes;

type Template = {
  readonly label: string;
  readonly description: string;
  /** Type that a report made of it is listed by; one made by a schedule is `automatico`. */
  readonly type: ReportType;
  readonly icon: string;
  /** Permission needed to make or read it. */
  readonly access: Permission;
  /** Period proposed for a new report. */
  readonly period: Exclude<ReportPeriod, 'custom'>;
  /** True when a part of the ZEE may be chosen. */
  readonly regional: boolean;
  readonly sections: Readonly<Record<string, string>>;
};

/** Periods that follow the calendar of Luanda, and one of fixed days. */
export const reportPeriods = {
  last_7_days: 'Últimos 7 dias',
  last_30_days: 'Últimos 30 dias',
  last_90_days: 'Últimos 90 dias',
  previous_month: 'Mês anterior',
  current_month: 'Mês corrente',
  previous_year: 'Ano anterior',
  custom: 'Datas à escolha',
} as const;
export type ReportPeriod = keyof typeof reportPeriods;

/** Types of reports, and their parts in the order they are written. */
export const reportTemplates = {
  oceanographic: {
    label: 'Mês oceanográfico',
    description:
      'Temperatura, clorofila, correntes e ondas: mapas, séries diárias e desvios face à climatologia, ondas de calor marinhas e afloramento.',
    type: 'relatorio',
    icon: '🌊',
    access: 'ocean:read',
    period: 'last_30_days',
    regional: true,
    sections: {
      temperature: 'Temperatura da superfície',
      chlorophyll: 'Clorofila-a',
      dynamics: 'Correntes e vento',
      waves: 'Ondas nas estações',
      derived: 'Frentes, afloramento e ondas de calor',
    },
  },
  biodiversity: {
    label: 'Biodiversidade',
    description: 'Espécies e registos por grupo, registos do período, mapa, completude e índices de diversidade.',
    type: 'relatorio',
    icon: '🐠',
    access: 'biodiversity:read',
    period: 'previous_year',
    regional: true,
    sections: {
      groups: 'Grupos e fontes',
      records: 'Registos do período',
      map: 'Mapa dos registos',
      completeness: 'Completude',
      indices: 'Índices de diversidade',
    },
  },
  fisheries: {
    label: 'Pesca e desembarques',
    description:
      'Capturas por ano e espécie, desembarques nacionais por porto, segmento e mês, zonas de pesca e produção primária.',
    type: 'relatorio',
    icon: '🐟',
    access: 'fisheries:read',
    period: 'previous_year',
    regional: false,
    sections: {
      catches: 'Capturas por ano e espécie',
      landings: 'Desembarques nacionais',
      zones: 'Zonas de pesca',
      production: 'Produção primária',
    },
  },
  surveillance: {
    label: 'Vigilância de embarcações',
    description: 'Presença na ZEE, esforço por área vigiada, acontecimentos e alertas por regra e por estado.',
    type: 'relatorio',
    icon: '🚢',
    access: 'surveillance:read',
    period: 'last_7_days',
    regional: false,
    sections: {
      presence: 'Presença na ZEE',
      effort: 'Esforço por área vigiada',
      events: 'Acontecimentos',
      alerts: 'Alertas',
      listing: 'Lista dos acontecimentos e dos alertas',
    },
  },
  quality: {
    label: 'Qualidade dos dados',
    description: 'Pontuações, regras por conector, frescura, linhas rejeitadas e recomendações.',
    type: 'auditoria',
    icon: '📏',
    access: 'connectors:read',
    period: 'last_7_days',
    regional: false,
    sections: { scores: 'Pontuações', rules: 'Regras de qualidade', connectors: 'Conectores' },
  },
  health: {
    label: 'Saúde da plataforma',
    description: 'Disponibilidade dos serviços, incidentes e manutenções, desempenho medido, erros e alertas.',
    type: 'system',
    icon: '⚡',
    access: 'health:read',
    period: 'last_30_days',
    regional: false,
    sections: {
      state: 'Estado agora',
      uptime: 'Disponibilidade',
      incidents: 'Incidentes e manutenções',
      performance: 'Desempenho e erros',
      alerts: 'Alertas da plataforma',
    },
  },
  security: {
    label: 'Auditoria de segurança',
    description:
      'O que está em vigor, contas, inícios de sessão falhados, permissões recusadas e verificação da cadeia de auditoria.',
    type: 'auditoria',
    icon: '🔍',
    access: 'audit:read',
    period: 'last_30_days',
    regional: false,
    sections: {
      enforced: 'O que está em vigor',
      accounts: 'Contas',
      signins: 'Inícios de sessão e recusas',
      chain: 'Cadeia de auditoria',
    },
  },
  releases: {
    label: 'Notas da versão',
    description: 'O que mudou nesta versão, as decisões que a sustentam e os resultados dos ensaios.',
    type: 'implementacao',
    icon: '🧠',
    access: 'dashboard:read',
    period: 'last_30_days',
    regional: false,
    sections: { changes: 'O que mudou', decisions: 'Decisões', tests: 'Ensaios' },
  },
  solutions: {
    label: 'Problemas resolvidos',
    description:
      'Alertas da plataforma resolvidos no período, quanto tempo levaram, por quem, e os incidentes encerrados.',
    type: 'solucao',
    icon: '🗺️',
    access: 'alerts:read',
    period: 'last_30_days',
    regional: false,
    sections: { alerts: 'Alertas resolvidos', incidents: 'Incidentes encerrados', open: 'O que falta resolver' },
  },
  corrections: {
    label: 'Correções',
    description:
      'Linhas recusadas e avisos de cada conector, regras de qualidade por cumprir, e o que a versão corrigiu.',
    type: 'correcoes',
    icon: '🐛',
    access: 'connectors:read',
    period: 'last_30_days',
    regional: false,
    sections: { data: 'Dados por corrigir', rejected: 'Linhas recusadas', release: 'O que a versão corrigiu' },
  },
  improvements: {
    label: 'Melhorias',
    description:
      'O que a versão instalada trouxe, as decisões que a sustentam, e o que a qualidade dos dados recomenda.',
    type: 'melhorias',
    icon: '✨',
    access: 'connectors:read',
    period: 'last_30_days',
    regional: false,
    sections: { release: 'O que a versão trouxe', decisions: 'Decisões', recommended: 'O que se recomenda' },
  },
} as const satisfies Record<string, Template>;
export type ReportTemplateId = keyof typeof reportTemplates;
/** Template of a report that is asked for by its type alone. */
export const templateOfType = {
  auditoria: 'quality',
  relatorio: 'oceanographic',
  implementacao: 'releases',
  solucao: 'solutions',
  correcoes: 'corrections',
  melhorias: 'improvements',
  automatico: 'quality',
  system: 'health',
} as const satisfies Record<ReportType, ReportTemplateId>;
export const reportTemplateIds = Object.keys(reportTemplates) as [ReportTemplateId, ...ReportTemplateId[]];

/** Files a report can be. */
export const reportFormats = {
  pdf: { label: 'PDF', contentType: 'application/pdf' },
  html: { label: 'HTML', contentType: 'text/html; charset=utf-8' },
  docx: {
    label: 'DOCX',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
} as const;
export type ReportFormat = keyof typeof reportFormats;

export const reportRegions = {
  zee: 'Toda a ZEE',
  norte: 'Norte (Cabinda a Luanda, até 9,5° S)',
  centro: 'Centro (9,5° S a 13,5° S)',
  sul: 'Sul (13,5° S ao Cunene)',
} as const;
export type ReportRegion = keyof typeof reportRegions;
