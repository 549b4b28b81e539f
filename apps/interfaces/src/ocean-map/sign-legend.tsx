import { useScheme } from '../shared/session-context.ts';
import { type Overlay, overlays } from './layers.ts';
import styles from './ocean-page.module.css';
import { OverlaySwatch } from './overlay-swatch.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { ViewState } from './view-state.ts';

type Props = { readonly layers: ViewState['overlays']; readonly shown?: readonly Overlay[] };

/** Signs of the layers that the map shows, with their names. */
export function SignLegend({ layers, shown = overlays }: Props) {
  const scheme = useScheme();
  const visible = shown.filter((id) => layers[id].on);
  if (visible.length === 0) return null;
  return (
    <section className={styles.legend} aria-label={texts.legend}>
      <ul className={styles.signs}>
        {visible.map((id) => (
          <li key={id}>
            <OverlaySwatch id={id} scheme={scheme} /> {texts.overlayNames[id]}
          </li>
        ))}
      </ul>
    </section>
  );
}
