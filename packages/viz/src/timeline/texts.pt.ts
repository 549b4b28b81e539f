/** Texts of the time bar. */
export const timelineTexts = {
  region: 'Linha do tempo',
  slider: 'Data mostrada',
  play: 'Reproduzir',
  pause: 'Pausa',
  previous: 'Data anterior',
  next: 'Data seguinte',
  newest: 'Ir para a data mais recente',
  speed: 'Velocidade',
  perSecond: (frames: string) => `${frames}/s`,
  buffering: 'A carregar imagens…',
  coverage: (date: string, percent: string) => `${date}: ${percent} da ZEE com dados`,
  none: 'Sem datas disponíveis',
} as const;
