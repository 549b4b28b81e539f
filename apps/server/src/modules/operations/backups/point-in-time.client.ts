import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Archive settings and state of the server's journal (WAL). */
export type Journal = {
  /** `minimal`, `replica`, `logical`. */
  readonly level: string;
  /** `off`, `on`, `always`. */
  readonly archiveMode: string;
  /** Whether it has where to archive to: a command or a library. */
  readonly hasDestination: boolean;
  readonly lastArchivedAt: Date | null;
  readonly failures: number;
  /** Major version of the server. */
  readonly major: number;
};

const run = promisify(execFile);

/** Major version of `pg_basebackup` on this machine; null where there is none. */
export async function baseBackupMajor(): Promise<number | null> {
  try {
    const { stdout } = await run('pg_basebackup', ['--version'], { timeout: 5_000 });
    const major = /\(PostgreSQL\)\s+(\d+)/.exec(stdout)?.[1];
    return major === undefined ? null : Number(major);
  } catch {
    // Not installed, or not to be run by this account: there is none to count on.
    return null;
  }
}

/** Whether the database can be put back to any instant by the server's own archive, and exactly what that lacks. */
export function evaluatePointInTime(
  journal: Journal,
  options: {
    readonly isEmbedded: boolean;
    /** Whether the embedded server's archive reaches any instant yet. */
    readonly hasWindow: boolean;
    readonly toolMajor: number | null;
  },
): { readonly isAvailable: boolean; readonly detail: string } {
  const { level, archiveMode, hasDestination, lastArchivedAt, failures, major } = journal;
  if (options.isEmbedded) {
    if (archiveMode === 'off') {
      return {
        isAvailable: false,
        detail:
          'O diário (WAL) do PostgreSQL incluído não é arquivado: repõe-se a marca de uma cópia, e não um instante qualquer. Para o ligar, defina KIANDA_WAL_ARCHIVE=on e reinicie.',
      };
    }
    return options.hasWindow
      ? {
          isAvailable: true,
          detail:
            'O diário (WAL) do PostgreSQL incluído é arquivado com as cópias: a vista Instante diz até onde se repõe.',
        }
      : { isAvailable: false, detail: 'O diário (WAL) é arquivado, e falta a primeira base: veja a vista Instante.' };
  }
  const tool =
    options.toolMajor === null
      ? 'instalar nesta máquina o pg_basebackup'
      : options.toolMajor < major
        ? `um pg_basebackup da versão ${major} (o desta máquina é da ${options.toolMajor})`
        : null;
  const lacking = [
    level === 'minimal' ? 'pôr wal_level em replica (está em minimal)' : null,
    archiveMode === 'off' ? 'ligar archive_mode (está em off; pede novo arranque do servidor)' : null,
    hasDestination ? null : 'definir archive_command ou archive_library',
    archiveMode !== 'off' && hasDestination && lastArchivedAt === null
      ? 'ver chegar o primeiro segmento ao arquivo (ainda nenhum chegou)'
      : null,
    tool,
  ].filter((reason) => reason !== null);
  const failed = failures > 0 ? ` O arquivo falhou ${failures} vezes desde que o servidor conta.` : '';
  return lacking.length === 0
    ? {
        isAvailable: true,
        detail: `O servidor PostgreSQL ${major} arquiva o seu diário (WAL) e há pg_basebackup: a reposição num instante qualquer faz-se com as ferramentas desse arquivo.${failed}`,
      }
    : {
        isAvailable: false,
        detail: `Repõe-se a marca de uma cópia, e não um instante qualquer. Para isso falta: ${lacking.join('; ')}.${failed}`,
      };
}
