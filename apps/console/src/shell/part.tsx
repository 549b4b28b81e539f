import { ErrorBoundary } from '@kianda/ui';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import styles from './part.module.css';
import { isMissingPart } from './part-missing.tsx';
import { shellTexts } from './texts.pt.ts';
import { useErrorReport } from './use-error-report.ts';

type Props = {
  readonly children: ReactNode;
  /** Takes the part away again. */
  readonly onClose: () => void;
};

/** A part of the shell that loads when it is first opened. One that does not arrive, or breaks, takes nothing with it. */
export function Part({ children, onClose }: Props) {
  const report = useErrorReport();
  return (
    <ErrorBoundary
      onError={(error, stack) => {
        if (!isMissingPart(error)) report(error, stack);
      }}
      fallback={(error, reset) => (
        <div className={styles.failed} role="alert">
          <p>{isMissingPart(error) ? shellTexts.partMissingBody : shellTexts.partBroken}</p>
          <Button size="xs" onClick={() => window.location.reload()}>
            {shellTexts.reload}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onClose();
              reset();
            }}
          >
            {shellTexts.close}
          </Button>
        </div>
      )}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
