import { formatCount, formatInstant } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, PanelFrame, SkeletonBar } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { cellOf, codeText } from '../api/save-features.ts';
import {
  type Collection,
  type FeatureRow,
  nextToken,
  type PropertyInfo,
  refusalOf,
  useFeatures,
} from '../api/use-features.ts';
import styles from '../page.module.css';
import type { FeatureSearch } from '../search.ts';
import { featureTexts as texts } from '../texts.pt.ts';
import { FeatureDialog } from './feature-dialog.tsx';
import { FeatureFilterForm } from './feature-filters.tsx';
import { FeatureTools } from './feature-tools.tsx';

const ItemsMap = lazy(() => import('./items-map.tsx'));
/** Columns that a table shows before any is chosen. */
const columnsShown = 6;
const noProperties: readonly PropertyInfo[] = [];

type Props = {
  readonly collection: Collection;
  readonly search: FeatureSearch;
  readonly onChange: (part: Partial<FeatureSearch>) => void;
};

/** The elements of one collection: filters, map, table, and the one that is open. */
export function CollectionView(props: Props) {
  const { bbox, from, to, filter, limit } = props.search;
  // Another filter is another list, read from its first page.
  return <Elements key={JSON.stringify([bbox, from, to, filter, limit])} {...props} />;
}

function Elements({ collection, search, onChange }: Props) {
  const { items, schema, isFirst, toPage } = useFeatures(collection.id, search);
  const properties = schema?.properties ?? noProperties;
  const columns = useMemo(() => columnsOf(properties), [properties]);
  const page = items.sourced?.value;
  const next = page === undefined ? null : nextToken(page);
  const chosen = page?.features.find(({ id }) => id === search.item);
  const extent = collection.extent.spatial?.bbox[0];
  const shown =
    page === undefined
      ? undefined
      : texts.shown(
          formatCount(page.numberReturned, ...texts.elements),
          page.numberMatched === undefined ? null : formatCount(page.numberMatched, ...texts.elements),
        );
  const open = (id: string | undefined) => onChange({ item: id });
  return (
    <div className={styles.detail}>
      <PanelFrame title={collection.title} description={collection.description}>
        <FeatureFilterForm
          search={search}
          schema={schema}
          refusals={{
            bbox: refusalOf(items.failure, 'bbox'),
            datetime: refusalOf(items.failure, 'datetime'),
            filter: refusalOf(items.failure, 'filter'),
          }}
          onApply={(part) => onChange({ ...part, item: undefined })}
        />
      </PanelFrame>
      {schema?.hasPlace === false ? (
        <p className={styles.note}>{texts.unplaced}</p>
      ) : (
        <PanelFrame title={texts.map} description={shown} provenance={items.sourced?.provenance} flush>
          <Suspense fallback={<SkeletonBar height={440} />}>
            <ItemsMap
              collection={collection.id}
              title={collection.title}
              extent={extent}
              features={page?.features ?? []}
              search={search}
              onBox={(box) => onChange({ bbox: box, item: undefined })}
              onOpen={open}
            />
          </Suspense>
        </PanelFrame>
      )}
      <Panel
        id="elementos"
        title={texts.table}
        description={shown}
        source={items}
        isEmpty={({ features }) => features.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        actions={<FeatureTools collection={collection.id} search={search} properties={properties} />}
        footer={
          isFirst && next === null ? undefined : (
            <div className={styles.row}>
              {isFirst ? null : (
                <Button size="xs" variant="default" onClick={() => toPage(null)}>
                  {texts.first}
                </Button>
              )}
              {next === null ? null : (
                <Button size="xs" variant="default" onClick={() => toPage(next)}>
                  {texts.next}
                </Button>
              )}
            </div>
          )
        }
        flush
      >
        {({ features }) => (
          <DataTable
            id={collection.id}
            label={collection.title}
            columns={columns}
            rows={features}
            rowId={({ id }) => id}
            height="460px"
            onOpenRow={({ id }) => open(id)}
          />
        )}
      </Panel>
      {chosen === undefined ? null : (
        <FeatureDialog
          collection={collection.id}
          feature={chosen}
          properties={properties}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

function columnsOf(properties: readonly PropertyInfo[]): readonly Column<FeatureRow>[] {
  return [
    { id: 'id', label: texts.id, value: ({ id }) => id, hidden: properties.length >= columnsShown },
    ...properties.map(({ name, title, type, unit }, index): Column<FeatureRow> => {
      const isNumber = type === 'number' || type === 'integer';
      const isCode = type === 'integer' && unit === '';
      const value = ({ properties: values }: FeatureRow) => cellOf(values[name]);
      return {
        id: `p-${name}`,
        label: unit === '' ? title : `${title} (${unit})`,
        value,
        ...(isNumber ? { align: 'end' as const } : {}),
        ...(type === 'date-time' ? { render: (row: FeatureRow) => instantText(row.properties[name]) } : {}),
        ...(isCode ? { render: (row: FeatureRow) => codeText(row.properties[name]) } : {}),
        hidden: index >= columnsShown,
      };
    }),
  ];
}

function instantText(value: unknown): string | null {
  return typeof value === 'string' ? formatInstant(value) : null;
}
