import { mapBaseTitles } from '@kianda/contract/open/maps/layers';
import type { BaseLayer, Overlay } from './layers.ts';

const baseNames: Readonly<Record<BaseLayer, string>> = { ...mapBaseTitles, none: 'Sem fundo' };

const overlayNames: Readonly<Record<Overlay, string>> = {
  currents: 'Correntes animadas',
  wind: 'Vento animado',
  presence: 'Embarcações',
  stations: 'Estações',
  zee: 'Limite da ZEE',
  protected: 'Áreas protegidas',
  fishing: 'Zonas de pesca',
  ports: 'Portos',
};

/** Texts of the ocean map. */
/** Titles of the pages that are this map with settings of their own. */
export const pageTitles = {
  main: 'Mapa Principal',
  realtime: 'Tempo Real Corrigido',
  wind: 'Animações de Vento',
} as const;

export const mapPageTexts = {
  title: 'Tempo Real Angola',
  mapLabel: 'Mapa da Zona Económica Exclusiva de Angola',
  layers: 'Camadas',
  search: 'Procurar lugar',
  searchHint: 'Porto, estação, zona ou área',
  searchNone: 'Nenhum lugar com este nome.',
  closeLayers: 'Fechar camadas',
  baseGroup: 'Campo oceânico',
  overlayGroup: 'Sobre o mapa',
  baseNames,
  overlayNames,
  opacity: (layer: string) => `Opacidade: ${layer}`,
  fitted: 'Ajustar a escala aos valores mostrados',
  share: 'Copiar ligação',
  shared: 'Ligação copiada',
  shareByHand: 'Copie esta ligação:',
  presenceWindow: (from: string, to: string) => `${from} a ${to}`,
  presenceLag: (hours: string) => `Dados AIS com ${hours} de atraso: mostra onde houve navios, não onde estão agora.`,
  presenceLegend: 'Presença de embarcações',
  presenceUnit: 'horas por célula',
  noAccess: 'O seu perfil não tem acesso a esta camada.',
  layerFailed: 'Camada indisponível',
  retry: 'Tentar Novamente',
  zeeNote: 'Aproximação de trabalho, sem valor jurídico.',
  stale: (date: string) => `de ${date}`,
  noFlow: 'Sem dados até esta data.',
  loadingDates: 'A procurar datas…',
  datesFailed: 'Não foi possível obter as datas disponíveis.',
  noDates: (layer: string) => `Não há dados de ${layer}.`,
  chooseAnother: 'Escolha outro campo na lista de camadas.',
  frameFailed: 'Este campo não pôde ser carregado.',
  loadingFrame: 'A carregar…',
  noValue: 'sem dados',
  sources: (list: string, state: string) => `Dados: ${list} (${state})`,
  baseMap: 'Mapa de base: Natural Earth',
} as const;

/** Texts of the maps of the models. */
export const modelMapTexts = {
  group: 'Mapa de um modelo',
  nothing: 'Nenhum',
  name: (model: string, version: string) => `${model}, versão ${version}`,
  month: (name: string) => `mês de ${name}`,
  months: [
    ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
    ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
  ],
  none: 'Nenhum modelo tem ainda uma versão em uso com mapa.',
  gone: (model: string) => `${model} já não tem uma versão em uso com mapa.`,
  noAccess: 'O seu perfil não vê os mapas dos modelos.',
  failed: (message: string) => `Mapa indisponível: ${message}`,
  noValue: 'sem valor neste lugar',
  noUnit: 'sem unidade',
  classes: 'Classes do modelo',
  simulated: (name: string) => `${name} · aprendeu com dados simulados`,
} as const;

/** Texts of the side panel. */
export const detailTexts = {
  point: 'Ponto',
  station: 'Estação',
  close: 'Fechar painel',
  insideZee: 'Dentro da ZEE',
  outsideZee: 'Fora da ZEE',
  values: 'Valores no ponto',
  variable: 'Variável',
  value: 'Valor',
  date: 'Data',
  here: 'Neste local',
  series: 'Últimos 30 dias',
  stationSeries: 'Últimos 7 dias',
  latest: 'Último valor de cada variável',
  modelValue: '(valor de modelo neste ponto)',
  depth: (meters: string) => `Profundidade: ${meters}`,
  noLatest: 'Esta estação ainda não tem valores.',
  stationMissing: 'Esta estação não existe.',
  noSeries: 'Não há valores neste ponto nos últimos 30 dias.',
  seriesVariable: 'Variável da série',
  missing: 'Sem valor: terra, nuvem ou fora da grelha.',
  zone: (segment: string) => `Zona de pesca (${segment})`,
  zoneVessels: (vessels: string) => `${vessels} nos últimos 7 dias disponíveis`,
  port: (kind: string) => `Porto (${kind})`,
  protected: 'Área protegida',
  presence: 'Presença de embarcações',
  presenceCell: (hours: string, vessels: string) => `${hours} · ${vessels}`,
  kinds: {
    coastal: 'Costeira',
    shelf: 'Plataforma continental',
    offshore: 'Ao largo',
    port: 'Portuária',
    estuary: 'Estuarina',
  },
} as const;
