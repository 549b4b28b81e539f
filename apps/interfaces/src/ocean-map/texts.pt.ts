import { mapBaseTitles } from '@kianda/contract/open/maps/layers';
import type { BaseLayer, Overlay } from './layers.ts';

const baseNames: Readonly<Record<BaseLayer, string>> = { ...mapBaseTitles, none: 'Sem fundo' };

const overlayNames: Readonly<Record<Overlay, string>> = {
  currents: 'Correntes animadas',
  wind: 'Vento animado',
  upwelling: 'Upwelling (afloramento)',
  presence: 'Embarcações',
  observations: 'Observações',
  stations: 'Estações',
  internal: 'Águas internas',
  zee: 'Limite da ZEE',
  protected: 'Áreas protegidas',
  fishing: 'Zonas de pesca',
  ports: 'Portos',
};

/** Texts of the ocean map. */
/** Titles of the pages that are this map with settings of their own. */
export const pageTitles = {
  main: 'Mapa Principal',
  apple: 'Mapa Apple Design',
  live: 'Tempo Real Angola',
  debug: 'Tempo Real Debug',
  realtime: 'Tempo Real Corrigido',
  wind: 'Animações de Vento',
  animations: 'Animações Avançadas',
} as const;

const mapHelp = [
  'Escolha um campo do mar e as camadas que ficam sobre ele; cada uma diz de quando é e de onde vem.',
  'Toque num lugar do mapa para ver os valores dele e a sua história dos últimos 30 dias.',
] as const;

/** Purpose and help of each of them. */
export const pageFrames = {
  live: {
    purpose:
      'O mar de Angola agora: campos, correntes, embarcações, observações e limites, com alertas e estatísticas.',
    help: [...mapHelp, 'Arraste a barra do tempo, ou carregue em reproduzir, para ver como chegou até aqui.'],
  },
  debug: {
    purpose:
      'O mapa em direto com o que pediu ao servidor: cada pedido e cada camada, com tempo, tamanho, estado e idade.',
    help: [
      'O mapa é o de Tempo Real Angola; ao lado está cada pedido que ele faz e o estado de cada camada.',
      'Filtre por parte do endereço, ou veja só o que falhou, para encontrar o que demora ou falta.',
      'Exporte o diagnóstico em CSV ou JSON e junte-o ao pedido de ajuda: não leva a sua sessão.',
    ],
  },
  light: {
    purpose: 'As camadas essenciais do mapa em direto, para ligações fracas e computadores antigos.',
    help: [...mapHelp, 'Se tiver boa ligação, o mapa Tempo Real Angola tem todas as camadas.'],
  },
  main: {
    purpose: 'O mapa da plataforma, com pesquisa de portos, estações, zonas e áreas.',
    help: [...mapHelp, 'Escreva o nome de um lugar na pesquisa para o mapa ir até ele.'],
  },
  apple: {
    purpose: 'O mapa principal com painéis translúcidos e a legenda de tudo o que mostra.',
    help: [...mapHelp, 'A legenda em baixo à direita tem o sinal de cada camada ligada.'],
  },
  wind: {
    purpose: 'O vento a 10 m sobre o mar de Angola, em partículas que andam com ele.',
    help: [
      ...mapHelp,
      'Ligue as correntes em vez do vento para comparar os dois: as duas ao mesmo tempo confundiam-se.',
    ],
  },
  animations: {
    purpose:
      'Correntes e vento em movimento, e o mar ao longo dos dias guardados, ao ritmo e com a densidade que escolher.',
    help: [
      'Escolha correntes ou vento, e mude a velocidade e a densidade das partículas.',
      'Carregue em reproduzir para ver a temperatura, ou outro campo, ao longo de todos os dias guardados.',
      'A velocidade do desenho compara lugares entre si; o valor em m/s está na legenda e no ponto que tocar.',
    ],
  },
} as const;

/** Texts of the controls of the particles. */
export const flowControlTexts = {
  title: 'Partículas',
  pace: 'Velocidade',
  density: 'Densidade',
  note: 'Vezes o ritmo e o número habituais.',
} as const;

/** Texts of the panels of the live map. */
export const panelTexts = {
  now: 'Oceano agora (média da ZEE)',
  temperature: 'Temperatura da superfície',
  chlorophyll: 'Clorofila-a',
  salinity: 'Salinidade',
  current: 'Velocidade da corrente',
  waves: 'Altura das ondas',
  stations: 'Rede de observação',
  statistics: 'Estatísticas do campo',
  noField: 'Escolha um campo oceânico para ver as suas estatísticas.',
  flowField: 'A velocidade é calculada das duas componentes aqui: só há estatísticas guardadas de cada uma.',
  ofField: (when: string) => `Sobre a ZEE, campo de ${when}`,
  mean: 'Média',
  median: 'Mediana',
  min: 'Mínimo',
  max: 'Máximo',
  coverage: 'Células com valor',
  alerts: 'Alertas',
  alertsCount: (active: number) => `Alertas (${active} por resolver)`,
  noAlerts: 'Nenhum alerta por resolver.',
  noAlertAccess: 'O seu perfil não vê os alertas da plataforma.',
  levels: { info: 'Informação', warning: 'Aviso', error: 'Erro', critical: 'Crítico' },
} as const;

export const mapPageTexts = {
  title: 'Tempo Real Angola',
  mapLabel: 'Mapa da Zona Económica Exclusiva de Angola',
  layers: 'Camadas',
  legend: 'Legenda',
  panels: 'Oceano agora, estatísticas e alertas',
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
  upwellingLegend: 'Índice de afloramento',
  upwellingWhen: 'contorno forte: ativo (acima de 1,5 °C)',
  upwellingDay: (day: string, active: string) => `${day}: ativo em ${active} (acima de 1,5 °C)`,
  noUpwelling: 'O índice ainda não foi calculado: precisa de um campo de TSM.',
  observationsNote: (count: string) => `${count} mais recentes da região`,
  noInternal: 'Ainda não há desenho dos limites: faça-o na secção Limites Marítimos.',
  internalNote: (baseline: string) => `Pela linha de base: ${baseline}. Sem valor jurídico.`,
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
  observation: (date: string, source: string) => `Observação de ${date} (${source})`,
  noDate: 'data desconhecida',
  upwelling: 'Índice de afloramento pela TSM',
  upwellingBand: (index: string, coast: string, offshore: string) => `${index} (costa ${coast}, largo ${offshore})`,
  internal: 'Águas internas',
  presenceCell: (hours: string, vessels: string) => `${hours} · ${vessels}`,
  kinds: {
    coastal: 'Costeira',
    shelf: 'Plataforma continental',
    offshore: 'Ao largo',
    port: 'Portuária',
    estuary: 'Estuarina',
  },
} as const;
