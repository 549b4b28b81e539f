import { figureNames } from '@kianda/contract/core/figure-names';

/** Numbers of checks by their outcome, formatted. */
type CheckCounts = {
  readonly count: string;
  readonly online: string;
  readonly warning: string;
  readonly offline: string;
};

/** Texts of the system health section. */
export const healthTexts = {
  description: 'Cada componente é verificado pelo servidor a cada 30 s; as medidas chegam a cada 10 s.',
  refresh: 'Atualizar',
  overall: {
    title: 'Estado geral',
    components: 'Componentes saudáveis',
    availability: figureNames.availability,
    availabilitySince: (since: string) => `${figureNames.availability}, desde ${since}`,
    uptime: 'Em funcionamento há',
    lastCheck: 'Última verificação',
  },
  components: {
    title: 'Componentes',
    online: 'Online',
    warning: 'Aviso',
    offline: 'Offline',
    latency: 'Latência',
    checked: 'Verificado',
    recent: (count: string) => `Últimas ${count} verificações`,
    availability: 'Disponíveis',
    bar: (name: string, { count, online, warning, offline }: CheckCounts) =>
      `${name}, últimas ${count} verificações: ${online} online, ${warning} com aviso, ${offline} offline`,
    noChecks: 'Ainda sem verificações registadas.',
    since: (age: string) => `desde ${age}`,
    noLatency: 'O componente não respondeu à última verificação.',
    empty: 'O servidor ainda não verificou nenhum componente',
    emptyText: 'A primeira verificação corre ao arrancar e demora poucos segundos.',
  },
  performance: {
    title: 'Desempenho',
    cpu: figureNames.cpu,
    memory: figureNames.memory,
    disk: figureNames.disk,
    network: 'Rede',
    api: figureNames.apiLatency,
    apiNote: 'nos últimos 5 min',
    networkNote: 'entrada e saída',
    open: 'Monitor de performance',
  },
  statistics: {
    title: 'Estatísticas',
    total: 'Serviços verificados',
    online: figureNames.servicesOnline,
    warning: 'Com avisos',
    offline: 'Offline',
    endpoints: figureNames.endpoints,
    connections: 'Consolas ligadas em direto',
    alerts: figureNames.platformAlerts,
    critical: 'Alertas críticos',
  },
} as const;
