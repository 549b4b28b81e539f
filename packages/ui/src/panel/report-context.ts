import { createContext, useContext } from 'react';

export type ReportError = (error: Error, componentStack: string) => void;

/** Receiver of the errors that panels catch; without a provider they are not reported. */
export const ReportErrorContext = createContext<ReportError | undefined>(undefined);

export function useReportError(): ReportError | undefined {
  return useContext(ReportErrorContext);
}
