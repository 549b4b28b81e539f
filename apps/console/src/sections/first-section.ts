import type { ComponentType } from 'react';
import { parseSearch, validateSection } from '../search.ts';
import { pages } from './pages.ts';
import { defaultSectionId, findSection } from './sections.ts';

const come = new Map<string, ComponentType>();

/** The screen of a section that came before it was drawn: drawn at once, its reads go with those of the shell. */
export const screenThatCame = (sectionId: string): ComponentType | undefined => come.get(sectionId);

/** Begins to fetch the screen that an address names. One that does not come is told by the screen itself. */
export function fetchSection(search: string): void {
  const section = findSection(validateSection(parseSearch(search.replace(/^\?/, ''))).section ?? defaultSectionId);
  if (section === undefined) return;
  pages[section.id]?.().then(
    (page) => come.set(section.id, page.default),
    () => undefined,
  );
}
