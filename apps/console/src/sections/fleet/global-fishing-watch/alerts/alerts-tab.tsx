import { allows } from '@kianda/contract';
import {
  alertSeverities,
  alertStates,
  listVesselAlerts,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, Panel, SkeletonLines, useClock } from '@kianda/ui';
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconDownload, IconMapPin, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import { alertsFile } from '../api/exports.ts';
import type { ConfidenceLevel } from '../api/settings.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import { refreshSecondsOf } from '../api/use-fishing.ts';
import styles from '../page.module.css';
import { fishingTexts, levelTexts, severityTexts } from '../texts.pt.ts';
import type { TabView } from '../view.ts';
import { AlertItem } from './alert-item.tsx';
import { graver, leastOfLevel } from './by-level.ts';
import { alertTexts as texts } from './texts.pt.ts';

const AlertMap = lazy(() => import('./alert-map-dialog.tsx'));
const AlertDialog = lazy(() => import('./alert-dialog.tsx'));

const mostShown = 200;
/** A long list is drawn so many at a time. */
const drawnAtOnce = 25;
const levels = [1, 2, 3, 4] as const;

type List = ReturnType<typeof useAlertList>;

/** Alerts that the address and the confidence level choose, and how many the confidence level alone leaves out. */
function useAlertList({ settings, search }: TabView, mayRead: boolean) {
  const state = search.state ?? 'open';
  const level = (search.level as ConfidenceLevel | undefined) ?? settings.confidenceLevel;
  const least = search.least ?? 'low';
  const chosen = {
    ...(state === 'all' ? {} : { state }),
    ...(search.severity === undefined ? {} : { severity: search.severity }),
  };
  const fresh = { refetchSeconds: refreshSecondsOf(settings), enabled: mayRead };
  const minSeverity = graver(least, leastOfLevel(level));
  const alerts = usePreviousWhileLoading(
    useEndpoint(listVesselAlerts, { query: { ...chosen, minSeverity, pageSize: mostShown } }, fresh),
  );
  // The number hidden by the confidence level is shown, so that a quiet list is not taken for a calm sea.
  const beforeLevel = usePreviousWhileLoading(
    useEndpoint(
      listVesselAlerts,
      { query: { ...chosen, minSeverity: least, pageSize: 1 } },
      { ...fresh, enabled: mayRead && minSeverity !== least },
    ),
  );
  const shown = alerts.sourced?.value.data ?? [];
  const total = alerts.sourced?.value.total ?? 0;
  const hidden = minSeverity === least ? 0 : Math.max(0, (beforeLevel.sourced?.value.total ?? 0) - total);
  return { alerts, shown, total, hidden, state, least, level };
}

/** Tab of alerts: the newest first, as they come, with the way to the map and into each. */
export default function AlertsTab(view: TabView) {
  const { settings, search, change } = view;
  const { role } = useAccount();
  const clock = useClock();
  const file = useBrowserFile();
  const [onMap, setOnMap] = useState<VesselAlert | null>(null);
  const mayRead = allows(listVesselAlerts.access, role);
  const list = useAlertList(view, mayRead);
  if (!mayRead) return <EmptyState title={fishingTexts.tabs.alerts}>{texts.noAccess}</EmptyState>;
  const { alerts, shown, hidden } = list;
  const save = () => void file.save(alertsFile(shown, clock()), 'alerts', shown.length);
  return (
    <>
      <Panel
        title={texts.title}
        source={alerts}
        skeleton={<SkeletonLines lines={8} />}
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            disabled={shown.length === 0}
            loading={file.isRunning}
            onClick={save}
          >
            {texts.export}
          </Button>
        }
      >
        {() => (
          <div className={styles.stack}>
            <AlertFilters list={list} search={search} change={change} />
            {settings.alertsEnabled ? null : <p className={styles.note}>{texts.off}</p>}
            {hidden === 0 ? null : (
              <p className={styles.note}>{texts.hidden(formatCount(hidden, texts.hiddenOne, texts.hiddenMany))}</p>
            )}
            <AlertList list={list} onMap={setOnMap} onOpen={(alert) => change({ alert: alert.id })} />
          </div>
        )}
      </Panel>
      <Suspense fallback={null}>
        {onMap === null ? null : <AlertMap alert={onMap} onClose={() => setOnMap(null)} />}
        {search.alert === undefined ? null : (
          <AlertDialog key={search.alert} id={search.alert} onClose={() => change({ alert: undefined })} />
        )}
      </Suspense>
    </>
  );
}

type FilterProps = Pick<TabView, 'search' | 'change'> & { readonly list: List };

function AlertFilters({ list, search, change }: FilterProps) {
  const { state, least, level } = list;
  const severityNamed = (text: string) => alertSeverities.find((severity) => severity === text);
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={({ currentTarget }) => change({ state: currentTarget.value as 'open' })}
        data={[
          { value: 'open', label: texts.open },
          ...Object.entries(alertStates).map(([value, label]) => ({ value, label })),
          { value: 'all', label: texts.all },
        ]}
      />
      <NativeSelect
        label={texts.severity}
        value={search.severity ?? ''}
        onChange={({ currentTarget }) => change({ severity: severityNamed(currentTarget.value) })}
        data={[
          { value: '', label: texts.anySeverity },
          ...alertSeverities.map((value) => ({ value, label: severityTexts[value] })),
        ]}
      />
      <NativeSelect
        label={texts.least}
        value={least}
        onChange={({ currentTarget }) => {
          const chosenLeast = severityNamed(currentTarget.value);
          change({ least: chosenLeast === 'low' ? undefined : chosenLeast });
        }}
        data={alertSeverities.toReversed().map((value) => ({ value, label: texts.leastOf[value] }))}
      />
      <NativeSelect
        label={texts.level}
        value={String(level)}
        onChange={({ currentTarget }) => change({ level: Number(currentTarget.value) })}
        data={levels.map((value) => ({ value: String(value), label: `${value} · ${levelTexts[value]}` }))}
      />
    </div>
  );
}

type ListProps = {
  readonly list: List;
  readonly onMap: (alert: VesselAlert) => void;
  readonly onOpen: (alert: VesselAlert) => void;
};

function AlertList({ list: { shown, total }, onMap, onOpen }: ListProps) {
  const [drawn, setDrawn] = useState(drawnAtOnce);
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <ul className={styles.list} aria-label={texts.list}>
          {shown.slice(0, drawn).map((alert) => (
            <AlertItem key={alert.id} alert={alert}>
              <Group gap="xs">
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconMapPin size={15} aria-hidden="true" />}
                  disabled={alert.location === null}
                  title={alert.location === null ? fishingTexts.noLocation : undefined}
                  onClick={() => onMap(alert)}
                >
                  {texts.onMap}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconSearch size={15} aria-hidden="true" />}
                  onClick={() => onOpen(alert)}
                >
                  {texts.investigate}
                </Button>
              </Group>
            </AlertItem>
          ))}
        </ul>
      )}
      {shown.length <= drawn ? null : (
        <Button variant="default" onClick={() => setDrawn(drawn + drawnAtOnce)}>
          {texts.showMore(formatNumber(shown.length - drawn, { maxDecimals: 0 }))}
        </Button>
      )}
      {total <= mostShown ? null : (
        <p className={styles.note}>{texts.more(formatNumber(mostShown), formatNumber(total, { maxDecimals: 0 }))}</p>
      )}
    </>
  );
}
