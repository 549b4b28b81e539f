/** Texts of the settings tab. */
export const settingsTexts = {
  description: 'As suas preferências nesta secção. Cada mudança vale e fica guardada de imediato.',
  alerts: 'Avisar de novos alertas',
  autoRefresh: 'Atualização automática',
  interval: 'Intervalo de atualização',
  minutes: (minutes: number) => (minutes === 1 ? '1 minuto' : `${minutes} minutos`),
  level: 'Nível de confiança',
  types: 'Tipos de embarcação',
  where:
    'Guardadas na sua conta: valem em qualquer computador. Os alertas e a frota chegam também em direto, entre atualizações.',
  exportTitle: 'Exportação de dados',
  exportText:
    'Todas as embarcações conhecidas, sem filtros, e os alertas por encerrar. Cada ficheiro diz a fonte e se há dados simulados, e fica na auditoria.',
  vesselsJson: 'Embarcações (JSON)',
  vesselsCsv: 'Embarcações (CSV)',
  alertsJson: 'Alertas (JSON)',
  noAlerts: { title: 'Sem Dados', message: 'Não há alertas para exportar' },
  notKept: 'O servidor não guardou as configurações: por agora valem só neste navegador.',
  thresholds: 'Limiares dos detetores',
  thresholdsText:
    'Cada regra parte de uma predefinição publicada. Valem para as posições que chegarem a partir de agora; os acontecimentos dizem com que limiares foram encontrados.',
  altered: 'Alterada',
  choose: 'Escolher',
  chooseOf: (rule: string) => `Escolher os limiares: ${rule}`,
  preset: 'Predefinição',
  sourceOf: (source: string) => `Fonte: ${source}`,
  withUnit: (label: string, unit: string) => `${label} (${unit})`,
  asPublished: 'Valores tal como foram publicados.',
  willBeAltered: 'Valores diferentes dos publicados: a regra fica marcada como alterada.',
  thresholdsSaved: 'Limiares guardados',
} as const;
