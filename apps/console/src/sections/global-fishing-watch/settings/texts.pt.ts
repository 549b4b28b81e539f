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
  notKept: 'O servidor não guardou as configurações: por agora valem só neste navegador.',
} as const;
