import type { Provenance } from '@kianda/contract';
import { formatQuantity } from '@kianda/format';
import { ProvenanceBadge } from '@kianda/ui';
import { useState } from 'react';
import { useScheme } from '../shared/session-context.ts';
import styles from './layer-panel.module.css';
import { type BaseLayer, baseLayers, type Overlay, overlays } from './layers.ts';
import { OverlaySwatch } from './overlay-swatch.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { ChangeView } from './use-view.ts';
import type { ViewState } from './view-state.ts';

/** Note next to a layer's name: number, date, or the reason why it is empty. */
export type OverlayNote = {
  readonly text?: string | undefined;
  readonly provenance?: Provenance | undefined;
  /** Reads the layer again after a failure. */
  readonly retry?: (() => void) | undefined;
  /** The account may not see the layer, so that its switch is disabled. */
  readonly barred?: boolean;
};

type Props = {
  readonly view: ViewState;
  readonly change: ChangeView;
  readonly notes: Readonly<Partial<Record<Overlay, OverlayNote>>>;
  readonly bases?: readonly BaseLayer[];
  readonly shown?: readonly Overlay[];
};

/** The list of layers: one field of the sea, and what lies over it, each with its opacity. */
export function LayerPanel({ view, change, notes, bases = baseLayers, shown = overlays }: Props) {
  const [open, setOpen] = useState<Overlay | 'base' | null>(null);
  const toggle = (id: Overlay | 'base') => setOpen(open === id ? null : id);
  return (
    <div className={styles.panel}>
      {bases.length === 0 ? null : (
        <fieldset className={styles.group}>
          <legend>{texts.baseGroup}</legend>
          {bases.map((base) => (
            <label key={base} className={styles.row}>
              <input
                type="radio"
                name="base"
                value={base}
                checked={view.base === base}
                onChange={() => change({ base, fitted: false })}
              />
              <span className={styles.name}>{texts.baseNames[base]}</span>
            </label>
          ))}
          {view.base === 'none' ? null : (
            <>
              <div className={styles.line}>
                <label className={styles.row}>
                  <input
                    type="checkbox"
                    checked={view.fitted}
                    onChange={(event) => change({ fitted: event.currentTarget.checked })}
                  />
                  <span className={styles.small}>{texts.fitted}</span>
                </label>
                <OpacityButton
                  label={texts.opacity(texts.baseNames[view.base])}
                  open={open === 'base'}
                  onClick={() => toggle('base')}
                />
              </div>
              {open === 'base' ? (
                <Opacity
                  label={texts.opacity(texts.baseNames[view.base])}
                  value={view.baseOpacity}
                  onChange={(baseOpacity) => change({ baseOpacity })}
                />
              ) : null}
            </>
          )}
        </fieldset>
      )}
      <fieldset className={styles.group}>
        <legend>{texts.overlayGroup}</legend>
        {shown.map((id) => (
          <OverlayRow
            key={id}
            id={id}
            view={view}
            change={change}
            note={notes[id] ?? {}}
            open={open === id}
            onToggle={() => toggle(id)}
          />
        ))}
      </fieldset>
    </div>
  );
}

type RowProps = {
  readonly id: Overlay;
  readonly view: ViewState;
  readonly change: ChangeView;
  readonly note: OverlayNote;
  /** True while its opacity is being set. */
  readonly open: boolean;
  readonly onToggle: () => void;
};

function OverlayRow({ id, view, change, note, open, onToggle }: RowProps) {
  const scheme = useScheme();
  const layer = view.overlays[id];
  const set = (part: Partial<typeof layer>) =>
    change((before) => {
      const next = { ...before.overlays, [id]: { ...before.overlays[id], ...part } };
      // Two flows at once would be indistinguishable.
      const other = id === 'currents' ? 'wind' : id === 'wind' ? 'currents' : null;
      if (other !== null && part.on === true) next[other] = { ...next[other], on: false };
      return { overlays: next };
    });
  const isOn = layer.on && note.barred !== true;
  return (
    <div className={styles.overlay}>
      <div className={styles.line}>
        <label className={styles.row}>
          <input
            type="checkbox"
            checked={isOn}
            disabled={note.barred}
            onChange={(event) => set({ on: event.currentTarget.checked })}
          />
          <OverlaySwatch id={id} scheme={scheme} />
          <span className={styles.name}>{texts.overlayNames[id]}</span>
        </label>
        {note.provenance === undefined || !isOn ? null : <ProvenanceBadge provenance={note.provenance} compact />}
        {isOn && id !== 'currents' && id !== 'wind' ? (
          <OpacityButton label={texts.opacity(texts.overlayNames[id])} open={open} onClick={onToggle} />
        ) : null}
      </div>
      {note.text === undefined || !(isOn || note.barred === true) ? null : (
        <p className={styles.note} role={note.retry === undefined ? undefined : 'alert'}>
          {note.text}{' '}
          {note.retry === undefined ? null : (
            <button type="button" className={styles.retry} onClick={note.retry}>
              {texts.retry}
            </button>
          )}
        </p>
      )}
      {isOn && open ? (
        <Opacity
          label={texts.opacity(texts.overlayNames[id])}
          value={layer.opacity}
          onChange={(opacity) => set({ opacity })}
        />
      ) : null}
    </div>
  );
}

type ButtonProps = { readonly label: string; readonly open: boolean; readonly onClick: () => void };

function OpacityButton({ label, open, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.opacityButton}
      aria-expanded={open}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
        <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
      </svg>
    </button>
  );
}

type OpacityProps = {
  readonly label: string;
  readonly value: number;
  readonly onChange: (opacity: number) => void;
};

function Opacity({ label, value, onChange }: OpacityProps) {
  const percent = Math.round(value * 100);
  return (
    <div className={styles.opacity}>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={label}
        aria-valuetext={formatQuantity(percent, '%')}
        title={label}
        onChange={(event) => onChange(Number(event.currentTarget.value) / 100)}
      />
      <output>{formatQuantity(percent, '%')}</output>
    </div>
  );
}
