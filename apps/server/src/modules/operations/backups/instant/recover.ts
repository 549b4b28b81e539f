import { statfs } from 'node:fs/promises';
import { type Recovered, recoverCluster } from '../../../../platform/db/embedded/recovery.ts';
import { BackupError } from '../engine/errors.ts';
import type { BackupKey } from '../engine/key.ts';
import type { BackupTarget } from '../engine/target.ts';
import { type BaseManifest, unpackBase } from './base.ts';
import { isSegmentName, segmentName, segmentOf } from './names.ts';
import { listSegments, readHistory, readSegment } from './segment-store.ts';

/** Free space wanted, as a multiple of the base's size: the journal adds to it, and the server in use grows meanwhile. */
const roomFactor = 1.2;

/** Recovers a base copy and its journal to an instant, beside the cluster in use. Throws `BackupError` or `StartupError`. */
export async function recoverAt(options: {
  manifest: BaseManifest;
  instant: Date;
  target: BackupTarget;
  key: BackupKey;
  /** Folder of the cluster in use; the recovered one lies in `<home>/<name>`. */
  home: string;
  name: string;
  serverMajor: number | null;
  machine: string;
  isThrowaway: boolean;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<Recovered> {
  const { manifest, instant, target, key, signal, progress } = options;
  const { systemId, segmentBytes } = manifest;
  const major = Math.floor(manifest.serverVersion / 10_000);
  if (manifest.machine !== options.machine || (options.serverMajor !== null && options.serverMajor !== major)) {
    throw new BackupError(
      'incompatible',
      `A base ${manifest.name} é de um PostgreSQL ${major} em ${manifest.machine}, e aqui há outro (${options.machine}): reponha uma cópia, que serve em qualquer máquina.`,
    );
  }
  const { bavail, bsize } = await statfs(options.home);
  const neededBytes = manifest.contents.reduce((sum, { bytes }) => sum + bytes, 0) * roomFactor;
  if (bavail * bsize < neededBytes) {
    throw new BackupError(
      'refused',
      `Recuperar a base ${manifest.name} ao lado da que está em uso pede ${Math.ceil(neededBytes / 1e6)} MB livres em ${options.home}, e há ${Math.floor((bavail * bsize) / 1e6)} MB. Liberte espaço e repita.`,
    );
  }
  const archived = new Map((await listSegments(target, systemId)).map((segment) => [segment.name, segment]));
  const first = segmentOf(manifest.firstSegment, segmentBytes)?.number ?? 0;
  return recoverCluster({
    home: options.home,
    name: options.name,
    instant,
    timeline: manifest.timeline,
    isThrowaway: options.isThrowaway,
    signal,
    fill: (data) =>
      unpackBase({
        ...{ manifest, target, key, into: data, signal },
        progress: (fraction, message) => progress(fraction === null ? null : fraction * 0.5, message),
      }),
    journal: {
      async open(name) {
        if (!isSegmentName(name)) return readHistory(target, key, { systemId, name });
        const segment = archived.get(name);
        if (segment === undefined) return null;
        const number = segmentOf(name, segmentBytes)?.number ?? first;
        await progress(null, `A aplicar o diário: ${number - first + 1} de ${archived.size} segmentos, no máximo`);
        return readSegment(target, key, segment);
      },
      next(name) {
        const segment = segmentOf(name, segmentBytes);
        return segment === null ? null : segmentName({ ...segment, number: segment.number + 1 }, segmentBytes);
      },
    },
  });
}
