import {
  exportFormats,
  exportRetained,
  type RetainedExportFormat,
  type RetainedTable,
} from '@kianda/contract/models/retention/retention.contract';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { viewerTexts as texts } from '../texts.pt.ts';

const formats = Object.keys(exportFormats) as readonly RetainedExportFormat[];
type Filters = { readonly table?: RetainedTable | undefined; readonly search: string };

/** Prepares the records of the present filters as a file, and opens the link that gives it. */
export function ExportMenu({ filters: { table, search } }: { readonly filters: Filters }) {
  const action = useAction(exportRetained);
  const save = async (format: RetainedExportFormat) => {
    const filters = { ...(table === undefined ? {} : { table }), ...(search === '' ? {} : { search }) };
    const outcome = await action.run({ body: { format, filters } }, { offline: 'fail' });
    if (outcome.state === 'done') {
      notify({ tone: 'success', message: texts.exported(exportFormats[format]) });
      // The link bears its own permission: a new tab has no session.
      window.open(new URL(outcome.data.download_url, window.location.origin).href, '_blank', 'noopener');
    }
    if (outcome.state === 'failed') {
      const message = outcome.failure.message || texts.exportFailed;
      notify({ tone: 'error', title: texts.exportError, message });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={action.isRunning}
        >
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {exportFormats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
