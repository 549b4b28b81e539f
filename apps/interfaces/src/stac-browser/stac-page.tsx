import { angolaBbox } from '@kianda/geo';
import { PageMark, Panel, ProvenanceBadge, SkeletonLines } from '@kianda/ui';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useRef, useState } from 'react';
import { useScheme } from '../shared/session-context.ts';
import { AboutCollection } from './about-collection.tsx';
import { FilterForm, type Filters, noFilters } from './filters.tsx';
import { Footprints, footprintLayer, SeenArea } from './footprints.tsx';
import { ItemPanel } from './item-panel.tsx';
import { Results } from './results.tsx';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import { type Catalogue, useCatalogue } from './use-catalogue.ts';
import { usePreview } from './use-preview.ts';

const padding = { top: 24, right: 24, bottom: 24, left: 24 };

/** Browser of the catalogue: search, map of footprints, items, previews of their files. */
export function StacPage() {
  const [filters, setFilters] = useState<Filters>(noFilters);
  const catalogue = useCatalogue();
  const { collections, known, sent, found, item, choose, previewKey, setPreviewKey } = catalogue;
  const preview = usePreview(item, previewKey);
  const mapBox = useRef<HTMLDivElement>(null);
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{texts.title}</h1>
        <PageMark />
      </div>
      <div className={styles.side}>
        <Panel title={texts.filters} source={collections} skeleton={<SkeletonLines lines={5} />}>
          {() => (
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
        <FootprintMap catalogue={catalogue} preview={preview} />
      </div>
      <div className={styles.detail}>
        {item === null ? (
          <p className={styles.hint}>{texts.choose}</p>
        ) : (
          <ItemPanel
            item={item}
            provenance={found.sourced?.provenance}
            preview={preview}
            previewKey={previewKey}
            onPreview={setPreviewKey}
            onClose={() => choose(null)}
          />
        )}
      </div>
    </main>
  );
}

type MapProps = { readonly catalogue: Catalogue; readonly preview: ReturnType<typeof usePreview> };

/** Footprints of the items found, over the preview of the chosen one. */
function FootprintMap({ catalogue, preview }: MapProps) {
  const scheme = useScheme();
  const { items, chosen, choose, found, onSeen } = catalogue;
  const onPick = ({ features }: MapPick) => {
    const picked = features.find(({ layer }) => layer === footprintLayer || layer === 'stac-footprints-point');
    const item = items.find(({ id }) => id === picked?.properties.id);
    if (item !== undefined) choose(item);
  };
  return (
    <MapView label={texts.map} scheme={scheme} camera={null} bounds={angolaBbox} padding={padding} onPick={onPick}>
      <SeenArea onSeen={onSeen} />
      {preview.state === 'field' ? <FieldLayer field={preview.field} scale={preview.scale} opacity={0.9} /> : null}
      <Footprints items={items} selected={chosen} />
      <div className={styles.zoom}>
        <ZoomButtons bounds={angolaBbox} padding={padding} />
      </div>
      <div className={styles.scale}>
        <ScaleBar />
      </div>
      {preview.state === 'field' ? (
        <div className={styles.legend}>
          <Legend
            title={preview.label}
            unit={preview.unit}
            scale={preview.scale}
            hasGaps
            aside={found.sourced === undefined ? null : <ProvenanceBadge provenance={found.sourced.provenance} />}
          />
        </div>
      ) : null}
    </MapView>
  );
}
