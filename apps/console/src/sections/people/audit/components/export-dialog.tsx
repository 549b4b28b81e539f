import { auditExport, auditExportHoursMax } from '@kianda/contract/people/audit/audit.contract';
import { downloadBlob, useClock } from '@kianda/ui';
import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { auditTexts } from '../texts.pt.ts';

const texts = auditTexts.export;
const formats = ['csv', 'json'] as const;

/** Asks how far back and in which format, and saves the signed file. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApplication();
  const clock = useClock();
  const [hours, setHours] = useState<number | string>(24);
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const isFit = typeof hours === 'number' && Number.isInteger(hours) && hours >= 1 && hours <= auditExportHoursMax;
  const save = async () => {
    if (typeof hours !== 'number') return texts.hoursHelp;
    try {
      const file = await client.download(auditExport, { query: { hours, format } });
      const day = new Date(clock()).toISOString().slice(0, 10);
      downloadBlob(`kianda-auditoria-${day}-${hours}h-${format}.zip`, file);
      return null;
    } catch (thrown) {
      return `${texts.failed} ${toFailure(thrown).message}`;
    }
  };
  return (
    <ConfirmDialog
      title={texts.title}
      body={texts.body}
      confirm={texts.confirm}
      isFit={isFit}
      onConfirm={save}
      onClose={onClose}
    >
      <NumberInput
        label={texts.hours}
        description={texts.hoursHelp}
        min={1}
        max={auditExportHoursMax}
        allowDecimal={false}
        value={hours}
        onChange={setHours}
      />
      <NativeSelect
        label={texts.format}
        value={format}
        onChange={(event) => setFormat(formats.find((format) => format === event.currentTarget.value) ?? 'csv')}
        data={formats.map((value) => ({ value, label: texts.formats[value] }))}
      />
    </ConfirmDialog>
  );
}
