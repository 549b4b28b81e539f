import type { DataOf } from '@kianda/contract';
import { type MapBase, type MapOverlay, mapOverlays } from '@kianda/contract/open/maps/layers';
import type { MapDefinition } from '@kianda/contract/open/maps/maps.contract';
import { publicMap } from '@kianda/contract/open/maps/public-maps.contract';
import { formatDate } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { useRead } from '../client/use-read.ts';
import { initialView, type ViewState } from '../ocean-map/view-state.ts';
import { PageMessage } from '../shared/page-message.tsx';
import styles from './public-map.module.css';
import { publicMapTexts as texts } from './texts.pt.ts';

// The definition is read first: it may be a map that is no longer published.
const OceanPage = lazy(() => import('../ocean-map/ocean-page.tsx').then((module) => ({ default: module.OceanPage })));

/** The view that a map's definition opens with. */
export function viewOf({ base, baseOpacity, fitted, overlays, moment, camera }: MapDefinition): ViewState {
  const entries = mapOverlays.map((id) => {
    const opacity = overlays[id];
    return [id, opacity === undefined ? { on: false, opacity: 1 } : { on: true, opacity }] as const;
  });
  return {
    ...initialView,
    base,
    baseOpacity,
    fitted,
    overlays: Object.fromEntries(entries) as ViewState['overlays'],
    momentMs: moment === null ? null : Date.parse(moment),
    camera: camera === null ? null : { center: [camera.lon, camera.lat], zoom: camera.zoom },
  };
}

/** A map as visitors with its link see it. */
export function PublicMap() {
  const { sourced, error, onRetry } = useMap();
  if (sourced === undefined) {
    return error === null ? (
      <PageMessage title={texts.title} />
    ) : (
      <PageMessage title={texts.failed} message={error.message} action={{ label: texts.retry, run: onRetry }} />
    );
  }
  return <Shown map={sourced.value} />;
}

const noToken = { params: { token: '' } };

function useMap() {
  // The page's client puts the token of its address here.
  const { sourced, error, refresh } = useRead(publicMap, noToken);
  return { sourced, error, onRetry: refresh };
}

function Shown({ map }: { readonly map: DataOf<typeof publicMap> }) {
  const { timeZone } = usePreferences();
  const { definition, refused } = map;
  const bases: readonly MapBase[] = definition.base === 'none' ? [] : [definition.base, 'none'];
  const shown: readonly MapOverlay[] = mapOverlays.filter((id) => definition.overlays[id] !== undefined);
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h1 className={styles.title}>{map.name}</h1>
        <p className={styles.description}>{map.description}</p>
        {refused.length === 0 ? null : (
          <details className={styles.refused}>
            <summary>{texts.refused(refused.length)}</summary>
            <ul>
              {refused.map(({ layer, title, reason }) => (
                <li key={layer}>
                  <strong>{title}</strong>: {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
        <p className={styles.by}>
          {texts.by(map.operatorName)}, {texts.until(formatDate(map.expiresAt, timeZone))}
        </p>
        {window.parent === window ? null : (
          <a href={location.href.replace('/incorporar/', '/mapa/')} target="_blank" rel="noopener noreferrer">
            {texts.openAlone}
          </a>
        )}
      </header>
      <div className={styles.stage}>
        <Suspense fallback={null}>
          <OceanPage title={map.name} initial={viewOf(definition)} bases={bases} shown={shown} hasDetail={false} />
        </Suspense>
      </div>
    </div>
  );
}
