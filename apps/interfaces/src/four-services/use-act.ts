import { useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { clientTexts } from '../client/texts.pt.ts';

/** One write at a time, with why the last one failed. */
export function useAct(): {
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly act: (work: () => Promise<unknown>) => void;
} {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = (work: () => Promise<unknown>) => {
    setRunning(true);
    setFailure(null);
    work()
      .catch((error: unknown) => setFailure(error instanceof CallFailure ? error.message : clientTexts.network))
      .finally(() => setRunning(false));
  };
  return { isRunning, failure, act };
}
