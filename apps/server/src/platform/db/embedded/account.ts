import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf, StartupError } from '../../process/startup-error.ts';

const run = promisify(execFile);
const NAME = 'postgres';

export type Account = { readonly uid: number; readonly gid: number };

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails for an account that does not exist.
    return null;
  }
}

/**
 * PostgreSQL refuses to run as root. As root: the account `postgres`, created when missing. Otherwise null: it runs as
 * the account that runs us.
 */
export async function serverAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const found = await lookUp();
  if (found !== null) return found;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]);
  } catch (error) {
    throw new StartupError(
      `O PostgreSQL não corre como root e a conta ${NAME} não pôde ser criada (${messageOf(error).split('\n')[0]}): crie-a ou inicie a Kianda com uma conta comum.`,
      { cause: error },
    );
  }
  const created = await lookUp();
  if (created === null) throw new StartupError(`A conta ${NAME} foi criada mas não é encontrada por este sistema.`);
  return created;
}
