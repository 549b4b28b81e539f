import { useEffect, useMemo } from 'react';
import { useApplication } from '../client/context.tsx';
import { ErrorCard } from './error-card.tsx';
import { reportErrorOf } from './use-error-report.ts';

type Props = { readonly error: unknown; readonly reset: () => void };

/** Page shown when the shell itself, or the sign-in page, fails to draw. */
export function RouteError({ error, reset }: Props) {
  const application = useApplication();
  const caught = useMemo(() => (error instanceof Error ? error : new Error(String(error))), [error]);
  useEffect(() => {
    reportErrorOf(application, caught, '');
  }, [application, caught]);
  return (
    <main>
      <ErrorCard error={caught} onRetry={reset} />
    </main>
  );
}
