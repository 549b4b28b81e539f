import type { ProbeId } from './probe-ids.ts';

type Named = { readonly title: string; readonly remedy: string };

const pageRemedy =
  'Reconstrua as páginas (npm start fá-lo) e confirme que o papel «interfaces» corre; depois limpe a cache desta página.';

/** Subject of each probe, and what to do when it fails. */
export const probeNames: Readonly<Record<ProbeId, Named>> = {
  apiAlive: {
    title: 'A API está viva',
    remedy:
      'Se não responde, confirme que o processo corre e que o endereço em /config.json é o da consola; com avisos, abra «Saúde do Sistema».',
  },
  apiReads: {
    title: 'As leituras respeitam o contrato',
    remedy: 'Veja o pedido falhado em «Interface de Debug» pelo seu número; se o formato mudou, recarregue a página.',
  },
  apiRefusals: {
    title: 'Recusa o que deve recusar',
    remedy: 'Não exponha a plataforma até resolver: um endereço responde a quem não devia. Avise quem a administra.',
  },
  apiCors: {
    title: 'Esta origem é aceite (CORS)',
    remedy: 'Acerte KIANDA_PUBLIC_URL e KIANDA_INTERFACES_URL com os nomes que o navegador usa.',
  },
  apiStandards: {
    title: 'STAC, OGC API e OpenAPI',
    remedy: 'Confirme em «Estado dos Serviços» que o catálogo e os elementos geográficos não estão parados.',
  },
  apiTimes: {
    title: 'Tempo de resposta',
    remedy: 'Veja «Monitor Performance»: processador, ligações à base de dados, e tarefas pesadas em curso.',
  },
  apiCatalogue: {
    title: 'Erros por endereço',
    remedy: 'Abra «Gateway de API», ordene por erros e siga os pedidos do endereço indicado.',
  },
  apiRevalidates: {
    title: 'Respostas guardadas',
    remedy: 'Um intermediário pode estar a retirar os cabeçalhos etag e cache-control: reveja a sua configuração.',
  },
  realtimeOpens: {
    title: 'Tempo real (websocket)',
    remedy: 'O intermediário em frente da plataforma tem de deixar passar websockets em /realtime.',
  },
  servicesAnswer: {
    title: 'Serviços',
    remedy: 'Abra «Estado dos Serviços» e inicie o que estiver parado; se não responder, veja os registos.',
  },
  componentsAnswer: {
    title: 'Componentes',
    remedy: 'Abra «Saúde do Sistema»: a ficha do componente diz o que foi verificado e quando.',
  },
  versionsStand: {
    title: 'Versões',
    remedy: 'Atualize o que for indicado e volte a iniciar; docs/deployment.md diz as versões que se aceitam.',
  },
  processIsCalm: {
    title: 'Processo e fila',
    remedy:
      'Abra «Processamento Assíncrono»: repita ou cancele as tarefas falhadas; separe os papéis se a espera não baixar.',
  },
  requestsSucceed: {
    title: 'Pedidos falhados',
    remedy: 'Abra «Interface de Debug» e leia as linhas do pedido; o número do pedido acompanha um aviso ao suporte.',
  },
  testsPassed: {
    title: 'Ensaios da instalação',
    remedy: 'Abra «Dashboard de Testes» e leia a primeira falha; npm test corre-os de novo.',
  },
  overviewIsLive: {
    title: 'Visão geral do oceano',
    remedy: 'Corra os conectores de temperatura, clorofila, ondas e correntes em «Conectores de Dados».',
  },
  connectorsDeliver: {
    title: 'Conectores',
    remedy: 'Abra o conector em «Conectores de Dados»: a razão está no alto; corra-o de novo ou corrija a credencial.',
  },
  dataAreFresh: {
    title: 'Idade dos dados',
    remedy: 'Os fluxos atrasados estão em «Conectores de Dados»; um fornecedor parado resolve-se por si quando voltar.',
  },
  mapLayersLoad: {
    title: 'Camadas do mapa',
    remedy: 'A camada sem valores espera pelo seu conector: corra-o, e recarregue o mapa.',
  },
  stationsObserve: {
    title: 'Estações',
    remedy: 'As estações sem valor esperam pelo modelo de ondas: corra o conector Copernicus Real.',
  },
  graphicsDraw: {
    title: 'Desenho (WebGL 2)',
    remedy: 'Ligue a aceleração gráfica no navegador, ou use um mais recente.',
  },
  zeeIsWhole: {
    title: 'Polígono da ZEE',
    remedy: 'O ficheiro da ZEE está incompleto ou foi trocado: reponha a versão da plataforma.',
  },
  cabindaPortStands: {
    title: 'Porto de Cabinda',
    remedy: 'A posição do porto está fora da província: corrija a fonte da lista de portos.',
  },
  cabindaZones: {
    title: 'Terra e mar em Cabinda',
    remedy:
      'Desenhe de novo os limites em «Limites Marítimos»; se persistir, latitude e longitude estão trocadas na linha de base.',
  },
  cabindaDistances: {
    title: 'Distâncias geodésicas',
    remedy: 'As distâncias não saem das posições: avise quem mantém a plataforma, com o resultado exportado.',
  },
  coordinatesRead: {
    title: 'Escrita de coordenadas',
    remedy: 'Não copie coordenadas desta página até ser corrigido: avise quem mantém a plataforma.',
  },
  browserIsAble: {
    title: 'Navegador',
    remedy: 'Use um navegador mais recente; sem ligação segura (https) alguns destes não existem.',
  },
  pagesAreWritten: {
    title: 'Páginas das interfaces',
    remedy: pageRemedy,
  },
  menuFitsPhone: {
    title: 'Menu a 390 px',
    remedy: 'Recarregue sem cache; se continuar a sair do ecrã, avise com o modelo do aparelho e o tamanho da letra.',
  },
  dashboardPage: { title: 'Página do painel científico', remedy: pageRemedy },
  liveMapPage: { title: 'Página do mapa ao vivo', remedy: pageRemedy },
  simpleMapPage: { title: 'Página do mapa simples', remedy: pageRemedy },
  adminPage: { title: 'Página da entrada administrativa', remedy: pageRemedy },
};
