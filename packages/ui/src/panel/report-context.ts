import { createContext, useContext } from 'react';

export type ReportError = (error: Error, componentStack: string) => void;

/** Where panels send the errors they catch; without a provider they keep them to themselves. */
export const ReportErrorContext = createContext<ReportError | undefined>(undefined);

export function useReportError(): ReportError | undefined {
  return useContext(ReportErrorContext);
}
