import type { ComponentType } from 'react';
import { parseSearch, validateSection } from '../search.ts';
import { pages } from './pages.ts';
import { defaultSectionId, findSection } from './sections.ts';

const come = new Map<string, ComponentType>();
let fetched: Promise<void> = Promise.resolve();

/** The screen of a section that came before it was drawn: drawn at once, its reads go with those of the shell. */
export const screenThatCame = (sectionId: string): ComponentType | undefined => come.get(sectionId);

/** Begins to fetch the screen that an address names. One that does not come is told by the screen itself. */
export function fetchSection(search: string): void {
  const section = findSection(validateSection(parseSearch(search.replace(/^\?/, ''))).section ?? defaultSectionId);
  if (section === undefined) return;
  const screen = pages[section.id]?.().then(
    (page) => void come.set(section.id, page.default),
    () => undefined,
  );
  if (screen !== undefined) fetched = screen;
}

/** A screen that takes longer is drawn after the shell. */
const mostMs = 1_000;

/** Waits for the screen that was begun to be fetched, but not long: drawn with the shell, both ask in one request. */
export function firstScreen(): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, mostMs);
  return Promise.race([fetched, late]).finally(() => clearTimeout(timer));
}
