import { parseSearch, validateSection } from '../search.ts';
import { pages } from './pages.ts';
import { defaultSectionId, findSection } from './sections.ts';

/** Begins to fetch the screen that an address names. One that does not come is told by the screen itself. */
export function fetchSection(search: string): void {
  const section = findSection(validateSection(parseSearch(search.replace(/^\?/, ''))).section ?? defaultSectionId);
  const load = section === undefined ? undefined : pages[section.id];
  load?.().catch(() => undefined);
}
