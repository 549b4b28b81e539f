import type { DataOf } from '@kianda/contract';
import { allows } from '@kianda/contract';
import {
  type BackupActivity,
  backupOverview,
  confirmBackupKey,
} from '@kianda/contract/operations/backups/backups.contract';
import { cancelJob } from '@kianda/contract/operations/tasks/tasks.contract';
import { formatBytes, formatCount, formatDuration, formatInstant, formatNumber } from '@kianda/format';
import {
  EmptyState,
  FactList,
  PageStack,
  Panel,
  PanelGrid,
  RelativeTime,
  StatusPill,
  Tile,
  TileGrid,
  usePreferences,
} from '@kianda/ui';
import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { pick } from '../../../shared/sourced.ts';
import { useBackupAction } from '../api/use-backup-action.ts';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';
import { BackupTargets } from './backup-targets.tsx';

type Overview = DataOf<typeof backupOverview>;
type Result = EndpointResult<Overview>;

const idleSeconds = 15;
const busySeconds = 2;

/** How the backups stand: the last good one, the next, the copies, the key, and what is under way. */
export function Summary({ onOpen }: { readonly onOpen: (view: 'copies' | 'drills') => void }) {
  const [isBusy, setBusy] = useState(false);
  const result = useEndpoint(backupOverview, {}, { refetchSeconds: isBusy ? busySeconds : idleSeconds });
  const isActive = (result.sourced?.value.activity.length ?? 0) > 0;
  if (isActive !== isBusy && result.sourced !== undefined) setBusy(isActive);
  return (
    <PageStack>
      <Tiles result={result} onOpen={onOpen} />
      <Activity result={result} />
      <PanelGrid>
        <BackupTargets result={result} />
        <Key result={result} />
        <Panel id="instante" title={texts.pointInTime} source={result}>
          {({ pointInTime }) => (
            <>
              <p>
                <StatusPill tone={pointInTime.isAvailable ? 'good' : 'unknown'}>
                  {pointInTime.isAvailable ? texts.available : texts.notAvailable}
                </StatusPill>
              </p>
              <p>{pointInTime.detail}</p>
              {pointInTime.lastArchivedAt === null ? null : (
                <p className={styles.muted}>
                  {texts.lastArchived}: <RelativeTime at={pointInTime.lastArchivedAt} />
                </p>
              )}
            </>
          )}
        </Panel>
      </PanelGrid>
    </PageStack>
  );
}

/** Kind of the last good backup, or that there is none; nothing before the answer. */
function lastNote(value: Overview | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value.lastBackup === null ? texts.none : texts.types[value.lastBackup.type];
}

function Tiles({ result, onOpen }: { readonly result: Result; readonly onOpen: (view: 'copies' | 'drills') => void }) {
  const { timeZone } = usePreferences();
  const value = result.sourced?.value;
  const hours = (count: number) => formatCount(count, ...texts.hours);
  const instant = (at: string | undefined) => (at === undefined ? null : formatInstant(at, timeZone));
  return (
    <TileGrid minWidth={160}>
      <Tile
        id="ultima"
        label={texts.lastGood}
        value={pick(result, ({ lastBackup }) => instant(lastBackup?.startTime), texts.none)}
        note={lastNote(value)}
        onOpen={() => onOpen('copies')}
      />
      <Tile
        id="idade"
        label={texts.age}
        value={pick(result, ({ ageHours }) => ageHours, texts.none)}
        display={(age) => formatDuration(Number(age) * 3_600)}
        tone={value?.isTooOld === true ? 'attention' : 'plain'}
        note={value === undefined ? undefined : texts.ageLimit(hours(value.maxAgeHours))}
      />
      <Tile
        id="proxima"
        label={texts.next}
        value={pick(result, ({ next }) => instant(next?.at), texts.noNext)}
        note={value?.next == null ? undefined : texts.types[value.next.type]}
      />
      <Tile
        id="ensaio"
        label={texts.lastDrill}
        value={pick(
          result,
          ({ lastDrill }) => (lastDrill === null ? null : lastDrill.passed ? texts.drillPassed : texts.drillFailed),
          texts.noDrill,
        )}
        tone={value?.lastDrill?.passed === false ? 'attention' : 'plain'}
        note={value?.lastDrill == null ? undefined : <RelativeTime at={value.lastDrill.at} />}
        onOpen={() => onOpen('drills')}
      />
      <Tile
        id="sucesso"
        label={texts.success}
        value={pick(result, ({ stats }) => stats.successRate, texts.noAttempts)}
        unit="%"
        note={
          value === undefined
            ? undefined
            : texts.successOf(formatNumber(value.stats.successful), formatNumber(value.stats.total))
        }
      />
      <Tile
        id="espaco"
        label={texts.stored}
        value={pick(result, ({ stats }) => stats.storedBytes)}
        display={(bytes) => formatBytes(Number(bytes))}
        note={
          value === undefined
            ? undefined
            : `${texts.retention}: ${formatCount(value.stats.retentionDays, ...texts.days)}`
        }
      />
    </TileGrid>
  );
}

function Activity({ result }: { readonly result: Result }) {
  return (
    <Panel
      id="em-curso"
      title={texts.activity}
      source={result}
      isEmpty={({ activity }) => activity.length === 0}
      empty={<EmptyState title={texts.noActivity} />}
    >
      {({ activity }) => activity.map((run) => <Run key={run.runId} run={run} />)}
    </Panel>
  );
}

function Run({ run }: { readonly run: BackupActivity }) {
  const { role } = useAccount();
  const cancel = useBackupAction(cancelJob);
  const label = texts.actions[run.action];
  const share = run.progress === null ? null : Math.round(run.progress * 100);
  return (
    <div className={styles.run}>
      <div className={styles.head}>
        <strong>{label}</strong>
        {allows(cancelJob.access, role) ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isRunning}
            onClick={() => void cancel.run({ params: { id: run.runId } }, null)}
          >
            {texts.cancel}
          </Button>
        ) : null}
      </div>
      <Progress
        value={share ?? 100}
        animated={share === null}
        aria-label={texts.progressOf(label)}
        aria-valuetext={share === null ? texts.starting : `${share} %`}
      />
      <p className={styles.muted} aria-live="polite">
        {run.state === 'queued'
          ? texts.queued
          : `${share === null ? '' : `${share} % · `}${run.message ?? texts.starting}`}
      </p>
    </div>
  );
}

function Key({ result }: { readonly result: Result }) {
  const { role } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const confirm = useBackupAction(confirmBackupKey);
  return (
    <Panel id="chave" title={texts.key} description={texts.keyText} source={result}>
      {({ key }) => (
        <>
          {key.savedAt === null ? (
            <p className={styles.warning} role="status">
              {key.path === null ? texts.keyEnvironmentWarning : texts.keyFileWarning(key.path)}
            </p>
          ) : null}
          <FactList
            items={[
              [
                texts.fingerprint,
                <span key="fingerprint" className={styles.mono}>
                  {key.fingerprint}
                </span>,
              ],
              [
                texts.keyPlace,
                <span key="place">
                  {texts.keyOrigin[key.origin]}
                  {key.path === null ? null : <span className={styles.mono}>{` ${key.path}`}</span>}
                </span>,
              ],
              [
                texts.keySaved,
                key.savedAt === null ? (
                  <StatusPill key="saved" tone="caution">
                    {texts.keyNotSaved}
                  </StatusPill>
                ) : (
                  <span key="saved">
                    <RelativeTime at={key.savedAt} /> {texts.keySavedBy(key.savedBy ?? '')}
                  </span>
                ),
              ],
            ]}
          />
          {key.savedAt === null && allows(confirmBackupKey.access, role) ? (
            <Button mt="sm" variant="default" onClick={() => setAsking(true)}>
              {texts.confirmKey}
            </Button>
          ) : null}
          {isAsking ? (
            <ConfirmDialog
              title={texts.confirmKeyTitle}
              body={texts.confirmKeyBody(key.fingerprint)}
              confirm={texts.confirmKey}
              onConfirm={async () => {
                await confirm.run({ body: { fingerprint: key.fingerprint } }, null);
                return null;
              }}
              onClose={() => setAsking(false)}
            />
          ) : null}
        </>
      )}
    </Panel>
  );
}
