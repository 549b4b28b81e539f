import type { SectionId } from './sections.ts';

/**
 * Sections that are listed and have no screen yet: what leads to one is inactive. Kept apart from `pages.ts`, because that
 * file imports every screen and no screen may import it back.
 */
export const plannedSections: ReadonlySet<SectionId> = new Set<SectionId>();
