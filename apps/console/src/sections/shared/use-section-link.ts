import { allows } from '@kianda/contract';
import { useCallback } from 'react';
import { useAccount } from '../../client/context.tsx';
import { useOpenSection } from '../../shell/use-section.ts';
import { findSection, type SectionId } from '../sections.ts';

/** The way into a section, or undefined where this account may not go: then nothing is offered. */
export function useSectionLink(sectionId: SectionId): (() => void) | undefined {
  const { role } = useAccount();
  const open = useOpenSection();
  const section = findSection(sectionId);
  const go = useCallback(() => open(sectionId), [open, sectionId]);
  return section !== undefined && allows(section.access, role) ? go : undefined;
}
