import { runStateNames } from '@kianda/contract/ingestion/connectors/runs.resource';

/** Texts about connectors and their state, for every section that shows them. */
export const connectorStateTexts = {
  fallbackNote: (message: string) => `Usando dados de fallback. Erro ao carregar conectores: ${message}`,
  status: {
    active: 'Ativo',
    running: 'Em execução',
    waiting: 'Sem entregas',
    error: 'Erro',
    inactive: 'Inativo',
  },
  progress: {
    of: (name: string) => `Progresso de ${name}`,
    queued: 'Em espera',
    running: 'Em execução',
    waiting_provider: 'À espera do fornecedor',
  },
  never: 'Nunca',
  withoutTime: 'Sem data própria',
  withoutTimeWhy: 'Os dados não trazem data própria; a frescura conta-se desde a última obtenção.',
  unknownStandIn: 'Não se sabe enquanto o servidor não responder.',
  runStatus: runStateNames,
  simulated: 'Simulado',
  simulatedWhy: 'Este fornecedor é o simulador incluído; o percurso dos dados é o mesmo de um fornecedor real.',
} as const;
