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

/** First two sentences of the help of a page that is this map. */
export const mapHelp = [
  'Escolha um campo do mar e as camadas que ficam sobre ele; cada uma diz de quando é e de onde vem.',
  'Toque num lugar do mapa para ver os valores dele e a sua história dos últimos 30 dias.',
] as const;

/** Texts of the ocean map. */
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
