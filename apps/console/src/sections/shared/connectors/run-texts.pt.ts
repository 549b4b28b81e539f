import { failureName } from '@kianda/contract/ingestion/connectors/failure-names';
import { runModes, runTriggers } from '@kianda/contract/ingestion/connectors/runs.resource';

/** Texts about the runs of connectors and what is exported from them. */
export const runTexts = {
  runningNow: 'Em curso',
  cancel: 'Cancelar execução',
  cancelled: 'Cancelamento pedido.',
  exportNote: {
    source: 'Fonte',
    provider: 'Fornecedor',
    licence: 'Licença',
    citation: 'Citação',
    exported: 'Exportado em',
    simulated: 'Dados simulados',
    yes: 'sim',
    no: 'não',
  },
  runs: {
    title: 'Execuções',
    empty: 'Ainda sem execuções',
    emptyBody: 'A próxima execução da agenda, ou uma a pedido, aparece aqui.',
    started: 'Início',
    stream: 'Fluxo',
    mode: 'Modo',
    trigger: 'Origem',
    status: 'Estado',
    duration: 'Duração',
    records: 'Registos',
    written: 'Gravados',
    duplicates: 'Repetidos',
    rejected: 'Rejeitados',
    resumes: 'Retoma',
    requests: 'Pedidos',
    bytes: 'Recebido',
    throttled: 'Respostas 429',
    modes: runModes,
    notStarted: 'Por iniciar',
  },
} as const;

/** Failure in words; as it is where the server knows more of them. */
export const failureWord = failureName;

const triggers: Readonly<Record<string, string>> = runTriggers;

/** Cause of a run or a task in words; the server's own word where it knows more causes. */
export function triggerWord(trigger: string): string {
  return triggers[trigger] ?? trigger;
}
