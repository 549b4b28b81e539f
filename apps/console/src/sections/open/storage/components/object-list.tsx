import { allows, type DataOf } from '@kianda/contract';
import { bucketInfo, bucketObjects, putLifecycle } from '@kianda/contract/open/storage/storage.contract';
import { formatBytes } from '@kianda/format';
import { PageStack, Panel, RelativeTime, SkeletonBar } from '@kianda/ui';
import { Anchor, Breadcrumbs, Button, Group, Table } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { storageTexts as texts } from '../texts.pt.ts';
import { Lifecycle } from './lifecycle.tsx';
import { ObjectActions } from './object-actions.tsx';
import { Upload } from './upload.tsx';
import { Versions } from './versions.tsx';

const AreaSettings = lazy(() => import('./area-settings.tsx'));
/** Height of the panel of settings while it is on its way, pixels. */
const settingsHeight = 280;

type Move = (target: { prefix: string; after?: string | undefined }) => void;
type Level = DataOf<typeof bucketObjects>;
type Rights = { readonly mayRead: boolean; readonly mayWrite: boolean; readonly mayShare: boolean };

type Props = {
  readonly bucket: string;
  readonly prefix: string;
  readonly after: string | undefined;
  readonly onMove: Move;
};

/** One level of an area: its folders, its objects, and the way up. */
export function ObjectList({ bucket, prefix, after, onMove }: Props) {
  const { role } = useAccount();
  const query = { prefix, ...(after === undefined ? {} : { after }) };
  const objects = useEndpoint(bucketObjects, { params: { name: bucket }, query }, { refetchSeconds: 60 });
  const info = useEndpoint(bucketInfo, { params: { name: bucket } }, { refetchSeconds: 60 }).sourced?.value;
  const [showsVersions, setVersions] = useState(false);
  const rights: Rights = {
    mayRead: info?.readable === true,
    mayWrite: info?.writable === true && allows('storage:write', role),
    mayShare: allows('storage:write', role),
  };
  return (
    <PageStack>
      <Panel
        title={bucket}
        description={info?.readable === false ? texts.closed : info?.description}
        source={objects}
        isEmpty={(value) => isEmptyLevel(value) && !prefix.split('/').some((part) => part !== '')}
        empty={<p>{texts.empty}</p>}
        actions={
          <>
            <Button size="compact-sm" variant="default" onClick={() => setVersions(true)}>
              {texts.versions.openFolder}
            </Button>
            {rights.mayWrite ? <Upload bucket={bucket} prefix={prefix} /> : null}
          </>
        }
      >
        {(value) => (
          <>
            <FolderPath prefix={prefix} onMove={onMove} />
            <LevelTable bucket={bucket} prefix={prefix} level={value} rights={rights} onMove={onMove} />
            {isEmptyLevel(value) ? <p>{texts.empty}</p> : null}
            <Group mt="sm">
              {after === undefined ? null : (
                <Button variant="default" onClick={() => onMove({ prefix })}>
                  {texts.first}
                </Button>
              )}
              {value.next === null ? null : (
                <Button variant="default" onClick={() => onMove({ prefix, after: value.next ?? undefined })}>
                  {texts.more}
                </Button>
              )}
            </Group>
          </>
        )}
      </Panel>
      {showsVersions ? (
        <Versions
          bucket={bucket}
          prefix={prefix}
          mayRead={rights.mayRead}
          mayWrite={rights.mayWrite}
          onClose={() => setVersions(false)}
        />
      ) : null}
      {info?.writable === true && allows(putLifecycle.access, role) ? (
        <Lifecycle bucket={bucket} rules={info.lifecycle} revision={info.lifecycleRevision} />
      ) : null}
      {info?.writable === true ? (
        <Suspense fallback={<SkeletonBar height={settingsHeight} />}>
          <AreaSettings bucket={bucket} />
        </Suspense>
      ) : null}
    </PageStack>
  );
}

function isEmptyLevel({ objects, prefixes }: Level): boolean {
  return objects.length + prefixes.length === 0;
}

/** Folders from the area's root to this level, each a link. */
function FolderPath({ prefix, onMove }: { readonly prefix: string; readonly onMove: Move }) {
  const parts = prefix.split('/').filter((part) => part !== '');
  return (
    <Breadcrumbs aria-label={texts.path}>
      {['', ...parts].map((part, index) => {
        const target = parts
          .slice(0, index)
          .map((folder) => `${folder}/`)
          .join('');
        return (
          <Anchor key={target} component="button" type="button" onClick={() => onMove({ prefix: target })}>
            {part === '' ? texts.root : part}
          </Anchor>
        );
      })}
    </Breadcrumbs>
  );
}

type TableProps = {
  readonly bucket: string;
  readonly prefix: string;
  readonly level: Level;
  readonly rights: Rights;
  readonly onMove: Move;
};

function LevelTable({ bucket, prefix, level, rights, onMove }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={bucket}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{texts.size}</Table.Th>
            <Table.Th>{texts.modified}</Table.Th>
            <Table.Th>{texts.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {level.prefixes.map((folder) => (
            <Table.Tr key={folder}>
              <Table.Td colSpan={4}>
                <Anchor component="button" type="button" onClick={() => onMove({ prefix: folder })}>
                  {folder.slice(prefix.length)}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
          {level.objects.map((object) => (
            <Table.Tr key={object.key}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{object.key.slice(prefix.length)}</Table.Td>
              <Table.Td>{formatBytes(object.size)}</Table.Td>
              <Table.Td>
                <RelativeTime at={object.lastModified} />
              </Table.Td>
              <Table.Td>
                <ObjectActions bucket={bucket} object={object} {...rights} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
