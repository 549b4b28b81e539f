import { BackupError } from './errors.ts';
import { manifestPath } from './manifest.ts';
import { type BackupTarget, filesOf } from './target.ts';

/** Copies a backup from one place to another as it is, sealed; its manifest last. What is there already stays. */
export async function copyBackup(options: {
  from: BackupTarget;
  to: BackupTarget;
  name: string;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<void> {
  const { from, to, name, signal, progress } = options;
  const files = await filesOf(from, name);
  const present = await filesOf(to, name);
  const manifest = manifestPath(name);
  if (!files.has(manifest)) throw new BackupError('missing', `A cópia ${name} não está em ${from.place}.`);
  const ordered = [...files.keys()].filter((path) => path !== manifest).concat(manifest);
  for (const [index, path] of ordered.entries()) {
    signal.throwIfAborted();
    await progress(index / ordered.length, `A copiar para ${to.place}: ${path}`);
    if (path !== manifest && present.get(path) === files.get(path)) continue;
    const bytes = await from.open(path);
    if (bytes === null) throw new BackupError('missing', `Falta o ficheiro ${path} em ${from.place}.`);
    await to.put(path, bytes);
  }
}
