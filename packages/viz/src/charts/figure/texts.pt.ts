/** Texts of a chart of marks. */
export const figureTexts = {
  table: 'Tabela',
  chart: 'Gráfico',
  csv: 'CSV',
  csvTitle: 'Descarregar os valores em CSV',
  svg: 'SVG',
  svgTitle: 'Descarregar o gráfico como desenho',
  png: 'PNG',
  pngTitle: 'Descarregar o gráfico como imagem',
  keys: 'Setas: percorrer os valores. Início e Fim: primeiro e último.',
  hint: 'Setas ou ponteiro: um valor de cada vez',
  source: (name: string) => `Fonte: ${name}`,
  empty: 'Sem valores neste período.',
} as const;
