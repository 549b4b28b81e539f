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
} as const;
