export const publicMapTexts = {
  notShown: 'Não faz parte do que este mapa mostra a todos.',
  badAddress: 'Este endereço não é o de um mapa partilhado. Peça outra ligação a quem lha enviou.',
  title: 'Mapa partilhado',
  failed: 'Não foi possível abrir o mapa',
  retry: 'Tentar Novamente',
  by: (operator: string) => `Partilhado por ${operator}`,
  until: (date: string) => `até ${date}`,
  refused: (count: number) => (count === 1 ? '1 camada que não é pública' : `${count} camadas que não são públicas`),
  openAlone: 'Abrir em página inteira',
} as const;

/** Texts of the map of a model. */
export const publicModelTexts = {
  about: (model: string) =>
    `O que o modelo «${model}» prevê em cada célula da ZEE. É uma previsão, e não uma observação.`,
  band: 'Camada',
  facts: 'Como foi feito, medido e de que dados',
  method: 'Método',
  measure: 'Medida',
  measured: (metric: string, value: string, split: string) =>
    `${metric} ${value}, em linhas postas de parte por ${split}`,
  made: 'Feito em',
  oldest: 'Entrada mais antiga até',
  noOldest: 'Nenhuma entrada vem de campos guardados.',
  uncertainty: 'Incerteza',
  noUncertainty: 'Este método não mede a incerteza de cada célula.',
  outside: 'Fora do que o modelo viu',
  noOutside: 'A versão não guarda dados para o dizer.',
  without: 'Entradas que ninguém conhece',
  sources: 'Fontes e licenças',
  simulated: 'O modelo aprendeu com dados do simulador: não vale para o mar verdadeiro.',
  mapLabel: 'Mapa do modelo',
  noValue: 'sem valor neste lugar',
  noUnit: 'sem unidade',
  hint: 'Toque no mapa para ler o valor de um lugar.',
  layerFailed: (message: string) => `Camada indisponível: ${message}`,
} as const;
