import type { ComponentType } from 'react';

type Page = () => Promise<{ default: ComponentType }>;

/** Screens by section id, each in a file of its own that loads when opened. A section without one shows the placeholder. */
export const pages: Readonly<Record<string, Page>> = {};
