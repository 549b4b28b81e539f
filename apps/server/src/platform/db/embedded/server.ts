import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';

/**
 * PostgreSQL must end with us, even when we are killed with SIGKILL. The guard waits for the end of its standard input,
 * which only we hold, and then asks for a stop: SIGTERM waits for the connections that are just being closed, without
 * an error on each; a second later SIGINT cuts what is left. It leads a session of its own, so that Ctrl-C in the
 * terminal does not stop the database under a platform that is still closing.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  read -r _ <&3
  kill -TERM "$server" 2>/dev/null
  tries=0
  while [ "$tries" -lt 20 ] && kill -0 "$server" 2>/dev/null; do
    sleep 0.05
    tries=$((tries + 1))
  done
  kill -INT "$server" 2>/dev/null
) &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

const KEPT_OUTPUT_CHARS = 4_000;

export type GuardedServer = {
  /** Settles with its last output, at most 4,000 characters, once the server and its guard have ended. */
  readonly ended: Promise<string>;
  /** Closes the guard's standard input: fast stop. */
  requestStop(): void;
};

/** Starts `command` under the guard, as `account` when given, with `env` over an environment of nothing else. */
export function startGuarded(
  command: readonly string[],
  account: Account | null,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): GuardedServer {
  const child: ChildProcess = spawn('/bin/sh', ['-c', GUARD, 'kianda-postgres', ...command], {
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...env },
    ...(account ?? {}),
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // The pipe breaks when the server ends first; `ended` tells.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(output));
  });
  return { ended, requestStop: () => child.stdin?.end() };
}
