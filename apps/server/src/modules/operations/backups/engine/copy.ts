import { BackupError } from './errors.ts';
import { manifestPath } from './manifest.ts';
import { type BackupTarget, filesOf } from './target.ts';

const filesAtOnce = 4;

/** Copies a backup from one place to another as it is, sealed; its manifest last. What is there already stays. */
export async function copyBackup(options: {
  from: BackupTarget;
  to: BackupTarget;
  name: string;
  /** Path of what makes it whole. */
  manifest?: string;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<void> {
  const { from, to, name, signal, progress } = options;
  const files = await filesOf(from, name);
  const present = await filesOf(to, name);
  const manifest = options.manifest ?? manifestPath(name);
  if (!files.has(manifest)) throw new BackupError('missing', `A cópia ${name} não está em ${from.place}.`);
  const wanted = [...files.keys()].filter((path) => path !== manifest);
  const waiting = wanted.values();
  let begun = 0;
  let isFailed = false;
  const copy = async (path: string): Promise<void> => {
    signal.throwIfAborted();
    await progress(begun / files.size, `A copiar para ${to.place}: ${path}`);
    begun += 1;
    if (path !== manifest && present.get(path) === files.get(path)) return;
    const bytes = await from.open(path);
    if (bytes === null) throw new BackupError('missing', `Falta o ficheiro ${path} em ${from.place}.`);
    await to.put(path, bytes);
  };
  // Most files are small, and wait for the line rather than fill it.
  const worker = async (): Promise<void> => {
    for (const path of waiting) {
      if (isFailed) return;
      await copy(path).catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  await copy(manifest);
}
