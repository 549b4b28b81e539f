import { failureNames } from '@kianda/contract/ingestion/connectors/failure-names';
import { jobTriggers } from '@kianda/contract/operations/tasks/tasks.resource';

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
    emptyBody: 'Execute o conector ou espere pela próxima execução da agenda.',
    started: 'Início',
    connector: 'Conector',
    stream: 'Fluxo',
    mode: 'Modo',
    trigger: 'Origem',
    status: 'Estado',
    duration: 'Duração',
    records: 'Registos',
    written: 'Gravados',
    duplicates: 'Repetidos',
    rejected: 'Rejeitados',
    errorClass: 'Classe do erro',
    errorClasses: failureNames,
    resumes: 'Retoma',
    requests: 'Pedidos',
    bytes: 'Recebido',
    throttled: 'Respostas 429',
    message: 'Mensagem',
    modes: { incremental: 'Incremental', full: 'Completa', backfill: 'Histórico' },
    notStarted: 'Por iniciar',
  },
} as const;

/** Causes of runs and of tasks; those of tasks are the contract's, for its list and its files. */
const triggers: Readonly<Record<string, string>> = {
  ...jobTriggers,
  cron: 'Agenda',
  batch: 'Lote',
  arranque: 'Arranque',
  probe: 'Sonda',
  recuperação: 'Recuperação',
  contínuo: 'Contínuo',
  intake: 'Ficheiro',
  upload: 'Ficheiro',
};

/** Cause of a run or a task in words; the server's own word where it knows more causes. */
export function triggerWord(trigger: string): string {
  return triggers[trigger] ?? trigger;
}
