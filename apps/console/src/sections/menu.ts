import { allows, type Role } from '@kianda/contract';
import { plannedSections } from './planned.ts';
import { isGroup, type KnownSection, type Section, type SectionGroup, sectionTree, type TreeItem } from './sections.ts';

/** Group of the sections that have no screen yet. */
export const soonGroupId = 'em-breve';

/** Entries that come first, after the home and the dashboard, for those whose work they are. */
const firstOf: Readonly<Record<Role, readonly string[]>> = {
  administrador: [],
  operador: ['security-monitoring', 'system-management', 'data', 'global-fishing-watch'],
  cientista: [
    'realtime-angola',
    'zee-angola',
    'species',
    'biological-samples',
    'places',
    'maritime-limits',
    'coastline',
    'copernicus',
    'scientific-hub',
    'data',
    'analytics',
  ],
  investigador: [
    'realtime-angola',
    'zee-angola',
    'species',
    'biological-samples',
    'places',
    'maritime-limits',
    'coastline',
    'copernicus',
    'global-fishing-watch',
    'data',
    'analytics',
  ],
  cliente: ['realtime-angola', 'zee-angola', 'assistente', 'analytics'],
};

const isPlanned = (section: Section) => plannedSections.has((section as KnownSection).id);

/** A group without the sections that `keep` refuses; null where none is left. */
function groupWith(group: SectionGroup, keep: (section: Section) => boolean): SectionGroup | null {
  const children = group.children.filter(keep);
  return children.length === 0 ? null : { ...group, children };
}

/**
 * Entries of the menu for `role`: those it may open, its own work first, and what has no screen yet in one group at the
 * end, without badges.
 */
export function menuFor(role: Role, soonLabel: string): readonly TreeItem[] {
  const mayOpen = (section: Section) => allows(section.access, role);
  const items = sectionTree.flatMap<TreeItem>((item) => {
    const keep = (section: Section) => mayOpen(section) && !isPlanned(section);
    if (!isGroup(item)) return keep(item) ? [item] : [];
    return groupWith(item, keep) ?? [];
  });
  const planned = sectionTree
    .flatMap((item) => (isGroup(item) ? item.children : [item]))
    .filter((section) => isPlanned(section) && mayOpen(section))
    .map(({ id, label, title, access }) => ({ id, label, title, access }));
  const [home, dashboard, ...others] = items;
  if (home === undefined || dashboard === undefined) return [];
  const first = firstOf[role].flatMap((id) => others.filter((item) => item.id === id));
  const rest = others.filter((item) => !first.includes(item));
  const soon = planned.length === 0 ? [] : [{ id: soonGroupId, label: soonLabel, children: planned }];
  return [home, dashboard, ...first, ...rest, ...soon];
}

/** Group of the sections that a person keeps at the top. */
const favouritesGroupId = 'favoritos';

/** The favourites that stand in the menu, in the order in which they were chosen, as a group; none where there is none. */
export function favouriteGroup(
  menu: readonly TreeItem[],
  ids: readonly string[],
  label: string,
): readonly SectionGroup[] {
  const sections = menu.flatMap((item) => (isGroup(item) ? item.children : [item]));
  const children = ids.flatMap((id) => sections.filter((section) => section.id === id));
  return children.length === 0 ? [] : [{ id: favouritesGroupId, label, children }];
}

/** Group of the menu that `id` stands in. */
export function menuGroupOf(menu: readonly TreeItem[], id: string): string | undefined {
  return menu.find((item) => isGroup(item) && item.children.some((child) => child.id === id))?.id;
}
