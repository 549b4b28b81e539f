import { allows } from '@kianda/contract';
import { FigureToolContext, type NamedFigure } from '@kianda/ui';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { LazyBoundary } from '../../../shell/lazy-boundary.tsx';
import styles from './figure-discussions.module.css';
import { discussionTexts as texts } from './texts.pt.ts';

const DiscussDialog = lazy(() => import('./discuss-dialog.tsx'));

type Props = { readonly sectionId: string; readonly children: ReactNode };

/** Gives each figure of a section the button that opens its discussion, where it stands. */
export function FigureDiscussions({ sectionId, children }: Props) {
  const { role } = useAccount();
  const [figure, setFigure] = useState<NamedFigure | null>(null);
  const tool = useMemo(
    () => ({
      name: texts.discuss,
      open: setFigure,
      button: (one: NamedFigure) => <DiscussButton figure={one} onOpen={setFigure} />,
    }),
    [],
  );
  if (!allows('collaboration:read', role)) return children;
  return (
    <FigureToolContext value={tool}>
      {children}
      {figure === null ? null : (
        <LazyBoundary onClose={() => setFigure(null)}>
          <DiscussDialog sectionId={sectionId} figure={figure} onClose={() => setFigure(null)} />
        </LazyBoundary>
      )}
    </FigureToolContext>
  );
}

type ButtonProps = { readonly figure: NamedFigure; readonly onOpen: (figure: NamedFigure) => void };

function DiscussButton({ figure, onOpen }: ButtonProps) {
  const label = texts.open(figure.title);
  return (
    <button
      type="button"
      className={`k-no-print ${styles.button}`}
      aria-label={label}
      title={label}
      onClick={() => onOpen(figure)}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M2.5 3.5h11v7.5H7.5L4.5 13.5V11h-2z" strokeWidth="1.3" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
