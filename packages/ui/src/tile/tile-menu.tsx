import { type ComponentType, useState } from 'react';
import { uiTexts } from '../texts.pt.ts';
import { TileMenuButton } from './tile-menu-button.tsx';
import type { TileMenuProps } from './tile-props.ts';

const loadOpened = () => import('./tile-menu-opened.tsx');

/**
 * Menu of a figure: its origin, its numbers, a file of them, a link to it, and what the page around it offers. What draws it
 * comes with the first wish for it: it weighs more than most pages' own code.
 */
export function TileMenu(props: TileMenuProps) {
  const [opened, setOpened] = useState<{ readonly Opened: ComponentType<TileMenuProps> } | null>(null);
  const [state, setState] = useState<'still' | 'coming' | 'missing'>('still');
  if (opened !== null) return <opened.Opened {...props} />;
  const open = () => {
    setState('coming');
    loadOpened().then(
      (module) => setOpened({ Opened: module.default }),
      (error: unknown) => {
        console.warn('kianda: menu por carregar', error);
        setState('missing');
      },
    );
  };
  // It begins to come when the button is pointed at; one that does not come is told once it is wished for.
  const prepare = () => void loadOpened().catch(() => undefined);
  return (
    <>
      <span className="k-visually-hidden" role="status">
        {state === 'missing' ? uiTexts.tile.menuMissing : ''}
      </span>
      <TileMenuButton
        label={props.tile.label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={state === 'coming'}
        title={state === 'missing' ? uiTexts.tile.menuMissing : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      />
    </>
  );
}
