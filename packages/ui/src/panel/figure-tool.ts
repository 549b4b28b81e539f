import { createContext, type ReactNode } from 'react';

/** A figure or map as a page names it: the title that people read, and its anchor where it has one. */
export type NamedFigure = { readonly title: string; readonly id?: string | undefined };

type FigureTool = {
  /** Control beside the title of a panel. */
  readonly button: (figure: NamedFigure) => ReactNode;
  /** The same in a menu: its words, and the act. */
  readonly name: string;
  readonly open: (figure: NamedFigure) => void;
};

/** A control that every titled figure of a page gets beside its own; without a provider there is none. */
export const FigureToolContext = createContext<FigureTool | undefined>(undefined);
