import { useCallback, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { collaborationTexts as texts } from './texts.pt.ts';

/** Runs acts of a person one at a time; `error` is the reason of the last one that failed. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = useCallback(async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await act();
      return true;
    } catch (thrown) {
      setError(thrown instanceof CallFailure ? thrown.message : texts.failed);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, error, run };
}
