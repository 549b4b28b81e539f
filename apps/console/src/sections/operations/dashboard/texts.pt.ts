import { figureNames } from '@kianda/contract/core/figure-names';
import { formatCount } from '@kianda/format';

/** Texts of the enhanced dashboard. */
export const dashboardTexts = {
  description: 'Estado da plataforma e do mar de Angola, medido e verificado pelo servidor.',
  tabs: { label: 'Vistas do dashboard', geral: 'Visão geral', zee: 'ZEE Angola' },
  firstDay: {
    undelivered: (count: number) =>
      `${formatCount(count, 'conector ainda não entregou dados', 'conectores ainda não entregaram dados')}.`,
    open: 'Abrir Primeiro dia',
  },
  banner: {
    region: 'Estado do sistema',
    verified: (age: string) => `Verificado há ${age}`,
    verifiedKept: (age: string) => `Em cache: a última verificação conhecida é de há ${age}`,
    neverVerified: 'Ainda por verificar',
    unreachable: 'Sem verificação: o servidor não respondeu',
    every: 'O registo de saúde verifica cada componente a cada 30 s.',
    refresh: 'Atualizar',
    second: 'segundo',
    seconds: 'segundos',
    minute: 'minuto',
    minutes: 'minutos',
  },
  tiles: {
    title: 'Indicadores principais',
    services: figureNames.servicesOnline,
    servicesValue: (online: string, total: string) => `${online} de ${total}`,
    servicesNote: 'todos respondem: o que está mal é o que se diz acima',
    latency: figureNames.apiLatency,
    latencyNote: (p95: string) => `nos últimos 5 min: ${p95}`,
    underSecond: '<1s',
    accuracy: 'Precisão dos modelos',
    availability: figureNames.availability,
    availabilityNote: (since: string) => `do tempo observado, desde ${since}`,
    alerts: figureNames.platformAlerts,
    alertsNone: 'nada a tratar',
    alertsSome: 'por resolver',
    noRequests: 'Sem pedidos nos últimos 5 minutos.',
  },
  info: {
    title: 'Informação do sistema',
    connectors: figureNames.connectorsWorking,
    streams: figureNames.streamsOnTime,
    ofTotal: (part: string, total: string) => `${part} de ${total}`,
    storage: figureNames.storageSize,
    objects: (size: string, count: string) => `${size} · ${count}`,
    object: 'objeto',
    objectsWord: 'objetos',
    database: figureNames.databaseSize,
    species: figureNames.species,
    stations: figureNames.stations,
    interfaces: figureNames.interfaces,
    version: 'Versão',
    modes: { demo: 'demonstração', production: 'produção' },
  },
  cards: {
    title: 'Interfaces',
    open: 'Abrir',
    openNamed: (name: string) => `Abrir ${name}`,
    inactive: 'Interface Inativa',
    inactiveReason: 'A página desta interface ainda não é servida.',
    forbidden: 'Sem permissão',
    fresh: 'NOVO',
    scientific: {
      name: 'Dashboard Científico',
      description: 'Mapa com camadas, filtros por período, região e profundidade, gráficos e exportação.',
    },
    realtime: {
      name: 'Tempo Real Angola',
      description: 'Temperatura, clorofila, correntes e embarcações na ZEE, à medida que chegam.',
    },
    assistant: {
      name: 'AI Assistant',
      description: 'Previsões dos modelos sobre o mapa, com a explicação de cada resultado.',
    },
    learning: {
      name: 'Machine Learning',
      description: 'Modelos, treino e validação sobre os dados ingeridos pela plataforma.',
    },
    analytics: {
      name: 'Analytics Avançado',
      description: 'Utilização, desempenho e tendências da plataforma, com os números de origem.',
    },
    mobile: {
      name: 'Mobile PWA',
      description: 'Registo de observações em campo, com fila para quando não há rede.',
    },
  },
} as const;
