/** Texts of the diagnostics beside the live map. */
export const debugTexts = {
  pane: 'Diagnóstico',
  layers: 'Camadas',
  requests: (shown: string, all: string) => `Pedidos (${shown} de ${all})`,
  layer: 'Camada',
  state: 'Estado',
  size: 'Tamanho',
  time: 'Tempo',
  age: 'Idade',
  origin: 'Origem',
  path: 'Pedido',
  cache: 'Cache',
  states: { pending: 'a decorrer', ok: 'respondido', failed: 'falhou', dropped: 'largado pela página' },
  layerStates: { off: 'desligada', reading: 'a ler', ready: 'pronta', failed: 'falhou' },
  cached: 'da cache do servidor',
  fresh: 'nova',
  untold: 'não diz',
  filter: 'Parte do endereço',
  onlyFailed: 'Só o que falhou',
  clear: 'Limpar',
  csv: 'Exportar CSV',
  json: 'Exportar JSON',
  none: 'Nenhum pedido corresponde ao filtro.',
  totals: (count: string, bytes: string, slowest: string) =>
    `${count} · ${bytes} depois de descomprimidos · o mais lento ${slowest}`,
  base: (name: string) => `Campo: ${name}`,
  flow: 'Correntes ou vento',
  request: 'pedido',
  requests_: 'pedidos',
} as const;

/** Title, purpose and help of the page. */
export const pageTexts = {
  title: 'Tempo Real Debug',
  frame: {
    purpose:
      'O mapa em direto com o que pediu ao servidor: cada pedido e cada camada, com tempo, tamanho, estado e idade.',
    help: [
      'O mapa é o de Tempo Real Angola; ao lado está cada pedido que ele faz e o estado de cada camada.',
      'Filtre por parte do endereço, ou veja só o que falhou, para encontrar o que demora ou falta.',
      'Exporte o diagnóstico em CSV ou JSON e junte-o ao pedido de ajuda: não leva a sua sessão.',
    ],
  },
} as const;
