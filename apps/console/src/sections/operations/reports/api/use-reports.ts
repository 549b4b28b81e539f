import type { DataOf } from '@kianda/contract';
import { reportsList } from '@kianda/contract/operations/reports/reports.contract';
import { useState } from 'react';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { demoReports } from './demo-reports.ts';

export type ReportsResult = EndpointResult<DataOf<typeof reportsList>>;

const busySeconds = 2;
const quietSeconds = 30;

/** The list, asked for often while one of them is being made; the demonstration where the server does not answer. */
export function useReports(): ReportsResult {
  const [isBusy, setBusy] = useState(false);
  const result = useEndpoint(
    reportsList,
    {},
    { timeoutSeconds: 5, refetchSeconds: isBusy ? busySeconds : quietSeconds, fallback: { data: demoReports } },
  );
  const isMaking = result.sourced?.value.reports.some(({ status }) => status === 'generating') ?? false;
  if (isMaking !== isBusy) setBusy(isMaking);
  return result;
}

/** Whether what is shown is the demonstration. */
export const isDemonstration = ({ sourced }: ReportsResult): boolean => sourced?.provenance.state === 'fallback';
