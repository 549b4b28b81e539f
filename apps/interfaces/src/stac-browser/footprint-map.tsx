import { angolaBbox } from '@kianda/geo';
import { ProvenanceBadge } from '@kianda/ui';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { MapCorners } from '@kianda/viz/map/controls/map-corners.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { useScheme } from '../shared/session-context.ts';
import { Footprints, footprintLayer, SeenArea } from './footprints.tsx';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import type { Catalogue } from './use-catalogue.ts';
import type { usePreview } from './use-preview.ts';

const padding = { top: 24, right: 24, bottom: 24, left: 24 };

type MapProps = { readonly catalogue: Catalogue; readonly preview: ReturnType<typeof usePreview> };

/** Footprints of the items found, over the preview of the chosen one. */
export default function FootprintMap({ catalogue, preview }: MapProps) {
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
      <MapCorners bounds={angolaBbox} padding={padding} />
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
