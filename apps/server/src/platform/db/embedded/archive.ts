import { chmod, chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskBounds } from '../../process/disk-bounds.ts';
import type { Account } from './account.ts';
import { privateFolder } from './cluster-paths.ts';

/**
 * `archive_command`, by the rules of PostgreSQL's documentation («Setting Up WAL Archiving»): success only when the whole
 * segment is on disk under its name; a name that is there already stays, and only the same content passes for success. A
 * copy that was cut half-way lies under a name of its own. Plain sh: the account that runs PostgreSQL may not reach our
 * Node. Below its bound of free space it lets go. Zeros become holes where `dd` can do that: a segment closed early is mostly zeros.
 */
const SCRIPT = `
set -eu
final="$KIANDA_WAL_SPOOL/$2"
part="$KIANDA_WAL_SPOOL/.$2.parte"
if [ -e "$KIANDA_WAL_SPOOL/cheio" ]; then exit 0; fi
free=$(df -Pk "$KIANDA_WAL_SPOOL" | awk 'NR == 2 { print $4 }') || free=
if [ -n "$free" ] && [ "$free" -lt ${diskBounds.archiveCommandBytes / 1024} ]; then : > "$KIANDA_WAL_SPOOL/cheio"; exit 0; fi
if [ -e "$final" ]; then
  cmp -s "$1" "$final" && exit 0
  echo "$2 was archived before with another content" >&2
  exit 1
fi
rm -f "$part"
dd if="$1" of="$part" bs=1048576 conv=fsync,sparse 2>/dev/null || { cp "$1" "$part"; sync "$part"; }
cmp -s "$1" "$part"
ln "$part" "$final"
rm -f "$part"
sync "$KIANDA_WAL_SPOOL" 2>/dev/null || sync
`;

/** Where finished segments of the journal wait to be taken into the backups. */
export function spoolOf(home: string): string {
  return join(home, 'diario');
}

/** In the spool, while there is no room: segments are let go rather than the disk filled under the database. */
export const fullMark = 'cheio';

/** Puts a script where the account that runs PostgreSQL reads it, whole or not at all. */
export async function placeScript(path: string, text: string, account: Account | null): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  await rm(`${path}.novo`, { force: true });
  await writeFile(`${path}.novo`, text, { mode: 0o500, flush: true });
  await chmod(`${path}.novo`, 0o500);
  if (account !== null) await chown(`${path}.novo`, account.uid, account.gid);
  await rename(`${path}.novo`, path);
}

export type ServerExtras = {
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
};

/**
 * Settings with which a server archives its journal into the spool, a segment at least every `seconds` while it writes.
 * Paths go by the environment: in `archive_command` a `%`, a quote or a space in one would mean something.
 */
export async function prepareArchive(home: string, seconds: number, account: Account | null): Promise<ServerExtras> {
  const script = join(home, 'arquivar.sh');
  await privateFolder(spoolOf(home), account);
  await placeScript(script, SCRIPT, account);
  return {
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: '/bin/sh "$KIANDA_WAL_SCRIPT" "%p" "%f"',
      archive_timeout: String(seconds),
    },
    env: { KIANDA_WAL_SPOOL: spoolOf(home), KIANDA_WAL_SCRIPT: script },
  };
}
