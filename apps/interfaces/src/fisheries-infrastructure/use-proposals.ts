import type { BodyOf } from '@kianda/contract';
import {
  listInfrastructureProposals,
  proposeInfrastructure,
  reviewInfrastructure,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { formatNumber } from '@kianda/format';
import { useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient, useRead } from '../client/use-read.ts';
import { infrastructureTexts as texts } from './texts.pt.ts';

export type Proposed = BodyOf<typeof proposeInfrastructure>['proposals'][number];
export type Proposals = ReturnType<typeof useProposals>;

/** Proposals that wait for review, and the acts on them; `onDone` follows each that succeeded. */
export function useProposals(isEditing: boolean, onDone: () => void) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  /** Acts that succeeded: what a place's history is of. */
  const [done, setDone] = useState(0);
  const [said, setSaid] = useState<{ readonly text: string; readonly isFault: boolean } | null>(null);
  const pending = useRead(listInfrastructureProposals, isEditing ? { query: { state: 'pending' } } : null);

  const attempt = async (call: () => Promise<string | null>): Promise<boolean> => {
    setBusy(true);
    setSaid(null);
    try {
      const text = await call();
      setSaid(text === null ? null : { text, isFault: false });
      pending.refresh();
      setDone((count) => count + 1);
      onDone();
      return true;
    } catch (thrown) {
      setSaid({ text: thrown instanceof CallFailure ? thrown.message : String(thrown), isFault: true });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ pending, isBusy, said, done },
    propose: (reason: string, proposals: readonly Proposed[]) =>
      attempt(async () => {
        const { data } = await client.call(proposeInfrastructure, { body: { reason, proposals: [...proposals] } });
        return texts.sent(formatNumber(data.proposed));
      }),
    review: (id: string, accept: boolean) =>
      attempt(async () => {
        await client.call(reviewInfrastructure, { params: { id }, body: { accept } });
        return null;
      }),
  };
}
