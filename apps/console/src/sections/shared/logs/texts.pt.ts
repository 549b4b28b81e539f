import type { LogLevelName } from '@kianda/contract/operations/diagnostics/logs.contract';

/** Texts of a list of log lines. */
export const logLineTexts = {
  levels: {
    fatal: 'Fatal',
    error: 'Erro',
    warn: 'Aviso',
    info: 'Informação',
    debug: 'Depuração',
    trace: 'Rasto',
  } satisfies Record<LogLevelName, string>,
  request: 'Pedido',
  list: 'Registos',
  details: (message: string) => `Pormenores de: ${message}`,
  instance: 'Processo',
} as const;
