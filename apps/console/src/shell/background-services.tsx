import { useEffect } from 'react';
import { keepFocus } from '../platform/keep-focus.ts';
import { usePrintedLine } from './use-printed-line.ts';
import { useUsageReports } from './use-usage-reports.ts';
import { usePrefetchedParts } from './use-warm-parts.ts';

/** Works unseen beside every section; nothing of it is needed before the page stands. */
export default function BackgroundServices({ sectionId }: { readonly sectionId: string }) {
  usePrefetchedParts();
  usePrintedLine();
  useUsageReports(sectionId);
  useEffect(() => keepFocus(), []);
  return null;
}
