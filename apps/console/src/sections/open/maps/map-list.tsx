import { allows, type DataOf } from '@kianda/contract';
import { mapCategories, mapCategoryIds } from '@kianda/contract/open/maps/layers';
import {
  createMap,
  deleteMap,
  listMaps,
  mapStats,
  mapTemplates,
  type SavedMap,
} from '@kianda/contract/open/maps/maps.contract';
import { DataTable, EmptyState, PageHeader, PageStack, Panel, Tile, TileGrid } from '@kianda/ui';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import { copyLink } from './copy-link.ts';
import { columnsOf } from './map-columns.tsx';
import { changedByMaps, type Draft } from './map-editor.tsx';
import styles from './maps.module.css';
import type { MapsSearch } from './maps-search.ts';
import { mapsTexts as texts } from './texts.pt.ts';

type Props = {
  readonly search: MapsSearch;
  readonly onSearch: (part: Partial<MapsSearch>) => void;
  readonly onEdit: (draft: Draft) => void;
};

/** The saved maps, their figures, and the templates to start a new one from. */
export function MapList({ search, onSearch, onEdit }: Props) {
  const { role } = useAccount();
  const mayWrite = allows(createMap.access, role);
  const templates = useEndpoint(mapTemplates, {});
  const stats = useEndpoint(mapStats, {}, { refetchSeconds: 60 });
  // Without a map the templates to begin from come first, and four zeros last.
  const isEmpty = stats.sourced?.value.total_maps === 0;
  const starts = <Templates source={templates} mayWrite={mayWrite} onEdit={onEdit} />;
  const firstTemplate = templates.sourced?.value.templates[0];
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          mayWrite && firstTemplate !== undefined ? (
            <Button onClick={() => onEdit(newDraft(firstTemplate))}>{texts.create}</Button>
          ) : undefined
        }
      />
      {isEmpty ? starts : <MapTiles stats={stats} />}
      <MapFilters search={search} onSearch={onSearch} />
      <MapTable search={search} onSearch={onSearch} onEdit={onEdit} />
      {isEmpty ? <MapTiles stats={stats} /> : starts}
    </PageStack>
  );
}

/** A template without a name, which its author gives. */
function newDraft({ category, definition }: Pick<Draft, 'category' | 'definition'>): Draft {
  return { name: '', description: '', category, definition, access: 'private' };
}

const tiles = ['total_maps', 'shared', 'mine', 'views'] as const;

function MapTiles({ stats }: { readonly stats: EndpointResult<DataOf<typeof mapStats>> }) {
  return (
    <TileGrid minWidth={180}>
      {tiles.map((id) => (
        <Tile
          key={id}
          id={`mapas-${id}`}
          label={texts.tiles[id]}
          value={orReason(
            pick(stats, (value) => value[id]),
            stats,
          )}
          format={{ maxDecimals: 0 }}
        />
      ))}
    </TileGrid>
  );
}

function MapFilters({ search: { category, q }, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={texts.category}
        value={category ?? ''}
        data={[
          { value: '', label: texts.allCategories },
          ...mapCategoryIds.map((id) => ({ value: id, label: mapCategories[id] })),
        ]}
        onChange={({ currentTarget }) =>
          onSearch({ category: mapCategoryIds.find((id) => id === currentTarget.value) })
        }
      />
      <TextInput
        className={styles.search ?? ''}
        label={texts.search}
        value={q ?? ''}
        maxLength={120}
        onChange={({ currentTarget }) => onSearch({ q: currentTarget.value === '' ? undefined : currentTarget.value })}
      />
    </Group>
  );
}

function MapTable({ search: { category, q }, onSearch, onEdit }: Props) {
  const maps = useEndpoint(listMaps, {
    query: { ...(category === undefined ? {} : { category }), ...(q === undefined || q === '' ? {} : { search: q }) },
  });
  const remove = useAction(deleteMap, changedByMaps);
  const [removing, setRemoving] = useState<SavedMap | null>(null);
  const columns = columnsOf({
    onOpen: ({ id }) => onSearch({ map: id }),
    onEdit,
    onCopy: ({ id }) => void copyLink(id),
    onRemove: setRemoving,
  });
  const isFiltered = category !== undefined || (q ?? '') !== '';
  return (
    <>
      <Panel
        id="mapas"
        title={texts.list}
        description={texts.listText}
        source={maps}
        isEmpty={(value) => value.maps.length === 0}
        empty={
          <EmptyState title={isFiltered ? texts.noMatch : texts.empty}>
            {isFiltered ? null : texts.emptyText}
          </EmptyState>
        }
        flush
      >
        {(value) => (
          <DataTable id="mapas" label={texts.list} columns={columns} rows={value.maps} rowId={({ id }) => id} />
        )}
      </Panel>
      {removing === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle(removing.name)}
          body={texts.removeText}
          confirm={texts.remove}
          isDangerous
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removing.id } }, { offline: 'fail' });
            return outcome.state === 'failed' ? outcome.failure.message : null;
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

type TemplateProps = {
  readonly source: EndpointResult<DataOf<typeof mapTemplates>>;
  readonly mayWrite: boolean;
  readonly onEdit: (draft: Draft) => void;
};

function Templates({ source, mayWrite, onEdit }: TemplateProps) {
  return (
    <Panel id="modelos" title={texts.templates} description={texts.templatesText} source={source}>
      {(value) => (
        <ul className={styles.templates}>
          {value.templates.map(({ id, name, description, category, definition }) => (
            <li key={id} className={styles.template}>
              <div>
                <strong>{name}</strong>
                <p>{`${mapCategories[category]}. ${description}`}</p>
              </div>
              {mayWrite ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${texts.use}: ${name}`}
                  onClick={() => onEdit({ name, description, category, definition, access: 'private' })}
                >
                  {texts.use}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
