import { allows, type DataOf } from '@kianda/contract';
import { bucketSettings, putVersionLock } from '@kianda/contract/open/storage/bucket-settings.contract';
import {
  bucketObjects,
  listBuckets,
  objectVersions,
  readObject,
  removeVersion,
  restoreVersion,
} from '@kianda/contract/open/storage/storage.contract';
import { formatBytes, formatInstant } from '@kianda/format';
import { Dialog, downloadBlob, Instant, Panel, StatusPill } from '@kianda/ui';
import { Button, Group, Table } from '@mantine/core';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { areaSettingsTexts } from '../settings-texts.pt.ts';
import { storageTexts } from '../texts.pt.ts';
import { VersionLockForm } from './version-lock-form.tsx';

const texts = storageTexts.versions;
const lockTexts = areaSettingsTexts.versionLock;
const refreshed = [objectVersions, bucketObjects, listBuckets];

type VersionAct = 'restore' | 'remove' | 'lock';
type Version = DataOf<typeof objectVersions>['versions'][number];
type Props = {
  readonly bucket: string;
  /** Beginning of the names: a whole name for one object, a folder for what was deleted there. */
  readonly prefix: string;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
};

/** Earlier contents of objects, the deleted ones too: seen, saved, brought back, deleted for good. */
export function Versions({ bucket, prefix, mayRead, mayWrite, onClose }: Props) {
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const after = pages.at(-1);
  const query = { prefix, limit: 100, ...(after === undefined ? {} : { after }) };
  const versions = useEndpoint(objectVersions, { params: { name: bucket }, query }, { refetchSeconds: 0 });
  const [asked, setAsked] = useState<{ readonly act: VersionAct; readonly version: Version } | null>(null);
  const mayLock = useMayLock(bucket);
  return (
    <Dialog onClose={onClose} title={texts.title(prefix === '' ? bucket : prefix)} size="xl">
      <Panel title={texts.panel} source={versions}>
        {({ versions: found, reason, next, versioning }) => (
          <>
            {versioning === 'suspended' ? <p>{texts.suspended}</p> : null}
            {reason === null ? null : <p>{reason}</p>}
            {found.length === 0 && versioning !== 'unsupported' ? <p>{texts.none}</p> : null}
            {found.length === 0 ? null : (
              <Table.ScrollContainer minWidth={620}>
                <Table aria-label={texts.panel}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{storageTexts.name}</Table.Th>
                      <Table.Th>{texts.since}</Table.Th>
                      <Table.Th>{storageTexts.size}</Table.Th>
                      <Table.Th>{storageTexts.actions}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {found.map((version) => (
                      <Table.Tr key={`${version.key} ${version.versionId}`}>
                        <Table.Td style={{ overflowWrap: 'anywhere' }}>
                          {version.key} <State version={version} />
                        </Table.Td>
                        <Table.Td>
                          <Instant at={version.lastModified} />
                        </Table.Td>
                        <Table.Td>{version.isDeleted ? '—' : formatBytes(version.size)}</Table.Td>
                        <Table.Td>
                          <Acts
                            bucket={bucket}
                            version={version}
                            mayRead={mayRead}
                            mayWrite={mayWrite}
                            mayLock={mayLock}
                            onAsk={(act) => setAsked({ act, version })}
                          />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            )}
            <Group mt="sm">
              {pages.length === 1 ? null : (
                <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
                  {texts.previous}
                </Button>
              )}
              {next === null ? null : (
                <Button variant="default" onClick={() => setPages([...pages, next])}>
                  {storageTexts.more}
                </Button>
              )}
            </Group>
          </>
        )}
      </Panel>
      {asked?.act === 'restore' ? (
        <Restore bucket={bucket} version={asked.version} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.act === 'remove' ? (
        <Remove bucket={bucket} version={asked.version} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.act === 'lock' ? (
        <VersionLockForm bucket={bucket} version={asked.version} onClose={() => setAsked(null)} />
      ) : null}
    </Dialog>
  );
}

/** Whether the account may lock versions of an area: it manages the storage, and the area has locks. */
function useMayLock(bucket: string): boolean {
  const { role } = useAccount();
  const settings = useEndpoint(bucketSettings, { params: { name: bucket } }, { refetchSeconds: 0 });
  return allows(putVersionLock.access, role) && settings.sourced?.value.lock != null;
}

function State({ version }: { readonly version: Version }) {
  if (version.isDeleted) return <StatusPill tone="caution">{texts.deleted}</StatusPill>;
  const { lock } = version;
  return (
    <>
      {version.isLatest ? <StatusPill tone="good">{texts.latest}</StatusPill> : null}
      {lock?.until == null ? null : (
        <StatusPill tone="info">
          <Instant at={lock.until} words={lockTexts.until} />
        </StatusPill>
      )}
      {lock?.legalHold === true ? <StatusPill tone="caution">{lockTexts.held}</StatusPill> : null}
    </>
  );
}

type ActsProps = Pick<Props, 'bucket' | 'mayRead' | 'mayWrite'> & {
  readonly version: Version;
  readonly mayLock: boolean;
  readonly onAsk: (act: VersionAct) => void;
};

function Acts({ bucket, version, mayRead, mayWrite, mayLock, onAsk }: ActsProps) {
  const { client } = useApplication();
  const [failure, setFailure] = useState<string | null>(null);
  const { key, versionId, isDeleted, isLatest } = version;
  const when = formatInstant(version.lastModified);
  const save = async () => {
    setFailure(null);
    try {
      const query = { key, versionId, download: '1' as const };
      const blob = await client.download(readObject, { params: { name: bucket }, query }, { timeoutSeconds: 300 });
      downloadBlob(key.slice(key.lastIndexOf('/') + 1), blob);
    } catch (thrown) {
      setFailure(toFailure(thrown).message);
    }
  };
  const button = (label: string, described: string, act: () => void) => (
    <Button variant="subtle" size="compact-sm" aria-label={described} onClick={act}>
      {label}
    </Button>
  );
  return (
    <Group gap={2} wrap="nowrap">
      {mayRead && !isDeleted ? button(storageTexts.download, texts.downloadOf(key, when), () => void save()) : null}
      {mayWrite && (isDeleted || !isLatest)
        ? button(texts.restore, texts.restoreOf(key, when), () => onAsk('restore'))
        : null}
      {mayLock && !isDeleted ? button(lockTexts.open, lockTexts.openOf(key, when), () => onAsk('lock')) : null}
      {mayWrite ? button(storageTexts.remove, texts.removeOf(key, when), () => onAsk('remove')) : null}
      {failure === null ? null : <span role="alert">{failure}</span>}
    </Group>
  );
}

type DialogProps = { readonly bucket: string; readonly version: Version; readonly onClose: () => void };

function Restore({ bucket, version, onClose }: DialogProps) {
  const { run } = useAction(restoreVersion, refreshed);
  const { key, versionId, isDeleted } = version;
  const restore = async () => {
    const outcome = await run({ params: { name: bucket }, body: { key, versionId } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.restored });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.restoreTitle(key)}
      body={isDeleted ? texts.undeleteBody : texts.restoreBody}
      confirm={texts.restore}
      onConfirm={restore}
      onClose={onClose}
    />
  );
}

function Remove({ bucket, version, onClose }: DialogProps) {
  const { run } = useAction(removeVersion, refreshed);
  const { key, versionId, isDeleted } = version;
  const remove = async () => {
    const outcome = await run({ params: { name: bucket }, query: { key, versionId } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.removed });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(key, formatInstant(version.lastModified))}
      body={isDeleted ? texts.removeMarkBody : texts.removeBody}
      confirm={storageTexts.remove}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
