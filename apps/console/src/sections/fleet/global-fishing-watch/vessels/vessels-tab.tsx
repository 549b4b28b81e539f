import { type ListedVessel, listVessels, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { EmptyState, Panel, RelativeTime, SkeletonLines } from '@kianda/ui';
import { Button, Checkbox, Group, Table } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { SimulatedMark } from '../alerts/alert-item.tsx';
import { refreshSecondsOf } from '../api/use-fishing.ts';
import { useKept } from '../api/use-kept.ts';
import { SelectionBar } from '../groups/selection-bar.tsx';
import { groupTexts } from '../groups/texts.pt.ts';
import { useGroups } from '../groups/use-groups.ts';
import styles from '../page.module.css';
import type { TabView } from '../view.ts';
import { ActivityMark } from './activity-mark.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListSources } from './list-sources.tsx';
import { Pagination } from './pagination.tsx';
import { clampPage, filtersOf, sizeOf } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

const GroupsDialog = lazy(() => import('../groups/groups-dialog.tsx'));
const VesselDialog = lazy(() => import('./vessel-dialog.tsx'));
const whole = { maxDecimals: 0 } as const;

/** Tab of vessels: filters, pages, exports, and each vessel's own dialog. */
export default function VesselsTab(view: TabView) {
  const { settings, search, change } = view;
  const { maySee, mayKeep } = useGroups();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isGroupsOpen, setGroupsOpen] = useState(false);
  const size = sizeOf(search);
  const filters = filtersOf(search, settings);
  const page = search.page ?? 1;
  const vessels = useKept(
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
  const select = (id: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const turn = (next: number) => change({ page: next === 1 ? undefined : next });
  return (
    <>
      <Panel
        title={texts.title}
        description={
          value === undefined
            ? undefined
            : texts.description(formatNumber(value.total, whole), formatNumber(value.known, whole))
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
            <FilterBar {...view} flags={list.flags} />
            {selected.size === 0 ? null : <SelectionBar selected={selected} onClear={() => setSelected(new Set())} />}
            {list.data.length === 0 ? (
              <EmptyState title={texts.emptyTitle}>{texts.emptyText}</EmptyState>
            ) : (
              <VesselTable
                vessels={list.data}
                selected={mayKeep ? selected : null}
                onSelect={select}
                onOpen={(vessel) => change({ vessel: vessel.id })}
              />
            )}
            <ListSources sources={list.sources} />
            <Pagination
              page={page}
              size={size}
              total={list.total}
              onPage={turn}
              onSize={(next) => change({ size: next, page: undefined })}
            />
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
      {search.vessel === undefined ? null : (
        <Suspense fallback={null}>
          <VesselDialog
            key={search.vessel}
            id={search.vessel}
            listed={value?.data.find(({ id }) => id === search.vessel)}
            onClose={() => change({ vessel: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}

type TableProps = {
  readonly vessels: readonly ListedVessel[];
  /** Ids of those that are chosen; null where nothing can be done with them. */
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (id: string, on: boolean) => void;
  readonly onOpen: (vessel: ListedVessel) => void;
};

function VesselTable({ vessels, selected, onSelect, onOpen }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={texts.table} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {selected === null ? null : (
              <Table.Th>
                <span className="k-visually-hidden">{groupTexts.selection}</span>
              </Table.Th>
            )}
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{texts.type}</Table.Th>
            <Table.Th>{texts.flag}</Table.Th>
            <Table.Th>{texts.mmsi}</Table.Th>
            <Table.Th>{texts.imoColumn}</Table.Th>
            <Table.Th>{texts.last}</Table.Th>
            <Table.Th>{texts.activity}</Table.Th>
            <Table.Th>
              <span className="k-visually-hidden">{texts.details}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {vessels.map((vessel) => {
            const name = vessel.name ?? vessel.id;
            return (
              <Table.Tr key={vessel.id}>
                {selected === null ? null : (
                  <Table.Td>
                    <Checkbox
                      aria-label={groupTexts.select(name)}
                      checked={selected.has(vessel.id)}
                      onChange={({ currentTarget }) => onSelect(vessel.id, currentTarget.checked)}
                    />
                  </Table.Td>
                )}
                <Table.Td>
                  {name} <SimulatedMark simulated={vessel.simulated} />
                </Table.Td>
                <Table.Td>{vesselTypes[vessel.vesselType]}</Table.Td>
                <Table.Td>{vessel.flag ?? UNKNOWN}</Table.Td>
                <Table.Td className="k-mono">{vessel.mmsi ?? UNKNOWN}</Table.Td>
                <Table.Td className="k-mono">{vessel.imo ?? UNKNOWN}</Table.Td>
                <Table.Td>
                  <RelativeTime at={vessel.lastTransmissionDate} />
                </Table.Td>
                <Table.Td>
                  <ActivityMark activity={vessel.activity} />
                </Table.Td>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={texts.detailsOf(name)}
                    onClick={() => onOpen(vessel)}
                  >
                    {texts.details}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
