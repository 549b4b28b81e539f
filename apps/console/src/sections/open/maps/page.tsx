import { allows } from '@kianda/contract';
import { mapCategories, mapCategoryIds } from '@kianda/contract/open/maps/layers';
import {
  createMap,
  deleteMap,
  findMap,
  listMaps,
  mapStats,
  mapTemplates,
  openMap,
  type SavedMap,
} from '@kianda/contract/open/maps/maps.contract';
import { createMapLink } from '@kianda/contract/open/maps/public-maps.contract';
import { formatNumber } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  PageHeader,
  PageStack,
  Panel,
  PanelFailure,
  RelativeTime,
  SkeletonCards,
  StatusPill,
  Tile,
  TileGrid,
} from '@kianda/ui';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import touch from '../../shared/touch.module.css';
import { changedByMaps, type Draft, MapEditor } from './map-editor.tsx';
import { MapPage } from './map-page.tsx';
import styles from './maps.module.css';
import { PublicLinks } from './public-links.tsx';
import { mapsTexts as texts } from './texts.pt.ts';

const searchSchema = z.object({
  map: z.uuid().optional().catch(undefined),
  category: z.enum(mapCategoryIds).optional().catch(undefined),
  q: z.string().max(120).optional().catch(undefined),
});

/** Address under which a map opens for everybody who may see it. */
const linkOf = (id: string) => `${window.location.origin}/?section=maps&map=${id}`;

/** Section `maps`: saved maps, made, kept and shared. */
export default function MapsPage() {
  const [search, change] = useSectionSearch(searchSchema);
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft !== null) {
    return (
      <div className={touch.touch}>
        <MapEditor
          draft={draft}
          onDone={(id) => {
            setDraft(null);
            change({ map: id ?? undefined });
          }}
        />
      </div>
    );
  }
  return (
    <div className={touch.touch}>
      {search.map === undefined ? (
        <MapList search={search} onSearch={change} onEdit={setDraft} />
      ) : (
        <OneMap id={search.map} onBack={() => change({ map: undefined })} onEdit={setDraft} />
      )}
    </div>
  );
}

/** A template under a name that is still to be given. */
function newDraft({ category, definition }: Pick<Draft, 'category' | 'definition'>): Draft {
  return { name: '', description: '', category, definition, access: 'private' };
}

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(linkOf(id));
    notify({ tone: 'success', message: texts.copied });
  } catch {
    notify({ tone: 'error', title: texts.copy, message: texts.copyFailed });
  }
}

function OneMap(props: { readonly id: string; readonly onBack: () => void; readonly onEdit: (map: SavedMap) => void }) {
  const { id, onBack, onEdit } = props;
  const { role } = useAccount();
  const result = useEndpoint(findMap, { params: { id } });
  const opened = useAction(openMap);
  const { run } = opened;
  useEffect(() => void run({ params: { id } }, { offline: 'fail' }), [run, id]);
  const map = result.sourced?.value;
  if (map === undefined) {
    return result.error === null ? (
      <SkeletonCards count={1} />
    ) : (
      <PageStack>
        <PanelFailure error={{ ...result.error, message: texts.notFound }} onRetry={result.refresh} />
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </PageStack>
    );
  }
  return (
    <PageStack>
      <PageHeader
        description={map.description === '' ? map.name : `${map.name}: ${map.description}`}
        mark={<StatusPill tone="info">{texts.accesses[map.access]}</StatusPill>}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={onBack}>
              {texts.back}
            </Button>
            <Button variant="default" onClick={() => void copyLink(map.id)}>
              {texts.copy}
            </Button>
            {map.isMine ? (
              <Button variant="default" onClick={() => onEdit(map)}>
                {texts.edit}
              </Button>
            ) : null}
          </Group>
        }
      />
      <MapPage title={map.name} definition={map.definition} height={760} />
      {map.isMine && allows(createMapLink.access, role) ? <PublicLinks map={map} /> : null}
    </PageStack>
  );
}

type ListProps = {
  readonly search: z.infer<typeof searchSchema>;
  readonly onSearch: (part: Partial<z.infer<typeof searchSchema>>) => void;
  readonly onEdit: (draft: Draft) => void;
};

function MapList({ search, onSearch, onEdit }: ListProps) {
  const { role } = useAccount();
  const mayWrite = allows(createMap.access, role);
  const { category, q } = search;
  const stats = useEndpoint(mapStats, {}, { refetchSeconds: 60 });
  const maps = useEndpoint(listMaps, {
    query: { ...(category === undefined ? {} : { category }), ...(q === undefined || q === '' ? {} : { search: q }) },
  });
  const templates = useEndpoint(mapTemplates, {});
  const remove = useAction(deleteMap, changedByMaps);
  const [asked, setAsked] = useState<SavedMap | null>(null);
  const columns = columnsOf({
    onOpen: ({ id }) => onSearch({ map: id }),
    onEdit,
    onCopy: ({ id }) => void copyLink(id),
    onRemove: setAsked,
  });
  const figure = (id: 'total' | 'shared' | 'mine' | 'opens') => (
    <Tile
      id={`mapas-${id}`}
      label={texts.tiles[id]}
      value={orReason(
        pick(stats, (value) => value[id]),
        stats,
      )}
      format={{ maxDecimals: 0 }}
    />
  );
  const isFiltered = category !== undefined || (q ?? '') !== '';
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
      <TileGrid minWidth={180}>
        {figure('total')}
        {figure('shared')}
        {figure('mine')}
        {figure('opens')}
      </TileGrid>
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
          onChange={({ currentTarget }) =>
            onSearch({ q: currentTarget.value === '' ? undefined : currentTarget.value })
          }
        />
      </Group>
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
      <Panel id="modelos" title={texts.templates} description={texts.templatesText} source={templates}>
        {(value) => (
          <ul className={styles.templates}>
            {value.templates.map(({ id, name, description, category: kind, definition }) => (
              <li key={id} className={styles.template}>
                <div>
                  <strong>{name}</strong>
                  <p>{`${mapCategories[kind]}. ${description}`}</p>
                </div>
                {mayWrite ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${texts.use}: ${name}`}
                    onClick={() => onEdit({ name, description, category: kind, definition, access: 'private' })}
                  >
                    {texts.use}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle(asked.name)}
          body={texts.removeText}
          confirm={texts.remove}
          isDangerous
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: asked.id } }, { offline: 'fail' });
            return outcome.state === 'failed' ? outcome.failure.message : null;
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </PageStack>
  );
}

type Doings = Readonly<Record<'onOpen' | 'onEdit' | 'onCopy' | 'onRemove', (map: SavedMap) => void>>;

const columnsOf = ({ onOpen, onEdit, onCopy, onRemove }: Doings): readonly Column<SavedMap>[] => [
  { id: 'name', label: texts.name, value: ({ name }) => name },
  { id: 'category', label: texts.category, value: ({ category }) => mapCategories[category], width: '200px' },
  { id: 'access', label: texts.access, value: ({ access }) => texts.accesses[access], width: '150px' },
  { id: 'owner', label: texts.owner, value: ({ ownerName }) => ownerName, width: '160px' },
  {
    id: 'opens',
    label: texts.opens,
    value: ({ opens }) => opens,
    render: ({ opens }) => formatNumber(opens, { maxDecimals: 0 }),
    align: 'end',
    width: '90px',
  },
  {
    id: 'updated',
    label: texts.updated,
    value: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    width: '140px',
  },
  {
    id: 'actions',
    label: texts.actions,
    value: () => null,
    render: (map) => (
      <Group gap={6} wrap="nowrap">
        <Button size="compact-xs" variant="default" onClick={() => onOpen(map)}>
          {texts.open}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onCopy(map)}>
          {texts.copy}
        </Button>
        {map.isMine ? (
          <>
            <Button size="compact-xs" variant="default" onClick={() => onEdit(map)}>
              {texts.edit}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => onRemove(map)}>
              {texts.remove}
            </Button>
          </>
        ) : null}
      </Group>
    ),
    width: '330px',
  },
];
