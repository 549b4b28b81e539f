import { rampGradient } from '@kianda/viz/colour/ramps.ts';
import { type MapScheme, mapColours } from '@kianda/viz/map/colours.ts';
import styles from './layer-panel.module.css';
import type { Overlay } from './layers.ts';

/** The sign by which a layer is drawn on the map: its legend in the list. */
export function OverlaySwatch({ id, scheme }: { readonly id: Overlay; readonly scheme: MapScheme }) {
  const colours = mapColours[scheme];
  if (id === 'presence') {
    return <span className={styles.swatch} style={{ background: rampGradient('matter') }} aria-hidden="true" />;
  }
  if (id === 'upwelling') {
    return <span className={styles.swatch} style={{ background: rampGradient('deep') }} aria-hidden="true" />;
  }
  return (
    <svg className={styles.swatch} viewBox="0 0 20 12" aria-hidden="true">
      {id === 'currents' ? (
        <path d="M1 8c4-5 6 3 10-1s5-3 8-2" fill="none" stroke={colours.seaLabel} strokeWidth="1.6" />
      ) : null}
      {id === 'wind' ? (
        <path
          d="M1 4h10a2 2 0 1 0-2-2M1 8h13a2 2 0 1 1-2 2"
          fill="none"
          stroke={colours.seaLabel}
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      ) : null}
      {id === 'stations' ? (
        <circle cx="10" cy="6" r="4" fill={colours.station} stroke={colours.stationRing} strokeWidth="1.4" />
      ) : null}
      {id === 'observations'
        ? [4, 10, 16].map((x) => <circle key={x} cx={x} cy={x === 10 ? 8 : 4} r="2.4" fill={colours.observation} />)
        : null}
      {id === 'internal' ? (
        <rect
          x="2"
          y="2"
          width="16"
          height="8"
          fill={colours.internalWaters}
          fillOpacity="0.35"
          stroke={colours.internalWaters}
          strokeDasharray="1.5 1.5"
          strokeWidth="1.4"
        />
      ) : null}
      {id === 'zee' ? <path d="M1 6h18" stroke={colours.zee} strokeWidth="2" strokeDasharray="5 2.5" /> : null}
      {id === 'protected' ? (
        <rect
          x="2"
          y="2"
          width="16"
          height="8"
          fill={colours.protectedArea}
          fillOpacity="0.25"
          stroke={colours.protectedArea}
          strokeWidth="1.4"
        />
      ) : null}
      {id === 'fishing'
        ? Object.values(colours.fishing).map((colour, index) => (
            <rect
              key={colour}
              x={1 + index * 6.4}
              y="2"
              width="5"
              height="8"
              fill={colour}
              fillOpacity="0.25"
              stroke={colour}
              strokeWidth="1.2"
            />
          ))
        : null}
      {id === 'ports' ? <rect x="7" y="3" width="6" height="6" fill={colours.port} /> : null}
    </svg>
  );
}
