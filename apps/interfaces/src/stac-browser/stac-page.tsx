import { Panel, SkeletonLines } from '@kianda/ui';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useRef, useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { AboutCollection } from './about-collection.tsx';
import { type Filters, noFilters } from './filter-fields.ts';
import { Results } from './results.tsx';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import { catalogueFields, filtersOf, useCatalogue } from './use-catalogue.ts';
import { usePreview } from './use-preview.ts';

// The map and the fields weigh more than all the rest, and come once the page stands.
const ItemPanel = lazy(() => import('./item-panel.tsx').then((module) => ({ default: module.ItemPanel })));
const FilterForm = lazy(() => import('./filters.tsx').then((module) => ({ default: module.FilterForm })));
const FootprintMap = lazy(() => import('./footprint-map.tsx'));

/** Browser of the catalogue: search, map of footprints, items, previews of their files. */
export function StacPage() {
  const [state, change, fragment] = useAddress(catalogueFields);
  const [filters, setFilters] = useState<Filters>(() => filtersOf(state));
  const catalogue = useCatalogue(state, change);
  const { collections, known, sent, found, item, choose, previewKey, setPreviewKey } = catalogue;
  const preview = usePreview(item, previewKey);
  const mapBox = useRef<HTMLDivElement>(null);
  // Beside one another the parts scroll each by itself; one below the other, the page does.
  const isWide = useMediaQuery('(min-width: 961px)', true, { getInitialValueInEffect: false });
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment} isFilled={isWide}>
      <div className={styles.page}>
        <div className={styles.side}>
          <Panel title={texts.filters} source={collections} skeleton={<SkeletonLines lines={5} />}>
            {() => (
              <Suspense fallback={<SkeletonLines lines={5} />}>
                <FilterForm
                  filters={filters}
                  collections={known}
                  onChange={setFilters}
                  onSearch={() => catalogue.search(filters)}
                  onClear={() => {
                    setFilters(noFilters);
                    catalogue.search(noFilters);
                  }}
                />
              </Suspense>
            )}
          </Panel>
          <AboutCollection collection={known.find(({ id }) => id === sent.filters.collection)} />
          <Results
            catalogue={catalogue}
            onChoose={(chosen) => {
              choose(chosen);
              // On a narrow page the map is below the list.
              mapBox.current?.scrollIntoView({ block: 'nearest' });
            }}
          />
        </div>
        <div className={styles.map} ref={mapBox}>
          <Suspense fallback={null}>
            <FootprintMap catalogue={catalogue} preview={preview} />
          </Suspense>
        </div>
        <div className={styles.detail}>
          {item === null ? (
            <p className={styles.hint}>{texts.choose}</p>
          ) : (
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <ItemPanel
                item={item}
                provenance={found.sourced?.provenance}
                preview={preview}
                previewKey={previewKey}
                onPreview={setPreviewKey}
                onClose={() => choose(null)}
              />
            </Suspense>
          )}
        </div>
      </div>
    </PageFrame>
  );
}
