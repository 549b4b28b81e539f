/** Why a variable has no value, and how to have one. */
export const temporalTexts = {
  noSource: 'sem fonte',
  noTracks: 'Sem rotas de animais no período. O conector Movebank traz os estudos que a conta pode ler.',
  noZee: 'Sem células válidas na ZEE na última data (nuvens ou falha do satélite).',
  noLand: 'Sem células válidas em terra na última data (nuvens ou falha do satélite).',
  noUnitValue: 'As rotas não têm um valor sobre a ZEE: veja as fichas das rotas.',
  outside: 'O ponto está fora da grelha desta variável.',
  shortHistory: (years: number, needed: number) =>
    `Sem climatologia neste ponto: os dias guardados são de ${years === 1 ? '1 ano' : `${years} anos`}, e são precisos ${needed}.`,
  noDays: 'Sem valores neste ponto no período guardado.',
  heatwaveSst: 'As ondas de calor marinhas definem-se sobre a temperatura da superfície.',
  heatwaveYears: (years: number) =>
    `O ponto tem ${years === 1 ? '1 ano' : `${years} anos`} de temperatura diária; a definição (Hobday et al. 2016) pede 30. Mostram-se as da região, se as houver.`,
  upwellingSst: 'O índice de afloramento é da temperatura da superfície.',
  upwellingFar: 'O ponto está a mais de 200 km da costa, ou fora das latitudes do índice (5° S a 17° S).',
  upwellingNone: 'Sem dias do índice de afloramento no período.',
  castsFar: (quantity: string, km: number) =>
    `Nenhum perfil guardado com ${quantity} a até ${km} km da linha no período. Alargue a distância ou o período, ou aproxime a linha de onde se mediu.`,
  castsShallow:
    'Os perfis perto da linha não têm níveis que cheguem para a desenhar: alargue a distância ou o período.',
  noRelief: 'O fundo do mar não está desenhado: a plataforma ainda não tem o relevo (NOAA ETOPO) ao longo da linha.',
  noFishing: 'Sem pesca no período com que comparar: nem da deteção própria, nem da Global Fishing Watch.',
  noFishingOf: {
    own: 'A deteção própria não tem pesca no período: ou nenhum navio ouvido pescou, ou não chegaram posições (veja os conectores de AIS e VMS).',
    gfw: 'Não há pesca da Global Fishing Watch guardada no período (fluxo gfw/events; chega quatro dias atrasada).',
  },
  tooLarge: (cells: number, most: number) =>
    `São ${Math.ceil(cells / 1e6)} milhões de células, e este formato leva até ${most / 1e6} milhões: encurte o período.`,
} as const;
