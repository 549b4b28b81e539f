import type { PanelError, PanelSource } from '@kianda/ui';
import { createContext, useContext } from 'react';
import type { EndpointResult } from '../../client/use-endpoint.ts';
import styles from './card-source.module.css';
import { sharedTexts } from './texts.pt.ts';

/** An answer as a panel's source, in which labelled fallback figures do not pass for earlier figures. */
export function cardSource<T>(result: EndpointResult<T>): PanelSource<T> {
  return result.sourced?.provenance.state === 'fallback' ? { ...result, error: null } : result;
}

/** Whether a page already says for all its cards that the server did not answer: then no card repeats it. */
export const FailureShownAbove = createContext(false);

type Props = {
  readonly result: {
    readonly sourced: EndpointResult<unknown>['sourced'];
    readonly error: PanelError | null;
    readonly refresh: () => void;
  };
};

/** Says that the figures below are stand-ins, why, and how to try again. Draws nothing while they are real. */
export function FallbackNote({ result }: Props) {
  const isSaidAbove = useContext(FailureShownAbove);
  if (isSaidAbove || result.sourced?.provenance.state !== 'fallback') return null;
  const reason = result.error?.message ?? result.sourced.provenance.reason;
  return (
    <p className={styles.note} role="status">
      {sharedTexts.fallbackNote(reason)}{' '}
      <button type="button" className={styles.retry} onClick={result.refresh}>
        {sharedTexts.retry}
      </button>
    </p>
  );
}
