import { allows } from '@kianda/contract';
import { bucketInfo, bucketObjects, listBuckets, putLifecycle } from '@kianda/contract/open/storage/storage.contract';
import { formatBytes } from '@kianda/format';
import { PageStack, Panel, RelativeTime } from '@kianda/ui';
import { Anchor, Breadcrumbs, Button, FileButton, Group, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { endpointKey, useEndpoint } from '../../../../client/use-endpoint.ts';
import { sendFile } from '../api/send-file.ts';
import { storageTexts as texts } from '../texts.pt.ts';
import { Lifecycle } from './lifecycle.tsx';
import { ObjectActions } from './object-actions.tsx';
import { Versions } from './versions.tsx';

type Props = {
  readonly bucket: string;
  readonly prefix: string;
  readonly after: string | undefined;
  readonly onMove: (place: { prefix: string; after?: string | undefined }) => void;
};

/** One level of an area: its folders, its objects, and the way up. */
export function ObjectList({ bucket, prefix, after, onMove }: Props) {
  const { role } = useAccount();
  const query = { prefix, ...(after === undefined ? {} : { after }) };
  const objects = useEndpoint(bucketObjects, { params: { name: bucket }, query }, { refetchSeconds: 60 });
  const info = useEndpoint(bucketInfo, { params: { name: bucket } }, { refetchSeconds: 60 }).sourced?.value;
  const mayWrite = info?.writable === true && allows('storage:write', role);
  const [showsVersions, setVersions] = useState(false);
  const mayRead = info?.readable === true;
  const parts = prefix.split('/').filter((part) => part !== '');
  return (
    <PageStack>
      <Panel
        title={bucket}
        description={info?.readable === false ? texts.closed : info?.description}
        source={objects}
        isEmpty={(value) => value.objects.length + value.prefixes.length === 0 && parts.length === 0}
        empty={<p>{texts.empty}</p>}
        actions={
          <>
            <Button size="compact-sm" variant="default" onClick={() => setVersions(true)}>
              {texts.versions.openFolder}
            </Button>
            {mayWrite ? <Upload bucket={bucket} prefix={prefix} /> : null}
          </>
        }
      >
        {(value) => (
          <>
            <Breadcrumbs aria-label={texts.path}>
              {['', ...parts].map((part, index) => {
                const target = parts
                  .slice(0, index)
                  .map((one) => `${one}/`)
                  .join('');
                return (
                  <Anchor key={target} component="button" type="button" onClick={() => onMove({ prefix: target })}>
                    {part === '' ? texts.root : part}
                  </Anchor>
                );
              })}
            </Breadcrumbs>
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
                  {value.prefixes.map((folder) => (
                    <Table.Tr key={folder}>
                      <Table.Td colSpan={4}>
                        <Anchor component="button" type="button" onClick={() => onMove({ prefix: folder })}>
                          {folder.slice(prefix.length)}
                        </Anchor>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                  {value.objects.map((object) => (
                    <Table.Tr key={object.key}>
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>{object.key.slice(prefix.length)}</Table.Td>
                      <Table.Td>{formatBytes(object.size)}</Table.Td>
                      <Table.Td>
                        <RelativeTime at={object.lastModified} />
                      </Table.Td>
                      <Table.Td>
                        <ObjectActions
                          bucket={bucket}
                          object={object}
                          mayRead={mayRead}
                          mayWrite={mayWrite}
                          mayShare={allows('storage:write', role)}
                        />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {value.objects.length + value.prefixes.length === 0 ? <p>{texts.empty}</p> : null}
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
          mayRead={mayRead}
          mayWrite={mayWrite}
          onClose={() => setVersions(false)}
        />
      ) : null}
      {info?.writable === true && allows(putLifecycle.access, role) ? (
        <Lifecycle bucket={bucket} rules={info.lifecycle} />
      ) : null}
    </PageStack>
  );
}

function Upload({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [said, setSaid] = useState<{ readonly text: string; readonly isError: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File | null) => {
    if (file === null) return;
    setBusy(true);
    setSaid(null);
    try {
      await sendFile(client, { bucket, key: prefix + file.name }, file, (done, total) =>
        setSaid({ text: texts.uploading(done, total), isError: false }),
      );
      setSaid({ text: texts.uploaded(file.name), isError: false });
      for (const endpoint of [bucketObjects, listBuckets]) {
        await queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
      }
    } catch (thrown) {
      setSaid({ text: toFailure(thrown).message, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs">
      {said === null ? null : <span role={said.isError ? 'alert' : 'status'}>{said.text}</span>}
      <FileButton onChange={(file) => void send(file)}>
        {(props) => (
          <Button {...props} size="compact-sm" loading={busy}>
            {texts.upload}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
