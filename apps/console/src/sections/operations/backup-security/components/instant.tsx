import { allows, type DataOf } from '@kianda/contract';
import {
  createInstantBase,
  drillInstant,
  instantStatus,
  restoreInstant,
} from '@kianda/contract/operations/backups/instants.contract';
import { formatBytes, formatCount, formatDuration, formatNumber, instantOf, localOf } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  FactList,
  Instant,
  MomentInput,
  PageStack,
  Panel,
  RelativeTime,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { useBackupAction } from '../api/use-backup-action.ts';
import styles from '../page.module.css';
import { backupTexts } from '../texts.pt.ts';
import { instantTexts as texts } from '../texts-instant.pt.ts';
import { InstantDialog } from './instant-dialog.tsx';

type Status = DataOf<typeof instantStatus>;
type Base = Status['bases'][number];

const stateTones: Readonly<Record<Base['status'], StatusTone>> = { completed: 'good', running: 'info', failed: 'bad' };

const columns: readonly Column<Base>[] = [
  {
    id: 'name',
    label: backupTexts.name,
    value: ({ name }) => name,
    render: ({ name }) => <span className={styles.name}>{name}</span>,
    width: '230px',
  },
  {
    id: 'state',
    label: backupTexts.state,
    value: ({ status }) => backupTexts.states[status],
    render: ({ status }) => <StatusPill tone={stateTones[status]}>{backupTexts.states[status]}</StatusPill>,
    width: '120px',
  },
  {
    id: 'begun',
    label: backupTexts.begun,
    value: ({ startTime }) => startTime,
    render: ({ startTime }) => <RelativeTime at={startTime} />,
    width: '140px',
  },
  {
    id: 'data',
    label: texts.dataBytes,
    value: ({ dataBytes }) => dataBytes,
    render: ({ dataBytes }) => formatBytes(dataBytes),
    align: 'end',
    width: '130px',
  },
  {
    id: 'size',
    label: texts.kept,
    value: ({ size }) => size,
    render: ({ size }) => formatBytes(size),
    align: 'end',
    width: '120px',
  },
  {
    id: 'second',
    label: backupTexts.targets.second,
    value: ({ isOnSecond }) => (isOnSecond ? backupTexts.yes : backupTexts.no),
    width: '140px',
  },
  { id: 'by', label: backupTexts.by, value: ({ actor }) => actor, width: '180px', hidden: true },
  { id: 'error', label: backupTexts.error, value: ({ error }) => error, width: '260px', hidden: true },
];

/** Span of instants that can be restored, state of the journal's archive, and its base backups. */
export function Instants() {
  const result = useEndpoint(instantStatus, {}, { refetchSeconds: 10 });
  return (
    <PageStack>
      <Archive result={result} />
      <Choice result={result} />
      <Panel
        id="bases"
        title={texts.bases}
        description={texts.basesText}
        source={result}
        isEmpty={({ bases }) => bases.length === 0}
        empty={<EmptyState title={texts.noBases}>{texts.noBasesText}</EmptyState>}
        flush
      >
        {({ bases }) => (
          <DataTable
            id="bases-de-instante"
            label={texts.bases}
            columns={columns}
            rows={bases}
            rowId={({ name }) => name}
          />
        )}
      </Panel>
    </PageStack>
  );
}

/** The newest journal belongs to no base backup: the server was restored, or a piece of the journal is missing. */
const lacksBase = ({ windows, lastArchivedAt }: Status): boolean =>
  windows.length > 0 && lastArchivedAt !== null && (windows.at(-1)?.to ?? '') < lastArchivedAt;

function stateOf(status: Status): readonly [StatusTone, string] {
  const { isArchiving, failure, gaps, windows } = status;
  if (!isArchiving) return ['unknown', texts.off];
  if (failure !== null) return ['bad', texts.failing];
  if (windows.length === 0) return ['caution', texts.noWindow];
  if (lacksBase(status)) return ['caution', texts.noBase];
  return gaps.length > 0 ? ['caution', texts.withGaps] : ['good', texts.on];
}

function Archive({ result }: { readonly result: EndpointResult<Status> }) {
  const { role } = useAccount();
  const base = useBackupAction(createInstantBase);
  return (
    <Panel id="diario" title={texts.archive} description={texts.archiveText} source={result}>
      {(status) => {
        const [tone, label] = stateOf(status);
        return (
          <Stack gap="sm">
            <Group gap="sm">
              <StatusPill tone={tone}>{label}</StatusPill>
              {status.isArchiving && allows(createInstantBase.access, role) ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={base.isRunning}
                  onClick={() => void base.run({}, texts.baseAsked)}
                >
                  {texts.makeBase}
                </Button>
              ) : null}
            </Group>
            {status.isArchiving ? null : <p className={styles.warning}>{texts.offText}</p>}
            {status.failure === null ? null : <p className={styles.error}>{status.failure}</p>}
            {status.gaps.map(({ first, last, segments }) => (
              <p key={first} className={styles.warning}>
                {texts.gap(first, last, segments)}
              </p>
            ))}
            <FactList
              items={[
                [
                  texts.windows,
                  status.windows.length === 0
                    ? texts.noWindows
                    : status.windows.map(({ from, to }) => (
                        <div key={from}>
                          <Instant at={from} words={texts.spanFrom} /> <Instant at={to} words={texts.spanTo} />
                        </div>
                      )),
                ],
                [texts.lag, formatDuration(status.lagSeconds)],
                [texts.every, formatDuration(status.everySeconds)],
                [
                  texts.segments,
                  `${formatCount(status.segments, ...texts.segmentWords)} (${formatBytes(status.storedBytes)})`,
                ],
                [texts.lastHour, formatBytes(status.lastHourBytes)],
                [texts.waiting, formatNumber(status.waiting)],
              ]}
            />
          </Stack>
        );
      }}
    </Panel>
  );
}

function Choice({ result }: { readonly result: EndpointResult<Status> }) {
  const { role } = useAccount();
  const { timeZone } = usePreferences();
  const [local, setLocal] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const drill = useBackupAction(drillInstant);
  const mayDrill = allows(drillInstant.access, role);
  const mayRestore = allows(restoreInstant.access, role);
  return (
    <Panel
      id="instante-escolhido"
      title={texts.choice}
      description={texts.choiceText}
      source={result}
      isEmpty={({ windows }) => windows.length === 0}
      empty={<EmptyState title={texts.noWindows}>{texts.noWindowsText}</EmptyState>}
    >
      {({ windows, command, isArchiving }) => {
        const last = windows.at(-1)?.to;
        // To the second, as the field is: what lies behind the last instant by a fraction is asked for at that instant.
        const written = local ?? (last === undefined ? '' : localOf(last, timeZone, true));
        const instant = instantOf(written, timeZone);
        const isEarly = instant === null || windows.every(({ from }) => instant < from);
        return (
          <Stack gap="sm">
            <MomentInput
              label={texts.instant}
              description={instant === null ? texts.instantHelp : texts.instantUtc(instant)}
              value={written}
              onChange={setLocal}
              style={{ maxWidth: 420 }}
              error={instant !== null && isEarly ? texts.tooEarly : undefined}
            />
            <Group gap="xs">
              {mayDrill ? (
                <Button
                  disabled={isEarly || !isArchiving}
                  loading={drill.isRunning}
                  onClick={() => void drill.run({ body: { instant: instant ?? '' } }, texts.drillAsked)}
                >
                  {texts.drill}
                </Button>
              ) : null}
              {mayRestore ? (
                <Button color="red" variant="light" disabled={isEarly || !isArchiving} onClick={() => setAsking(true)}>
                  {texts.restore}
                </Button>
              ) : null}
            </Group>
            <div>
              <p className={styles.muted}>{texts.commandText}</p>
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <code className={styles.mono}>{`${command}${instant ?? ''}`}</code>
                <CopyButton value={`${command}${instant ?? ''}`}>
                  {({ copied, copy }) => (
                    <Button size="compact-sm" variant="default" onClick={copy} style={{ flex: 'none' }}>
                      {copied ? texts.copied : texts.copy}
                    </Button>
                  )}
                </CopyButton>
              </Group>
            </div>
            {isAsking && instant !== null ? <InstantDialog instant={instant} onClose={() => setAsking(false)} /> : null}
          </Stack>
        );
      }}
    </Panel>
  );
}
