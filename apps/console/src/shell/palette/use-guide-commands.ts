import { findable } from '@kianda/format/match';
import { useEffect, useState } from 'react';
import type { GuidePart } from '../help/guide-parts.ts';
import { openHelp } from '../help/help-view.ts';
import type { OwnCommand } from './palette-commands.ts';

const none: readonly OwnCommand[] = [];

/** Pages of the guide and what stands below their headings, found by their titles; they open in the help. */
export function guideCommands(parts: readonly GuidePart[]): readonly OwnCommand[] {
  return parts.map(({ page, pageTitle, heading }) => ({
    id: `guide-${page}-${heading ?? ''}`,
    kind: 'guide',
    label: heading ?? pageTitle,
    detail: heading === null ? '' : pageTitle,
    findable: findable(heading ?? pageTitle, [], ['guia', 'ajuda', 'manual', pageTitle]),
    run: () => openHelp(heading === null ? { page } : { page, heading }),
  }));
}

/** The guide as commands, fetched when something is first typed. */
export function useGuideCommands(query: string): readonly OwnCommand[] {
  const [commands, setCommands] = useState(none);
  const isTyped = query.trim().length > 1;
  useEffect(() => {
    if (!isTyped || commands !== none) return;
    import('../help/guide-pages.ts')
      .then(({ guideParts }) => setCommands(guideCommands(guideParts)))
      .catch((cause: unknown) => console.warn('kianda: guia por carregar', cause));
  }, [isTyped, commands]);
  return commands;
}
