import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';

/** Texts of the section of spatial analyses. */
export const spatialTexts = {
  description: 'Zonas tampão, conectividade, hotspots, corredores e mais, com método, parâmetros e fontes.',
  refresh: 'Atualizar',
  usingFallback: 'Usando dados de fallback',
  loadError: (message: string) => `Erro ao carregar análises QGIS: ${message}`,
  spatialError: 'Erro ao carregar dados de análise espacial',
  tabsLabel: 'Partes do painel QGIS',
  tabs: { espacial: 'Espacial', temporal: 'Temporal', biomassa: 'Biomassa', analises: 'Análises' },
  quick: 'Páginas QGIS',
  mapButton: 'Mapa espacial',
  tiles: {
    completed: 'Análises concluídas',
    buffers: 'Zonas tampão',
    hotspots: 'Hotspots',
    corridors: 'Corredores ecológicos',
    area: (area: string) => `${area} ao todo`,
    index: (index: string) => `Índice de conectividade ${index}`,
    running: (count: string) => `${count} em curso`,
  },
} as const;

export const viewTexts = {
  types: 'Tipo de análise',
  create: 'Nova análise',
  newest: 'A mais recente',
  open: 'Ver análise completa',
  none: 'Ainda não há nenhuma concluída',
  noneText: 'Crie a primeira: as entradas habituais já vêm escolhidas.',
  noneReadOnly: 'Quando alguém concluir e partilhar uma, aparece aqui.',
  mcda: 'Os critérios, os juízos e os cenários fazem-se na secção própria.',
  stats: 'Ao todo',
  facts: {
    regions: 'Regiões analisadas',
    buffers: 'Zonas tampão',
    hotspots: 'Hotspots identificados',
    corridors: 'Corredores analisados',
    index: 'Índice de conectividade',
    last: 'Última análise',
  },
  noIndex: 'Ainda não há nenhuma análise de conectividade concluída.',
  noLast: 'Ainda não há análises concluídas.',
  temporal: 'Visualização temporal',
  temporalText: 'Seis variáveis num só relógio, com animação, comparação e séries: na secção própria.',
  biomass: 'Calculadora de biomassa',
  biomassText: 'Biomassa marinha e terrestre com a sua conta e o seu intervalo: na secção própria.',
} as const;

export const listTexts = {
  title: 'Análises espaciais',
  text: 'As suas e as que outros partilharam consigo.',
  empty: 'Nenhuma análise QGIS encontrada. Crie sua primeira análise usando as ferramentas acima.',
  create: 'Criar uma análise',
  createText: 'Com os parâmetros habituais, começa logo; para escolher entradas e parâmetros, use «Nova análise».',
  buttons: {
    buffer: 'Zona tampão (5 km)',
    connectivity: 'Conectividade (10 km)',
    hotspots: 'Hotspots (Getis-Ord)',
    corridors: 'Corredores (menor custo)',
    mcda: 'MCDA (AHP)',
  },
  other: 'Outro tipo de análise',
  choose: 'Escolha o tipo',
  started: (type: string) => `Começou: ${type.toLowerCase()}.`,
  reused: 'Já havia um resultado igual: deu-se logo.',
  act: 'Ações',
  open: 'Abrir',
  cancel: 'Cancelar',
  cancelled: 'Análise cancelada: nada dela ficou publicado.',
} as const;

export const modalTexts = {
  title: 'Mapa espacial',
  kinds: 'Tipos de camada',
  types: { buffer: 'Zonas tampão', hotspot: 'Hotspots', connectivity: 'Conectividade', marine_area: 'Áreas marinhas' },
  layers: 'Camadas',
  show: (name: string) => `Mostrar ${name}`,
  details: 'Pormenores',
  select: 'Escolha uma camada para ver as suas propriedades.',
  noLayers: 'Nenhuma análise concluída tem camadas dos tipos ligados.',
  maps: 'Mapa',
  own: 'Camadas das análises',
  ownOnly: 'As camadas mostram-se no mapa «Camadas das análises»; as outras páginas têm as suas.',
  full: 'Abrir mapa completo',
  reload: 'Recarregar',
  close: 'Fechar',
  loading: 'A carregar o mapa',
  areas: 'Áreas protegidas',
  elements: (count: string) => `${count} elementos`,
  properties: { count: 'Elementos', source: 'Fonte', made: 'Feita', area: 'Superfície' },
  inactive: 'Esta página não está ativa nesta instalação.',
} as const;

/** Icons of the kinds are shapes; this names what a button makes. */
export const typeOrder: readonly AnalysisType[] = ['buffer', 'connectivity', 'hotspots', 'corridors', 'mcda'];
