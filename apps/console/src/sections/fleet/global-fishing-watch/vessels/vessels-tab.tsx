import type { DataOf } from '@kianda/contract';
import { type ListedVessel, listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import { formatCount, formatFlag, formatGear, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, clampPage, DataTable, EmptyState, Pagination, Panel, SkeletonLines } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import {
  orderOfSort,
  resourceColumns,
  sortableColumns,
  sortTextOf,
} from '../../../shared/resource/resource-columns.tsx';
import { ResourceFilters } from '../../../shared/resource/resource-filters.tsx';
import { SavedViews } from '../../../shared/resource/saved-views.tsx';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import { SimulatedMark } from '../alerts/alert-item.tsx';
import { refreshSecondsOf } from '../api/use-fishing.ts';
import { FlagName, GearName } from '../coded-name.tsx';
import { AddToGroup } from '../groups/add-to-group.tsx';
import { groupTexts } from '../groups/texts.pt.ts';
import { useGroups } from '../groups/use-groups.ts';
import styles from '../page.module.css';
import type { TabView } from '../view.ts';
import { ActivityMark } from './activity-mark.tsx';
import { counted, countedChoices } from './counted-choices.ts';
import { ExportMenu } from './export-menu.tsx';
import { ListSources } from './list-sources.tsx';
import { filtersOf, listAddress, sizeOf } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';
import { inView, viewOf } from './view-address.ts';

const GroupsDialog = lazy(() => import('../groups/groups-dialog.tsx'));
const wholeNumber = { maxDecimals: 0 } as const;
const sortable = sortableColumns(vesselResource);

type VesselList = DataOf<typeof listVessels>;
type ChangeView = Pick<TabView, 'search' | 'change'>;

/** The page of vessels that the address asks for; a page beyond the last is brought back to it. */
function useVesselPage({ settings, search, change }: TabView) {
  const size = sizeOf(search);
  const filters = filtersOf(search, settings);
  const page = search.page ?? 1;
  const vessels = usePreviousWhileLoading(
    useEndpoint(
      listVessels,
      { query: { ...filters, page, pageSize: size } },
      { refetchSeconds: refreshSecondsOf(settings) },
    ),
  );
  const value = vessels.sourced?.value;
  const total = value?.page === page && value.pageSize === size ? value.total : undefined;
  useEffect(() => {
    if (total === undefined) return;
    const fit = clampPage(page, total, size);
    if (fit !== page) change({ page: fit === 1 ? undefined : fit }, { replace: true });
  }, [total, page, size, change]);
  return { vessels, filters, page, size };
}

/** Tab of vessels: filters, pages, exports, and the way to each vessel's own dialog. */
export default function VesselsTab(view: TabView) {
  const { search, change } = view;
  const { maySee } = useGroups();
  const [isGroupsOpen, setGroupsOpen] = useState(false);
  const { vessels, filters, page, size } = useVesselPage(view);
  const value = vessels.sourced?.value;
  return (
    <>
      <Panel
        title={texts.title}
        description={
          value === undefined
            ? undefined
            : texts.description(formatNumber(value.total, wholeNumber), formatNumber(value.known, wholeNumber))
        }
        source={vessels}
        skeleton={<SkeletonLines lines={12} />}
        actions={
          <Group gap="xs">
            {maySee ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconListDetails size={15} aria-hidden="true" />}
                onClick={() => setGroupsOpen(true)}
              >
                {groupTexts.manage}
              </Button>
            ) : null}
            <ExportMenu filters={filters} filtered={value?.total ?? 0} known={value?.known ?? 0} />
          </Group>
        }
      >
        {(list) => (
          <div className={styles.stack}>
            <VesselFilters view={view} list={list} />
            <VesselTable search={search} change={change} list={list} page={page} size={size} />
            <ListSources sources={list.sources} />
          </div>
        )}
      </Panel>
      {isGroupsOpen ? (
        <Suspense fallback={null}>
          <GroupsDialog
            onUse={(group) => {
              change({ group, page: undefined });
              setGroupsOpen(false);
            }}
            onClose={() => setGroupsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function VesselFilters({ view, list }: { readonly view: TabView; readonly list: VesselList }) {
  const { search, settings, change } = view;
  const { known } = useGroups();
  return (
    <ResourceFilters
      list={vesselResource}
      address={inView(listAddress(search, settings))}
      offers={{
        flags: countedChoices(
          list.flags.map(({ flag, vessels }) => ({ code: flag, vessels })),
          formatFlag,
        ),
        gears: countedChoices(
          list.gears.map(({ gear, vessels }) => ({ code: gear, vessels })),
          formatGear,
        ),
        group: known.map(({ id, name, members }) => ({ value: id, label: counted(name, members) })),
      }}
      onFilter={(part) => change({ ...viewOf(part), page: undefined }, { replace: true })}
    />
  );
}

const columnsFor = (onOpen: (vessel: ListedVessel) => void): readonly Column<ListedVessel>[] => [
  ...resourceColumns(vesselResource, {
    name: (vessel) => (
      <>
        {vessel.name ?? vessel.id} <SimulatedMark simulated={vessel.simulated} />
      </>
    ),
    activity: ({ activity }) => <ActivityMark activity={activity} />,
    flag: ({ flag }) => (flag === null ? UNKNOWN : <FlagName code={flag} />),
    gear: ({ gearType }) =>
      gearType === null ? (
        <abbr title={vesselResource.columns.gear.unknown}>{UNKNOWN}</abbr>
      ) : (
        <GearName code={gearType} />
      ),
  }),
  {
    id: 'details',
    label: texts.details,
    render: (vessel) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={texts.detailsOf(vessel.name ?? vessel.id)}
        onClick={() => onOpen(vessel)}
      >
        {texts.details}
      </Button>
    ),
  },
];

type TableProps = ChangeView & { readonly list: VesselList; readonly page: number; readonly size: number };

function VesselTable({ search, change, list, page, size }: TableProps) {
  const { mayKeep } = useGroups();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => columnsFor((vessel) => change({ vessel: vessel.id })), [change]);
  const { sort = vesselResource.initial.sort, order = vesselResource.initial.order } = search;
  return (
    <DataTable
      id="embarcacoes"
      label={texts.table}
      columns={columns}
      rows={list.data}
      rowId={({ id }) => id}
      server={{
        sortable,
        sort: sortTextOf(vesselResource, { sort, order }),
        onSort: (text) => change({ ...viewOf(orderOfSort(vesselResource, text)), page: undefined }, { replace: true }),
        total: list.total,
      }}
      selection={
        mayKeep
          ? {
              selected,
              onChange: setSelected,
              countOf: (rows) => formatCount(rows, groupTexts.selectedOne, groupTexts.selectedMany),
              labelOf: ({ name, id }) => groupTexts.select(name ?? id),
              actions: <AddToGroup selected={selected} onDone={() => setSelected(new Set())} />,
            }
          : undefined
      }
      shownColumns={search.columns?.split(',')}
      onShownColumns={(ids) => change({ columns: ids.join(',') }, { replace: true })}
      actions={
        <SavedViews
          list={vesselResource.id}
          title={texts.title}
          address={inView(search)}
          onUse={(saved) => change({ ...viewOf(saved), page: undefined })}
        />
      }
      empty={<EmptyState title={texts.emptyTitle}>{texts.emptyText}</EmptyState>}
      pages={
        <Pagination
          page={page}
          size={size}
          total={list.total}
          sizes={vesselResource.pageSizes}
          onPage={(next) => change({ page: next === 1 ? undefined : next })}
          onSize={(next) => change({ size: next, page: undefined })}
        />
      }
    />
  );
}
