import { figureNames } from '@kianda/contract/core/figure-names';
import type { LiveMetricId, LiveReading } from '@kianda/contract/operations/health/live.contract';

/** Texts of section `realtime-monitoring`. */
export const liveTexts = {
  description: 'Medidas da própria plataforma, atualizadas de 3 em 3 segundos.',
  refresh: 'Atualizar',
  newTab: 'Nova Aba',
  fullscreen: 'Ecrã Completo',
  leaveFullscreen: 'Sair do Ecrã Completo',
  metrics: 'Métricas',
  connection: {
    connecting: 'A ligar às métricas…',
    live: 'Ligado: valores atualizados de 3 em 3 segundos.',
    polling: 'Sem ligação em direto: valores pedidos de 15 em 15 segundos. A tentar ligar de novo…',
    stale: (age: string) => `Desatualizado: a última leitura chegou há ${age}. A tentar ligar de novo…`,
    paused: 'Em pausa enquanto a página não está à vista.',
    failed: 'Sem ligação ao servidor: não se conhece nenhum valor. Os exemplos não são medições.',
  },
  status: { healthy: 'Saudável', warning: 'Atenção', critical: 'Crítico' } satisfies Record<
    LiveReading['status'],
    string
  >,
  trend: { up: 'a subir', down: 'a descer', stable: 'estável' } satisfies Record<LiveReading['trend'], string>,
  cards: {
    cpu: { label: figureNames.cpu, unit: '%', note: 'Média de todos os núcleos' },
    memory: { label: figureNames.memory, unit: '%', note: 'Da máquina' },
    network: { label: 'Tráfego de rede', unit: 'MB/s', note: 'Entrada e saída' },
    requests: { label: 'Pedidos por segundo', unit: 'pedidos/s', note: 'A esta plataforma' },
    database: { label: figureNames.databaseConnections, unit: '', note: 'Abertas agora' },
    errors: { label: 'Taxa de erros', unit: '%', note: 'Respostas 5xx em 5 minutos' },
    uptime: { label: figureNames.availability, unit: '%', note: 'Das verificações registadas' },
    users: { label: 'Contas em uso agora', unit: '', note: 'Com um pedido há menos de 20 minutos' },
  } satisfies Record<LiveMetricId, { label: string; unit: string; note: string }>,
  uptimeSince: (since: string) => `do tempo observado, desde ${since}`,
  notices: {
    title: 'Notificações',
    description: 'Alertas, tarefas e sessões da plataforma: as cinco mais recentes.',
    empty: 'Nenhuma notificação recente',
    types: { success: 'Sucesso', info: 'Informação', warning: 'Aviso', error: 'Erro' },
  },
} as const;
