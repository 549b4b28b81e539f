import { type ExportJob, listExports } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { formatBytes, formatCount, formatQuantity } from '@kianda/format';
import { Dialog, EmptyState, Instant, Panel, SkeletonLines } from '@kianda/ui';
import { Badge, Button, Group, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useChannel } from '../../../../client/use-channel.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import styles from '../page.module.css';
import { preparedTexts as texts } from './texts.pt.ts';

/** While one is written its progress is followed. */
const followedSeconds = 2;
const colours = { waiting: 'gray', running: 'blue', ready: 'teal', failed: 'red' } as const;

/** Exports that were asked for: how far they are, and the files of those that are ready. */
export default function ExportsDialog({ onClose }: { readonly onClose: () => void }) {
  const exports = usePreviousWhileLoading(
    useEndpoint(listExports, {}, { refetchSeconds: followedSeconds, staleSeconds: 30 }),
  );
  useChannel('notifications', { onEvent: exports.refresh, onGap: exports.refresh });
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <Panel title={texts.list} description={texts.description} source={exports} skeleton={<SkeletonLines lines={4} />}>
        {({ exports: all }) =>
          all.length === 0 ? (
            <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
          ) : (
            <ul className={styles.list} aria-label={texts.list}>
              {all.map((one) => (
                <PreparedItem key={one.id} job={one} />
              ))}
            </ul>
          )
        }
      </Panel>
    </Dialog>
  );
}

function PreparedItem({ job }: { readonly job: ExportJob }) {
  const { state, progress, rows } = job;
  const share = progress === null ? null : formatQuantity(progress * 100, '%', { maxDecimals: 0 });
  return (
    <li className={styles.item}>
      <Group gap="xs" justify="space-between" w="100%">
        <strong>{job.title}</strong>
        <Badge variant="light" color={colours[state]} tt="none">
          {texts.states[state]}
        </Badge>
      </Group>
      <p className={styles.note}>
        {job.fileName} · {texts.asked} <Instant at={job.requestedAt} />
        {rows === null ? '' : ` · ${formatCount(rows, texts.record, texts.records)}, ${formatBytes(job.bytes)}`}
      </p>
      {state === 'running' || state === 'waiting' ? (
        <>
          <Progress
            value={(progress ?? 0) * 100}
            animated={state === 'running'}
            aria-label={texts.progress(share ?? texts.states[state])}
          />
          <p className={styles.note} role="status">
            {[share, job.message].filter((part) => part !== null).join(' · ')}
          </p>
        </>
      ) : null}
      {state === 'failed' ? (
        <p className={styles.note} role="alert">
          {job.message} {texts.again}
        </p>
      ) : null}
      {state === 'ready' && job.url === null ? <p className={styles.note}>{texts.gone}</p> : null}
      {job.url === null ? null : (
        <Group gap="xs">
          <Button
            component="a"
            href={job.url}
            download={job.fileName}
            size="xs"
            variant="default"
            aria-label={texts.downloadOf(job.fileName)}
            leftSection={<IconDownload size={15} aria-hidden="true" />}
          >
            {texts.download}
          </Button>
          {job.expiresAt === null ? null : (
            <span className={styles.note}>
              {texts.until} <Instant at={job.expiresAt} />
            </span>
          )}
        </Group>
      )}
    </li>
  );
}
