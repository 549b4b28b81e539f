import { type ListedVessel, listVessels, vesselTypes } from '@kianda/contract/vessels/list.contract';
import {
  downloadText,
  EmptyState,
  formatNumber,
  Panel,
  RelativeTime,
  SkeletonLines,
  UNKNOWN,
  useClock,
} from '@kianda/ui';
import { Button, Menu, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { SimulatedMark } from '../alerts/alert-item.tsx';
import { filteredFile, rawFile } from '../api/exports.ts';
import { refreshSecondsOf } from '../api/use-fishing.ts';
import { useKept } from '../api/use-kept.ts';
import styles from '../page.module.css';
import type { TabView } from '../view.ts';
import { ActivityMark } from './activity-mark.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Pagination } from './pagination.tsx';
import { clampPage, filtersOf, sizeOf } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

const VesselDialog = lazy(() => import('./vessel-dialog.tsx'));
const whole = { maxDecimals: 0 } as const;

/** Tab of vessels: filters, pages, exports, and each vessel's own dialog. */
export default function VesselsTab(view: TabView) {
  const { settings, search, change } = view;
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
        actions={<ExportMenu filters={filters} filtered={value?.total ?? 0} known={value?.known ?? 0} />}
      >
        {(list) => (
          <div className={styles.stack}>
            <FilterBar {...view} flags={list.flags} />
            {list.data.length === 0 ? (
              <EmptyState title={texts.emptyTitle}>{texts.emptyText}</EmptyState>
            ) : (
              <VesselTable vessels={list.data} onOpen={(vessel) => change({ vessel: vessel.id })} />
            )}
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

type TableProps = { readonly vessels: readonly ListedVessel[]; readonly onOpen: (vessel: ListedVessel) => void };

function VesselTable({ vessels, onOpen }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={texts.table} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
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

const pageForExport = 1_000;

type ExportProps = {
  readonly filters: ReturnType<typeof filtersOf>;
  readonly filtered: number;
  readonly known: number;
};

function ExportMenu({ filters, filtered, known }: ExportProps) {
  const { client } = useApplication();
  const clock = useClock();
  const [isRunning, setRunning] = useState(false);
  const save = async (query: Partial<typeof filters>, toFile: typeof rawFile, format: 'csv' | 'json') => {
    setRunning(true);
    try {
      const vessels: ListedVessel[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data } = await client.call(listVessels, { query: { ...query, page, pageSize: pageForExport } });
        vessels.push(...data.data);
        isMore = data.hasNext;
      }
      if (vessels.length === 0) {
        notify({ tone: 'warning', ...texts.noData });
        return;
      }
      const file = toFile(vessels, format, clock());
      downloadText(file.name, file.mediaType, file.text);
    } catch (thrown) {
      notify({ tone: 'error', title: texts.notExported, message: toFailure(thrown).message });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          disabled={known === 0}
          loading={isRunning}
        >
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={filtered === 0} onClick={() => void save(filters, filteredFile, 'csv')}>
          {texts.filteredCsv}
        </Menu.Item>
        <Menu.Item disabled={filtered === 0} onClick={() => void save(filters, filteredFile, 'json')}>
          {texts.filteredJson}
        </Menu.Item>
        <Menu.Item onClick={() => void save({}, rawFile, 'csv')}>{texts.rawCsv}</Menu.Item>
        <Menu.Item onClick={() => void save({}, rawFile, 'json')}>{texts.rawJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
