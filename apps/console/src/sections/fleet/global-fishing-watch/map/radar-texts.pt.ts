/** Texts of the layer of vessels seen by radar. */
export const radarTexts = {
  one: 'embarcação detetada',
  many: 'embarcações detetadas',
  seen: (vessels: string) => `${vessels} por radar, sem AIS`,
  period: (from: string, to: string) => `De ${from} a ${to} (dias UTC).`,
  fetched: (at: string) => `Obtido às ${at}, da Global Fishing Watch (Sentinel-1), que publica com 5 dias de atraso.`,
  meaning: 'Não se sabe que embarcações são: podem também ser pequenas, sem obrigação de AIS.',
  truncated: 'São mais do que o mapa desenha: aparecem as mais recentes.',
  none: 'Nenhuma deteção por radar até este momento.',
  waiting: 'A obter as deteções por radar…',
} as const;
