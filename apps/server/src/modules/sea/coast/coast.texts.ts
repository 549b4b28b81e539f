import { formatNumber } from '@kianda/format';

export const method =
  'Transetos perpendiculares à linha mais antiga e medidas do DSAS 5.0 (USGS, Himmelstoss et al. 2018), por geodésicas; classes de Luijendijk et al. (2018); índice de vulnerabilidade de Gornitz e do USGS (OFR 2010-1146, tabela 2).';
export const coastSource = 'Natural Earth 1:10m (domínio público): à escala 1:10 000 000';
export const noSurvey =
  'Sem fonte: não há um levantamento da linha de costa com datas neste troço. Acrescente em «Geo-Features» uma camada (GeoPackage, GeoJSON ou shapefile) de linhas com as colunas data, tipo_costa, metodo e incerteza_m.';
export const unknownSurvey = (id: string) => `Não existe o levantamento «${id}», ou não chega a este troço.`;
export const tooMany = (transects: number, most: number) =>
  `Seriam cerca de ${transects} transetos, e guardam-se até ${most}. Aumente o intervalo entre eles.`;
export const noAnalysis = 'Este troço da costa ainda não foi analisado.';

export const reasons = {
  geomorphology: 'Sem fonte: nenhum levantamento guardado diz o tipo de costa deste troço.',
  shorelineChange: 'Sem fonte: são precisas pelo menos duas datas da linha de costa neste troço.',
  slope: 'Sem fonte: a batimetria ainda não foi obtida. Execute o conector NOAA ETOPO.',
  waveHeight: 'Sem fonte: não há alturas de onda guardadas. Execute o conector Open-Meteo.',
  tideRange: 'Sem fonte: nenhum marégrafo tem dias inteiros de leituras. Execute o conector IOC/SLSMF.',
  seaLevel: (years: number) =>
    years === 0
      ? 'Sem fonte: nenhum marégrafo tem leituras guardadas.'
      : `Sem tendência: a série de marégrafo mais longa tem ${formatNumber(years, { minDecimals: 1, maxDecimals: 1 })} anos, e uma tendência pede pelo menos 20.`,
} as const;
