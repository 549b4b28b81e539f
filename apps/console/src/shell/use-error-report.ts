import { reportClientError } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { ReportError } from '@kianda/ui';
import { useCallback } from 'react';
import type { Application } from '../client/application.ts';
import { useApplication } from '../client/context.tsx';

/** Sends one error of presentation to the server, each text cut to what it accepts. */
export function reportErrorOf({ client, clock }: Application, error: Error, componentStack: string): void {
  client
    .submit(
      reportClientError,
      {
        body: {
          error: error.message.slice(0, 2_000),
          ...(error.stack === undefined ? {} : { stack: error.stack.slice(0, 16_000) }),
          componentStack: componentStack.slice(0, 16_000),
          timestamp: new Date(clock()).toISOString(),
          userAgent: navigator.userAgent.slice(0, 512),
          url: window.location.href.slice(0, 2_048),
        },
      },
      { offline: 'fail' },
    )
    .catch((cause: unknown) => console.warn('kianda: relatório de erro por entregar', cause));
}

/** Reports errors of presentation to the server. */
export function useErrorReport(): ReportError {
  const application = useApplication();
  return useCallback((error, componentStack) => reportErrorOf(application, error, componentStack), [application]);
}
