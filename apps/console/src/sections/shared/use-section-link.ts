import { allows } from '@kianda/contract';
import { useCallback } from 'react';
import { useAccount } from '../../client/context.tsx';
import { useOpenSection } from '../../shell/use-section.ts';
import { findSection, type SectionId } from '../sections.ts';

/** Whether this account may open a section: no way into another one is offered. */
export function useMayOpen(): (sectionId: SectionId) => boolean {
  const { role } = useAccount();
  return useCallback(
    (sectionId) => {
      const section = findSection(sectionId);
      return section !== undefined && allows(section.access, role);
    },
    [role],
  );
}

/** The way into a section, or undefined where this account may not go: then nothing is offered. */
export function useSectionLink(sectionId: SectionId): (() => void) | undefined {
  const mayOpen = useMayOpen();
  const open = useOpenSection();
  const go = useCallback(() => open(sectionId), [open, sectionId]);
  return mayOpen(sectionId) ? go : undefined;
}
