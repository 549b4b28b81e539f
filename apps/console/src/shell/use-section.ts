import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { z } from 'zod';
import { type SectionSearch, validateSection } from '../search.ts';
import { defaultSectionId, type SectionId } from '../sections/sections.ts';

/** Opens another section, with its own parameters and nothing of the present one's. */
export function useOpenSection(): (section: SectionId, search?: Omit<SectionSearch, 'section'>) => void {
  const navigate = useNavigate();
  return useCallback(
    (section, search = {}) => {
      void navigate({ to: '/', search: { ...search, section } });
    },
    [navigate],
  );
}

/** Id of the section in the address. What reads it is drawn again when it changes, not with every parameter. */
export function useSectionId(): string {
  return useSearch({ strict: false, select: (search) => validateSection(search).section ?? defaultSectionId });
}

/** Whether the address asks for the section alone, with nothing of the shell around it. */
export function useIsFullView(): boolean {
  return useSearch({
    strict: false,
    select: (search) => {
      const { view, interface: shown } = validateSection(search);
      return view === 'full' && shown !== undefined;
    },
  });
}

/**
 * Parameters of the present section in the address, checked by its own schema (whose fields should `catch` their
 * defaults), and the way to change some of them. `replace` keeps small changes out of the history.
 */
export function useSectionSearch<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
): readonly [z.output<S>, (change: Partial<z.input<S>>, options?: { readonly replace?: boolean }) => void] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<z.input<S>>, options: { readonly replace?: boolean } = {}) => {
      void navigate({
        to: '/',
        search: (previous) => ({ ...validateSection(previous), ...part }),
        replace: options.replace ?? false,
      });
    },
    [navigate],
  );
  return [schema.parse(raw), change];
}
