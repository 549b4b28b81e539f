/** Texts of a time series. */
export const seriesTexts = {
  table: 'Tabela',
  chart: 'Gráfico',
  csv: 'CSV',
  csvTitle: 'Descarregar os valores em CSV',
  png: 'PNG',
  pngTitle: 'Descarregar o gráfico como imagem',
  time: 'Data e hora',
  zone: (name: string) => `Hora de ${name}`,
  low: 'mínimo',
  high: 'máximo',
  keys: 'Setas: percorrer os valores. Início e Fim: primeiro e último.',
  summary: (title: string, last: string, lowest: string, highest: string) =>
    `${title}. Último valor ${last}; mínimo ${lowest}; máximo ${highest}.`,
  at: (value: string, time: string) => `${value} em ${time}`,
  empty: 'Sem valores neste período.',
  source: (name: string) => `Fonte: ${name}`,
  gap: 'sem dados',
} as const;
