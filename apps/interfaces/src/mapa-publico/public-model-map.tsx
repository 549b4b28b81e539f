import { publicModelMap } from '@kianda/contract/models/maps/map-links.contract';
import { type MapBand, mapBands, spreadNames } from '@kianda/contract/models/maps/maps.contract';
import { metricNames, modelTypes, splitNames } from '@kianda/contract/models/registry/models.contract';
import { formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { PageMark, usePreferences } from '@kianda/ui';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { modelMapName } from '../ocean-map/use-model-map.ts';
import { PageMessage } from '../shared/page-message.tsx';
import type { PublicModel } from './model-map-box.tsx';
import styles from './public-map.module.css';
import { publicMapTexts, publicModelTexts as texts } from './texts.pt.ts';

const ModelMapBox = lazy(() => import('./model-map-box.tsx'));

const noToken = { params: { token: '' } };
const bandNames = Object.keys(mapBands) as readonly MapBand[];

/** The map of a model as visitors with its link see it: its layers, how it was measured, and whence it comes. */
export function PublicModelMap() {
  // The page's client puts the token of its address here.
  const { sourced, error, refresh } = useRead(publicModelMap, noToken);
  if (sourced === undefined) {
    return error === null ? (
      <PageMessage title={publicMapTexts.title} />
    ) : (
      <PageMessage
        title={publicMapTexts.failed}
        message={error.message}
        action={{ label: publicMapTexts.retry, run: refresh }}
      />
    );
  }
  return <Shown map={sourced.value} />;
}

function Shown({ map }: { readonly map: PublicModel }) {
  const { timeZone } = usePreferences();
  const [band, setBand] = useState<MapBand>('value');
  const noUncertainty = band === 'uncertainty' && map.spreadKind === null;
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h1 className={styles.title}>{modelMapName(map)}</h1>
        <p className={styles.description}>{texts.about(modelTypes[map.modelType])}</p>
        <label>
          {texts.band}{' '}
          <select value={band} onChange={({ currentTarget }) => setBand(currentTarget.value as MapBand)}>
            {bandNames.map((name) => (
              <option key={name} value={name}>
                {mapBands[name]}
              </option>
            ))}
          </select>
        </label>
        <Facts map={map} />
        <PageMark />
        <p className={styles.by}>
          {publicMapTexts.by(map.operatorName)}, {publicMapTexts.until(formatDate(map.expiresAt, timeZone))}
        </p>
      </header>
      <main className={styles.stage}>
        {noUncertainty ? <p className={styles.note}>{texts.noUncertainty}</p> : null}
        <Suspense fallback={null}>
          <ModelMapBox map={map} band={band} />
        </Suspense>
      </main>
    </div>
  );
}

/** Measure, dates, licences and limits of the map. */
function Facts({ map }: { readonly map: PublicModel }) {
  const { timeZone } = usePreferences();
  const { skill, spreadKind, outside, without, oldestInputAt } = map;
  const facts: readonly (readonly [string, string])[] = [
    [texts.method, map.algorithm],
    [
      texts.measure,
      texts.measured(
        metricNames[skill.metric],
        formatNumber(skill.validation, { maxDecimals: 3 }),
        splitNames[skill.split],
      ),
    ],
    [texts.made, formatDate(map.madeAt, timeZone)],
    [texts.oldest, oldestInputAt === null ? texts.noOldest : formatDate(oldestInputAt, timeZone)],
    [texts.uncertainty, spreadKind === null ? texts.noUncertainty : spreadNames[spreadKind]],
    [texts.outside, outside === null ? texts.noOutside : formatQuantity(100 * outside, '%', { maxDecimals: 1 })],
    ...(without.length === 0 ? [] : [[texts.without, without.join(', ')] as const]),
    [
      texts.sources,
      map.sources.map(({ name, licence }) => (licence === null ? name : `${name} (${licence})`)).join('; ') ||
        texts.noOldest,
    ],
  ];
  return (
    <details className={styles.refused}>
      <summary>{texts.facts}</summary>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {map.isSimulated ? <p>{texts.simulated}</p> : null}
    </details>
  );
}
