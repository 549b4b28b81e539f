import { usePreferences } from '@kianda/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../shared/session-context.ts';
import { LayerPanel } from './layer-panel.tsx';
import type { BaseLayer, Overlay } from './layers.ts';
import styles from './layers-card.module.css';
import { notesOf } from './overlay-notes.ts';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { OceanFields } from './use-ocean-fields.ts';
import type { OverlaySources } from './use-overlays.ts';
import type { ChangeView } from './use-view.ts';
import type { ViewState } from './view-state.ts';

type Props = {
  readonly view: ViewState;
  readonly change: ChangeView;
  readonly sources: OverlaySources;
  readonly fields: OceanFields;
  readonly fragment: string;
  readonly isNarrow: boolean;
  /** Above the layers, and below them. */
  readonly search?: ReactNode;
  readonly below?: ReactNode;
  readonly bases?: readonly BaseLayer[];
  readonly shown?: readonly Overlay[];
};

/** The layer list as a card, which a narrow page opens from a button; and the link to the current view. */
export function LayersCard({ fragment, isNarrow, search = null, below = null, sources, fields, ...panel }: Props) {
  const { timeZone } = usePreferences();
  const [open, setOpen] = useState(false);
  const isOpen = open || !isNarrow;
  return (
    <>
      {isNarrow ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="layers"
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m8 2 6 3.2L8 8.4 2 5.2zM2 8.2l6 3.2 6-3.2M2 11l6 3.2L14 11" />
          </svg>
          {texts.layers}
        </button>
      ) : null}
      <section id="layers" className={styles.card} aria-label={texts.layers} hidden={!isOpen}>
        <header className={styles.header}>
          <h2>{texts.layers}</h2>
          <ShareLink fragment={fragment} />
          {isNarrow ? (
            <button
              type="button"
              className={styles.icon}
              onClick={() => setOpen(false)}
              aria-label={texts.closeLayers}
              title={texts.closeLayers}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="m4 4 8 8M12 4l-8 8" />
              </svg>
            </button>
          ) : null}
        </header>
        <div className={styles.body}>
          {search}
          <LayerPanel {...panel} notes={notesOf(sources, fields, timeZone)} />
          {below}
        </div>
      </section>
    </>
  );
}

const thanksMs = 2_500;

function ShareLink({ fragment }: { readonly fragment: string }) {
  const session = useSession();
  const [state, setState] = useState<'idle' | 'copied' | 'by-hand'>('idle');
  const field = useRef<HTMLInputElement>(null);
  const link = session.linkTo(fragment);
  useEffect(() => {
    if (state === 'by-hand') field.current?.select();
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), thanksMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // A frame may write to the clipboard only where the page around it lets it.
    navigator.clipboard.writeText(link).then(
      () => setState('copied'),
      () => setState('by-hand'),
    );
  };
  return (
    <>
      <button type="button" className={styles.share} onClick={copy}>
        {state === 'copied' ? texts.shared : texts.share}
      </button>
      {state === 'by-hand' ? (
        <label className={styles.byHand}>
          {texts.shareByHand}
          <input ref={field} readOnly value={link} onBlur={() => setState('idle')} />
        </label>
      ) : null}
    </>
  );
}
