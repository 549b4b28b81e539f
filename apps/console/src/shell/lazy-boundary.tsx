import { ErrorBoundary } from '@kianda/ui';
import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import styles from './lazy-boundary.module.css';
import { isMissingPart, PartMissingText, useMayReload } from './part-missing.tsx';
import { shellTexts } from './texts.pt.ts';
import { useErrorReport } from './use-error-report.ts';

type Props = {
  readonly children: ReactNode;
  /** Removes the part again. */
  readonly onClose: () => void;
  /** Shown until the part has come. */
  readonly waiting?: ReactNode;
};

/** Loads a part of the shell when it is first opened; a part that does not arrive, or breaks, leaves the rest intact. */
export function LazyBoundary({ children, onClose, waiting = null }: Props) {
  const report = useErrorReport();
  const mayReload = useMayReload();
  return (
    <ErrorBoundary
      onError={(error, stack) => {
        if (!isMissingPart(error)) report(error, stack);
      }}
      fallback={(error, reset) => (
        <div className={styles.failed} role="alert">
          <p>{isMissingPart(error) ? <PartMissingText /> : shellTexts.partBroken}</p>
          {mayReload || !isMissingPart(error) ? (
            <Button size="xs" onClick={() => window.location.reload()}>
              {shellTexts.reload}
            </Button>
          ) : null}
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
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}
