import { allows, type Role } from '@kianda/contract';
import { listInterfaces, type ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { reportGenerate } from '@kianda/contract/operations/reports/reports.contract';
import { usersCreate } from '@kianda/contract/people/identity/users.contract';
import { findable } from '@kianda/format/match';
import { useMemo } from 'react';
import { useSettings } from '../../app-root.tsx';
import { useAccount } from '../../client/context.tsx';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { plannedSections } from '../../sections/planned.ts';
import { allSections, groupOf } from '../../sections/sections.ts';
import { openAccountView } from '../account/account-view.ts';
import { openHelp } from '../help/help-view.ts';
import { useOpenSection } from '../use-section.ts';
import { useSignOut } from '../use-sign-out.ts';
import type { OwnCommand } from './palette-commands.ts';
import { sectionSynonyms } from './synonyms.pt.ts';
import { paletteTexts } from './texts.pt.ts';

type Open = ReturnType<typeof useOpenSection>;

/** Everything that the console knows by itself: its sections, the interfaces, and what can be done anywhere. */
export function useOwnCommands(): readonly OwnCommand[] {
  const { role } = useAccount();
  const open = useOpenSection();
  const actions = useActionCommands(open);
  const known = useEndpoint(listInterfaces, {}, { refetchSeconds: 0 }).sourced?.value.interfaces;
  return useMemo(
    () => [...sectionCommands(role, open), ...interfaceCommands(role, open, known ?? []), ...actions],
    [role, open, known, actions],
  );
}

/** Sections that a role may open, found by their names, their groups and other words for them. */
export function sectionCommands(role: Role, open: Open): readonly OwnCommand[] {
  return allSections
    .filter(({ id, access }) => allows(access, role) && id !== 'apis-connectors' && id !== 'autorizar')
    .map((section) => {
      const group = groupOf(section.id);
      const isPlanned = plannedSections.has(section.id);
      return {
        id: `section-${section.id}`,
        kind: 'section',
        label: section.title,
        detail: isPlanned ? paletteTexts.soon : (group?.label ?? ''),
        findable: findable(
          section.title,
          [section.label, ...(sectionSynonyms[section.id] ?? [])],
          [section.id, group?.label ?? ''],
        ),
        iconId: group?.id ?? section.id,
        run: () => open(section.id),
      };
    });
}

/** Scientific interfaces by name, description and features; those that are not served say so. */
export function interfaceCommands(
  role: Role,
  open: Open,
  known: readonly Pick<ScientificInterface, 'id' | 'isActive'>[],
): readonly OwnCommand[] {
  if (!allows('interfaces:read', role)) return [];
  const active = new Set(known.filter(({ isActive }) => isActive).map(({ id }) => id));
  return interfaces.map(({ id, name, description, features }) => ({
    id: `interface-${id}`,
    kind: 'interface',
    label: name,
    detail: active.has(id) ? '' : paletteTexts.inactive,
    findable: findable(name, [], active.has(id) ? [description, ...features] : []),
    run: () => open('scientific-interfaces', { interface: id }),
  }));
}

type ActionId = keyof typeof paletteTexts.actions;

/** Actions that can be taken from anywhere, of which each role has its own. */
function useActionCommands(open: Open): readonly OwnCommand[] {
  const { role, hasPassword } = useAccount();
  const { preferences, change } = useSettings();
  const signOut = useSignOut();
  return useMemo(() => {
    const runs: Readonly<Partial<Record<ActionId, () => void>>> = {
      light: () => change({ colourScheme: 'light' }),
      dark: () => change({ colourScheme: 'dark' }),
      system: () => change({ colourScheme: 'auto' }),
      coordinates: () => change({ coordinates: preferences.coordinates === 'minutes' ? 'decimal' : 'minutes' }),
      zone: () => change({ timeZone: preferences.timeZone === 'UTC' ? 'Africa/Luanda' : 'UTC' }),
      // After the palette has closed: it must not be in the print.
      print: () => setTimeout(() => window.print(), 200),
      ...(hasPassword ? { password: () => openAccountView('password') } : {}),
      twoStep: () => openAccountView('two-step'),
      sessions: () => openAccountView('sessions'),
      apiKeys: () => openAccountView('api-keys'),
      ...(allows(reportGenerate.access, role) ? { report: () => open('reports', { make: '1' }) } : {}),
      ...(allows(usersCreate.access, role) ? { invite: () => open('user-management', { dialog: 'invite' }) } : {}),
      shortcuts: () => openHelp(null, 'shortcuts'),
      news: () => openHelp(null, 'news'),
      signOut: () => void signOut(false),
      signOutEverywhere: () => void signOut(true),
    };
    return Object.entries(runs).map(([id, run]) => actionCommand(id as ActionId, run));
  }, [role, hasPassword, preferences, change, signOut, open]);
}

export function actionCommand(id: ActionId, run: () => void): OwnCommand {
  const label = paletteTexts.actions[id];
  return {
    id: `action-${id}`,
    kind: 'action',
    label,
    detail: '',
    findable: findable(label, paletteTexts.actionWords[id]),
    run,
  };
}
