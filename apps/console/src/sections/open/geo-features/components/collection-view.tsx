import { formatCount } from '@kianda/format';
import { type Column, CursorPages, DataTable, EmptyState, Instant, Panel, PanelFrame, SkeletonBar } from '@kianda/ui';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { cellOf, codeText } from '../api/save-features.ts';
import {
  type Collection,
  type FeaturePage,
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
/** Columns that a table shows before the person chooses others. */
const columnsShown = 6;
const noProperties: readonly PropertyInfo[] = [];

type Props = {
  readonly collection: Collection;
  readonly search: FeatureSearch;
  readonly onChange: (part: Partial<FeatureSearch>) => void;
};

/** The elements of one collection: filters, map, table, and the opened element. */
export function CollectionView(props: Props) {
  const { bbox, from, to, filter, limit } = props.search;
  // The key starts a new list from its first page when a filter changes.
  return <Elements key={JSON.stringify([bbox, from, to, filter, limit])} {...props} />;
}

function Elements({ collection, search, onChange }: Props) {
  const features = useFeatures(collection.id, search);
  const { items, schema } = features;
  const properties = schema?.properties ?? noProperties;
  const page = items.sourced?.value;
  const opened = page?.features.find(({ id }) => id === search.item);
  const shown = page === undefined ? undefined : shownText(page);
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
              extent={collection.extent.spatial?.bbox[0]}
              features={page?.features ?? []}
              search={search}
              onBox={(box) => onChange({ bbox: box, item: undefined })}
              onOpen={open}
            />
          </Suspense>
        </PanelFrame>
      )}
      <ElementTable
        collection={collection}
        search={search}
        features={features}
        properties={properties}
        shown={shown}
        onOpen={open}
      />
      {opened === undefined ? null : (
        <FeatureDialog
          collection={collection}
          feature={opened}
          properties={properties}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

function shownText(page: FeaturePage): string {
  return texts.shown(
    formatCount(page.numberReturned, ...texts.elements),
    page.numberMatched === undefined ? null : formatCount(page.numberMatched, ...texts.elements),
  );
}

type TableProps = {
  readonly collection: Collection;
  readonly search: FeatureSearch;
  readonly features: ReturnType<typeof useFeatures>;
  readonly properties: readonly PropertyInfo[];
  readonly shown: string | undefined;
  readonly onOpen: (id: string) => void;
};

/** The page's elements as a table, with the way to the other pages. */
function ElementTable({ collection, search, features, properties, shown, onOpen }: TableProps) {
  const { items, isFirst, toPage } = features;
  const columns = useMemo(() => columnsOf(properties), [properties]);
  const page = items.sourced?.value;
  const next = page === undefined ? null : nextToken(page);
  return (
    <Panel
      id="elementos"
      title={texts.table}
      description={shown}
      source={items}
      isEmpty={(value) => value.features.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
      actions={<FeatureTools collection={collection.id} search={search} properties={properties} />}
      footer={
        isFirst && next === null ? undefined : (
          <CursorPages
            isFirst={isFirst}
            hasNext={next !== null}
            onFirst={() => toPage(null)}
            onNext={() => toPage(next)}
          />
        )
      }
      flush
    >
      {(value) => (
        <DataTable
          id={collection.id}
          label={collection.title}
          columns={columns}
          rows={value.features}
          rowId={({ id }) => id}
          height="460px"
          onOpenRow={({ id }) => onOpen(id)}
        />
      )}
    </Panel>
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

function instantText(value: unknown): ReactNode {
  return typeof value === 'string' ? <Instant at={value} /> : null;
}
