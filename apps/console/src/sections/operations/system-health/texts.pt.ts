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
    availability: 'Disponibilidade',
    availabilitySince: (since: string) => `Disponibilidade, desde ${since}`,
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
    cpu: 'Processador',
    memory: 'Memória',
    disk: 'Disco',
    network: 'Rede',
    api: 'Resposta da API',
    apiNote: 'p95 de 5 min',
    networkNote: 'entrada e saída',
    open: 'Monitor de performance',
  },
  statistics: {
    title: 'Estatísticas',
    total: 'Componentes verificados',
    online: 'Online',
    warning: 'Com avisos',
    offline: 'Offline',
    endpoints: 'Endereços da API',
    connections: 'Ligações abertas',
    alerts: 'Alertas ativos',
    critical: 'Alertas críticos',
  },
} as const;
