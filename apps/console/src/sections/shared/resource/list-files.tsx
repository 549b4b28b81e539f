import { allows, type Endpoint, type InputOf } from '@kianda/contract';
import type { Resource } from '@kianda/contract/core/resource';
import { type ListFormat, listFileName, listFormats } from '@kianda/contract/core/resource-endpoints';
import { downloadBlob, named, useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import { sharedTexts } from '../texts.pt.ts';

const texts = sharedTexts.resource;
const formats = Object.keys(listFormats) as ListFormat[];
/** A long list is read and written while one waits. */
const longestSeconds = 90;

type Props = {
  readonly list: Pick<Resource<never>, 'id'>;
  readonly title: string;
  readonly file: Endpoint;
  /** Parameters of the path, and filters and order of the query. */
  readonly input: { readonly params?: object | undefined; readonly query: object };
  readonly isEmpty: boolean;
};

/** Menu that saves the whole list, as filtered and ordered, as a file; absent without the permission to export it. */
export function ListFiles({ list, title, file, input, isEmpty }: Props) {
  const { role } = useAccount();
  const { client } = useApplication();
  const clock = useClock();
  const [isRunning, setRunning] = useState(false);
  if (!allows(file.access, role)) return null;
  const save = async (format: ListFormat) => {
    setRunning(true);
    try {
      const asked = { ...input, query: { ...input.query, format } } as InputOf<Endpoint>;
      const name = listFileName(list, format, clock());
      downloadBlob(name, await client.download(file, asked, { timeoutSeconds: longestSeconds }));
      notify({ tone: 'success', message: texts.exported(name) });
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
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={named(texts.export, title)}
          title={texts.exportTitle}
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          disabled={isEmpty}
          loading={isRunning}
        >
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {listFormats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
