import { allows } from '@kianda/contract';
import { queryOfAddress } from '@kianda/contract/core/resource';
import {
  alertSeverities,
  exportVesselAlerts,
  listAlertGroups,
  listVesselAlerts,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import {
  type AlertGroup,
  alertGroupResource,
  vesselAlertResource,
} from '@kianda/contract/fleet/surveillance/alerts.resource';
import { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatCount, formatInstant } from '@kianda/format';
import { EmptyState, named, usePreferences } from '@kianda/ui';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import { IconDownload, IconMapPin, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { phoneQuery, useMedia } from '../../../../platform/use-media.ts';
import type { FilterChip } from '../../../shared/resource/filter-chips.tsx';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import type { Address } from '../../../shared/resource/types.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import { useAssignees } from '../../../shared/use-assignees.ts';
import type { ConfidenceLevel } from '../api/settings.ts';
import { useAlertExport } from '../api/use-alert-export.ts';
import { refreshSecondsOf } from '../api/use-fishing.ts';
import styles from '../page.module.css';
import { fishingTexts, levelTexts } from '../texts.pt.ts';
import type { TabView } from '../view.ts';
import { AlertGroups } from './alert-groups.tsx';
import { AlertItem } from './alert-item.tsx';
import { type AlertSelection, SelectionBar, useAcknowledgeKey, useAlertSelection } from './alert-selection.tsx';
import { graver, leastOfLevel } from './by-level.ts';
import { alertTexts as texts } from './texts.pt.ts';

const AlertMap = lazy(() => import('./alert-map-dialog.tsx'));
const AlertDialog = lazy(() => import('./alert-dialog.tsx'));

const levels = [1, 2, 3, 4] as const;
/** In the address for alerts of every state, because without any only open ones are shown. */
const everyState = 'all';

/** The address as the list reads it, the least severity asked for, and the one that the confidence level leaves. */
function chosenOf({ settings, search }: TabView) {
  const level = (search.level as ConfidenceLevel | undefined) ?? settings.confidenceLevel;
  const least = alertSeverities.find((severity) => severity === search.minSeverity) ?? 'low';
  const address = { ...search, state: search.state ?? 'open' } as Address;
  return { address, level, least, minSeverity: graver(least, leastOfLevel(level)) };
}
type Chosen = ReturnType<typeof chosenOf>;

/** Only open alerts are asked for at first, so that the words are the same with and without filters. */
const none = <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;

/** Tab of alerts: the newest first, as they come, with the way to the map and into each. */
export default function AlertsTab(view: TabView) {
  const { settings, search, change } = view;
  const { role } = useAccount();
  const [onMap, setOnMap] = useState<VesselAlert | null>(null);
  const mayRead = allows(listVesselAlerts.access, role);
  const offers = useOffers(mayRead);
  if (!mayRead) return <EmptyState title={fishingTexts.tabs.alerts}>{texts.noAccess}</EmptyState>;
  const chosen = chosenOf(view);
  const { address, minSeverity } = chosen;
  const changeList = (part: Address, options?: { readonly replace?: boolean }) =>
    change(part as Parameters<typeof change>[0], options);
  const query = {
    ...queryOfAddress(vesselAlertResource, { ...search, state: search.state ?? 'open' }),
    minSeverity,
  };
  const shared = {
    file: exportVesselAlerts,
    state: { address, change: changeList },
    query: { minSeverity },
    refetchSeconds: refreshSecondsOf(settings),
    title: texts.title,
    offers,
    shownAddress: address.state === everyState ? { ...address, state: undefined } : address,
    onFilter: (part: Address) =>
      changeList(
        { ...part, ...('state' in part ? { state: part.state ?? everyState } : {}), page: undefined },
        { replace: true },
      ),
    empty: none,
    noMatch: none,
    more: <ListChoices view={view} chosen={chosen} />,
    moreChips: choiceChips(view),
  };
  return (
    <>
      {search.grouped === 'vessel' ? (
        <ResourceList
          // Two lists: while one loads, the rows of the other are not its own.
          key="groups"
          {...shared}
          list={alertGroupResource}
          endpoint={listAlertGroups}
          rowId={({ vessel }) => String(vessel?.id)}
          draw={(groups) => <AlertGroups groups={groups} onOpen={(group) => change(alertsOf(group))} />}
        />
      ) : (
        <ResourceList
          key="alerts"
          {...shared}
          list={vesselAlertResource}
          endpoint={listVesselAlerts}
          rowId={({ id }) => id}
          actions={(found) => <ExportButton query={query} isEmpty={(found?.total ?? 0) === 0} />}
          notes={({ total }) => (
            <>
              {settings.alertsEnabled ? null : <p className={styles.note}>{texts.off}</p>}
              <HiddenNote view={view} chosen={chosen} query={query} total={total} />
            </>
          )}
          draw={(alerts) => (
            <AlertList alerts={alerts} onMap={setOnMap} onOpen={(alert) => change({ alert: alert.id })} />
          )}
        />
      )}
      <AlertDialogs view={view} onMap={onMap} onCloseMap={() => setOnMap(null)} />
    </>
  );
}

type ExportProps = {
  readonly query: Parameters<ReturnType<typeof useAlertExport>['save']>[0];
  readonly isEmpty: boolean;
};

function ExportButton({ query, isEmpty }: ExportProps) {
  const file = useAlertExport();
  const shared = { disabled: isEmpty, loading: file.isRunning, onClick: () => void file.save(query) };
  if (useMedia(phoneQuery))
    return (
      <ActionIcon variant="default" size={44} aria-label={texts.export} {...shared}>
        <IconDownload size={18} aria-hidden="true" />
      </ActionIcon>
    );
  return (
    <Button variant="default" size="xs" leftSection={<IconDownload size={15} aria-hidden="true" />} {...shared}>
      {texts.export}
    </Button>
  );
}

type DialogProps = {
  readonly view: TabView;
  readonly onMap: VesselAlert | null;
  readonly onCloseMap: () => void;
};

function AlertDialogs({ view: { search, change }, onMap, onCloseMap }: DialogProps) {
  return (
    <Suspense fallback={null}>
      {onMap === null ? null : <AlertMap alert={onMap} onClose={onCloseMap} />}
      {search.alert === undefined ? null : (
        <AlertDialog key={search.alert} id={search.alert} onClose={() => change({ alert: undefined })} />
      )}
    </Suspense>
  );
}

/** Areas and people that the filters offer. */
function useOffers(enabled: boolean) {
  const areas = useEndpoint(listAreas, {}, { refetchSeconds: 0, staleSeconds: 600, enabled });
  const people = useAssignees('surveillance:act');
  return {
    areaId: (areas.sourced?.value.areas ?? []).map(({ id, name }) => ({ value: id, label: name })),
    assignee: [
      { value: 'none', label: texts.nobody },
      ...(people ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
}

/** The alerts of a group, as the list shows them: those of no vessel are signals of distress. */
const alertsOf = ({ vessel }: AlertGroup) =>
  ({
    ...{ grouped: undefined, page: undefined, sort: undefined, order: undefined },
    ...(vessel === null ? { rule: 'distress' } : { vesselId: vessel.id }),
  }) as Parameters<TabView['change']>[0];

type ChoiceProps = { readonly view: TabView; readonly chosen: Chosen };

/** The confidence level, and whether alerts stand by vessel. */
function ListChoices({ view: { search, change }, chosen }: ChoiceProps) {
  return (
    <>
      <LevelSelect level={chosen.level} onLevel={(level) => change({ level, page: undefined })} />
      <Switch
        label={texts.grouped}
        checked={search.grouped === 'vessel'}
        onChange={({ currentTarget }) =>
          change({ grouped: currentTarget.checked ? 'vessel' : undefined, page: undefined, sort: undefined })
        }
      />
    </>
  );
}

/** The confidence level and the order by vessel, where they are not what they are at first. */
function choiceChips({ search, settings, change }: TabView): readonly FilterChip[] {
  const level = search.level as ConfidenceLevel | undefined;
  const isOther = level !== undefined && level !== settings.confidenceLevel;
  return [
    ...(isOther
      ? [
          {
            key: 'level',
            text: texts.levelChip(levelTexts[level]),
            onRemove: () => change({ level: undefined, page: undefined }),
          },
        ]
      : []),
    ...(search.grouped === 'vessel'
      ? [
          {
            key: 'grouped',
            text: texts.grouped,
            onRemove: () => change({ grouped: undefined, page: undefined, sort: undefined }),
          },
        ]
      : []),
  ];
}

type LevelProps = { readonly level: ConfidenceLevel; readonly onLevel: (level: number) => void };

function LevelSelect({ level, onLevel }: LevelProps) {
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={texts.level}
        value={String(level)}
        onChange={({ currentTarget }) => onLevel(Number(currentTarget.value))}
        data={levels.map((value) => ({ value: String(value), label: `${value} · ${levelTexts[value]}` }))}
      />
    </div>
  );
}

type HiddenProps = {
  readonly view: TabView;
  readonly chosen: Chosen;
  readonly query: object;
  readonly total: number;
};

/** How many alerts the confidence level alone leaves out, so that a quiet list is not taken for a calm sea. */
function HiddenNote({ view, chosen: { least, minSeverity }, query, total }: HiddenProps) {
  const isLimited = minSeverity !== least;
  const beforeLevel = usePreviousWhileLoading(
    useEndpoint(
      listVesselAlerts,
      { query: { ...query, minSeverity: least, pageSize: 1 } },
      { refetchSeconds: refreshSecondsOf(view.settings), enabled: isLimited },
    ),
  );
  const hidden = isLimited ? Math.max(0, (beforeLevel.sourced?.value.total ?? 0) - total) : 0;
  if (hidden === 0) return null;
  return <p className={styles.note}>{texts.hidden(formatCount(hidden, texts.hiddenOne, texts.hiddenMany))}</p>;
}

type ListProps = {
  readonly alerts: readonly VesselAlert[];
  readonly onMap: (alert: VesselAlert) => void;
  readonly onOpen: (alert: VesselAlert) => void;
};

function AlertList({ alerts, onMap, onOpen }: ListProps) {
  const selection = useAlertSelection(alerts);
  useAcknowledgeKey(alerts, selection);
  const isPhone = useMedia(phoneQuery);
  const bar = <SelectionBar alerts={alerts} selection={selection} />;
  return (
    <>
      {/* On a phone the alerts themselves come first. */}
      {isPhone ? null : bar}
      <AlertRows alerts={alerts} selection={selection} onMap={onMap} onOpen={onOpen} />
      {isPhone ? bar : null}
      {selection.mayAct ? <p className={styles.note}>{texts.keyHint}</p> : null}
    </>
  );
}

function AlertRows({ alerts, selection, onMap, onOpen }: ListProps & { readonly selection: AlertSelection }) {
  const { timeZone } = usePreferences();
  const isRepeated = (words: string) => alerts.filter(({ description }) => description === words).length > 1;
  // The same rule raises the same words time and again: then it is the time that tells one from another.
  const nameOf = ({ description, raisedAt }: VesselAlert) =>
    isRepeated(description) ? `${description}, ${formatInstant(raisedAt, timeZone, true)}` : description;
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {alerts.map((alert) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          mark={
            selection.mayAct ? (
              <Checkbox
                aria-label={texts.choose(nameOf(alert))}
                checked={selection.isChosen(alert)}
                onChange={({ currentTarget }) => selection.toggle(alert, currentTarget.checked)}
              />
            ) : null
          }
        >
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconMapPin size={15} aria-hidden="true" />}
              disabled={alert.location === null}
              title={alert.location === null ? fishingTexts.noLocation : undefined}
              aria-label={named(texts.onMap, nameOf(alert))}
              onClick={() => onMap(alert)}
            >
              {texts.onMap}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSearch size={15} aria-hidden="true" />}
              aria-label={named(texts.investigate, nameOf(alert))}
              onClick={() => onOpen(alert)}
            >
              {texts.investigate}
            </Button>
          </Group>
        </AlertItem>
      ))}
    </ul>
  );
}
