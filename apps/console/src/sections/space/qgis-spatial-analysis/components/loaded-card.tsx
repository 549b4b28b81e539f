import { PanelFailure, SkeletonCards } from '@kianda/ui';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { Card } from '../../../shared/card/card.tsx';

type Props<T> = {
  readonly source: EndpointResult<T>;
  readonly texts: { readonly back: string; readonly loading: string };
  readonly onBack: () => void;
  readonly actions: (value: T) => ReactNode;
  readonly children: (value: T) => ReactNode;
};

/** The page of one order: its content once it is there, and until then its skeleton or its failure, with the way back. */
export function LoadedCard<T>({ source, texts, onBack, actions, children }: Props<T>) {
  const value = source.sourced?.value;
  if (value === undefined) {
    return (
      <Card back={texts.back} onBack={onBack}>
        {source.error === null ? (
          <SkeletonCards count={2} />
        ) : (
          <PanelFailure of={texts.loading} error={source.error} onRetry={source.refresh} />
        )}
      </Card>
    );
  }
  return (
    <Card back={texts.back} onBack={onBack} actions={actions(value)}>
      {children(value)}
    </Card>
  );
}
