import { allows } from '@kianda/contract';
import {
  cardFormats,
  type ExportFormat,
  exportFormats,
  exportModelVersion,
  modelTable,
  modelVersionCard,
} from '@kianda/contract/models/registry/files.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { downloadBlob, named } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { fileTexts as texts } from '../texts.pt.ts';

/** A card is drawn, and a table is read, while one waits. */
const longestSeconds = 90;
const cards = Object.keys(cardFormats) as (keyof typeof cardFormats)[];
const exports = Object.keys(exportFormats) as ExportFormat[];

type Props = { readonly type: ModelType; readonly version: number };

/** Menu that saves the card of a version, the model for other programs, and the rows of its training. */
export function VersionFiles({ type, version }: Props) {
  const { role } = useAccount();
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const params = { type, version };
  const save = async (name: string, read: () => Promise<Blob>) => {
    setRunning(true);
    try {
      downloadBlob(name, await read());
      notify({ tone: 'success', message: texts.saved(name) });
    } catch (thrown) {
      notify({ tone: 'error', title: texts.failed, message: toFailure(thrown).message });
    } finally {
      setRunning(false);
    }
  };
  const options = { timeoutSeconds: longestSeconds };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          aria-label={named(texts.files, texts.version(String(version)))}
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={isRunning}
        >
          {texts.files}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.card}</Menu.Label>
        {cards.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              void save(`ficha_${type}_v${version}.${format}`, () =>
                client.download(modelVersionCard, { params, query: { format } }, options),
              )
            }
          >
            {texts.cardIn(cardFormats[format])}
          </Menu.Item>
        ))}
        {allows(exportModelVersion.access, role) ? <Menu.Label>{texts.model}</Menu.Label> : null}
        {allows(exportModelVersion.access, role)
          ? exports.map((format) => (
              <Menu.Item
                key={format}
                onClick={() =>
                  void save(`${type}_v${version}.${format}`, () =>
                    client.download(exportModelVersion, { params, query: { format } }, options),
                  )
                }
              >
                {exportFormats[format]}
              </Menu.Item>
            ))
          : null}
        {allows(modelTable.access, role) ? (
          <Menu.Item
            onClick={() => void save(`${type}_linhas.csv`, () => client.download(modelTable, { params }, options))}
          >
            {texts.rows}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
