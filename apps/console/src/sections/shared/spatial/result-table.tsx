import type { AnalysisLayer } from '@kianda/contract/space/spatial/analysis-results';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, EmptyState, PanelFrame } from '@kianda/ui';
import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import tabbed from '../tabbed.module.css';
import styles from './analysis.module.css';
import { attributeText } from './attribute-text.tsx';
import type { LayerFeatures } from './result-map.tsx';
import { resultTexts as texts } from './texts.pt.ts';

type Row = LayerFeatures['features'][number];
type Props = {
  readonly layers: readonly AnalysisLayer[];
  readonly layer: AnalysisLayer;
  readonly features: LayerFeatures;
  readonly chosen: string | null;
  readonly onLayer: (id: string) => void;
  readonly onChoose: (feature: string) => void;
};

const manyRows = 12;

/** The features of a layer with their attributes; what is chosen on the map is said above, and a row shows it there. */
export function ResultTable({ layers, layer, features, chosen, onLayer, onChoose }: Props) {
  const head = useRef<HTMLDivElement>(null);
  const row = features.features.find(({ id }) => id === chosen);
  useEffect(() => {
    if (chosen !== null) head.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const columns = useMemo(() => columnsOf(layer), [layer]);
  // Rows whose first cells say the same are told apart by their ids.
  const firsts = features.features.map(({ properties }) => properties[layer.attributes[0]?.name ?? '']);
  const isUnique = new Set(firsts).size === firsts.length;
  return (
    <PanelFrame
      id="elementos"
      title={texts.tableOf(layer.title)}
      description={
        features.numberReturned < features.numberMatched
          ? texts.partial(formatNumber(features.numberReturned), formatNumber(features.numberMatched))
          : undefined
      }
    >
      <div className={styles.stack} ref={head}>
        {layers.length < 2 ? null : (
          <div className={tabbed.tabs}>
            <SegmentedControl
              size="xs"
              aria-label={texts.layer}
              value={layer.id}
              data={layers.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={onLayer}
            />
          </div>
        )}
        <p className={styles.quiet} role="status">
          {row === undefined ? texts.none : `${texts.chosen}: ${nameOf(row, layer)}`}
        </p>
        <DataTable
          id={`analise-${layer.id}`}
          label={texts.tableOf(layer.title)}
          columns={columns}
          rows={features.features}
          rowId={({ id }) => id}
          {...(isUnique ? {} : { rowName: ({ id }: Row) => texts.element(id) })}
          onOpenRow={({ id }) => onChoose(id)}
          {...(features.features.length > manyRows ? { height: '420px' } : {})}
          empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        />
      </div>
    </PanelFrame>
  );
}

/** A feature by its first words, or its number. */
function nameOf(row: Row, layer: AnalysisLayer): string {
  const text = layer.attributes.find(({ type, name }) => type === 'string' && row.properties[name] !== null);
  return text === undefined ? texts.element(row.id) : String(row.properties[text.name]);
}

function columnsOf({ attributes }: AnalysisLayer): readonly Column<Row>[] {
  return attributes.map((attribute) => ({
    id: attribute.name,
    label: attribute.unit === null ? attribute.title : `${attribute.title} (${attribute.unit})`,
    value: ({ properties }) => {
      const value = properties[attribute.name] ?? null;
      return typeof value === 'boolean' ? (value ? texts.yes : texts.no) : value;
    },
    render: ({ properties }) => attributeText(attribute, properties[attribute.name] ?? null),
    align: attribute.type === 'number' || attribute.type === 'integer' ? 'end' : 'start',
  }));
}
