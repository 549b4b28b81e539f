import { figureNames } from '@kianda/contract/core/figure-names';

/** Texts of the section. Those the specification gives in quotes stand as it gives them. */
export const fishingTexts = {
  description: 'Embarcações na ZEE de Angola: alertas, frota, áreas vigiadas e acesso aos dados do fornecedor.',
  refresh: 'Atualizar',
  preparing: {
    title: 'Exportação em preparação',
    message:
      'São registos a mais para esperar. O ficheiro é escrito em segundo plano, e é avisado quando estiver pronto.',
  },
  notSaved: 'O ficheiro não foi guardado',
  saved: {
    csv: (name: string) => ({ title: 'CSV Exportado', message: name }),
    other: (name: string) => ({ title: 'Exportação Concluída', message: name }),
  },
  refreshed: { title: 'Sucesso', message: 'Dados do Global Fishing Watch atualizados' },
  notRefreshed: { title: 'Erro', message: 'Falha ao atualizar dados' },
  banner: {
    errorTitle: 'Erro de Conexão',
    unknown: 'Erro desconhecido ao carregar dados GFW',
    dismiss: 'Dispensar',
    clear: 'Limpar Erro',
    connected: (vessels: string) => `Ligado: ${vessels}.`,
    vessel: 'embarcação conhecida',
    vessels: 'embarcações conhecidas',
    updated: 'Última atualização',
    providerEnd: (date: string) =>
      `Presença no satélite AIS até ${date}: a Global Fishing Watch publica com 96 h de atraso.`,
    timeout: 'Request timeout. Please try again later.',
  },
  cards: {
    vessels: figureNames.vesselsHeard,
    vesselsNote: (known: string) => `de ${known} conhecidas`,
    alerts: figureNames.vesselAlerts,
    violations: 'Violações de áreas protegidas',
    violationsNote: 'nas últimas 24 h',
    usage: 'Uso de dados da API',
    usageNote: (limit: string) => `de ${limit} pedidos por dia`,
    usageBar: 'Quota diária usada',
    noUsage: 'O fornecedor ainda não disse a quota.',
    noAlertsAccess: 'A sua conta não lê a vigilância.',
  },
  openAlert: 'Abrir o alerta',
  tabsLabel: 'Partes da vigilância de pesca',
  pane: {
    label: 'Painel ao lado do mapa',
    open: 'Abrir o painel',
    close: 'Recolher o painel',
    wide: 'Alargar o painel',
    narrow: 'Voltar ao painel estreito',
  },
  tabs: {
    alerts: 'Alertas',
    vessels: 'Embarcações',
    areas: 'Áreas Protegidas',
    safety: 'Segurança e Ajudas',
    access: 'Permissões GFW',
    settings: 'Configurações',
  },
  attribution: 'Powered by Global Fishing Watch.',
  attributionLink: 'globalfishingwatch.org',
  attributionAddress: 'https://globalfishingwatch.org',
  licence: 'Dados da Global Fishing Watch: CC BY-NC 4.0. Posições AIS e VMS: fontes próprias da plataforma.',
  simulated: 'Simulado',
  real: 'Real',
  cancel: 'Cancelar',
  close: 'Fechar',
  tryAgain: 'Tentar Novamente',
  noLocation: 'Localização não disponível',
  noName: 'Sem nome conhecido',
} as const;

export const severityTexts = { high: 'Alta', medium: 'Média', low: 'Baixa' } as const;

/** Confidence levels of the specification, least to most demanding. */
export const levelTexts = {
  1: 'Baixo (mais alertas)',
  2: 'Médio',
  3: 'Alto (menos alertas)',
  4: 'Muito Alto',
} as const;
