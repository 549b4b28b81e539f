import { CallFailure } from './failure.ts';

const tries = 4;

type Parts = {
  /** Bytes of each part but the last. */
  readonly partSize: number;
  /** Numbers, from 1, of those that an earlier attempt has sent. */
  readonly arrived?: readonly number[];
  readonly send: (part: number, bytes: Blob) => Promise<unknown>;
  readonly onPart: (part: number, total: number) => void;
};

/** Sends a file in parts; one that a cut line loses is sent again. Throws `CallFailure`. */
export async function sendParts(file: File, { partSize, arrived = [], send, onPart }: Parts): Promise<void> {
  const total = Math.ceil(file.size / partSize);
  for (let part = 1; part <= total; part += 1) {
    if (arrived.includes(part)) continue;
    onPart(part, total);
    await again(() => send(part, file.slice((part - 1) * partSize, part * partSize)));
  }
}

async function again(send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send();
      return;
    } catch (error) {
      const refused = error instanceof CallFailure && error.kind === 'http' && (error.status ?? 500) < 500;
      if (refused || attempt === tries) throw error;
    }
  }
}
