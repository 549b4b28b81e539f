import type { DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import { usersImport, usersImportPreview } from '@kianda/contract/people/identity/users.contract';
import { formatCount } from '@kianda/format';
import { type Column, DataTable, Dialog, downloadText, StatusPill } from '@kianda/ui';
import { Button, FileButton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { afterUserChange } from '../../../shared/access/after-user-change.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { userTexts as texts } from '../texts.pt.ts';

type Preview = DataOf<typeof usersImportPreview>;
type Row = Preview['rows'][number];

const mostCharacters = 200_000;
const countLines = (count: number) => formatCount(count, texts.lineOne, texts.lineMany);
const columns: readonly Column<Row>[] = [
  { id: 'line', label: texts.line, value: ({ line }) => line, align: 'end', width: '80px' },
  { id: 'email', label: texts.email, value: ({ email }) => email },
  { id: 'name', label: texts.name, value: ({ name }) => name },
  { id: 'role', label: texts.role, value: ({ role }) => role, width: '130px' },
  {
    id: 'faults',
    label: texts.faults,
    value: ({ faults }) => faults.join('; '),
    render: ({ faults }) => (
      <StatusPill tone={faults.length === 0 ? 'good' : 'bad'}>
        {faults.length === 0 ? texts.fine : faults.join('; ')}
      </StatusPill>
    ),
  },
];

/** Invites everyone in a file: shown row by row first, then all or nobody. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const look = useAction(usersImportPreview);
  const send = useAction(usersImport, afterUserChange);
  const [csv, setCsv] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const [invited, setInvited] = useState<DataOf<typeof usersImport>['invited'] | null>(null);

  const choose = async (file: File | null) => {
    if (file === null) return;
    setPreview(null);
    const text = await file.text();
    setTooLarge(text.length > mostCharacters);
    if (text.length > mostCharacters) return;
    setCsv(text);
    const outcome = await look.run({ body: { csv: text } }, { offline: 'fail' });
    if (outcome.state === 'done') setPreview(outcome.data);
  };
  const confirm = async () => {
    const outcome = await send.run({ body: { csv } }, { offline: 'fail' });
    if (outcome.state === 'done') setInvited(outcome.data.invited);
  };
  if (invited !== null) return <Invited invited={invited} onClose={onClose} />;
  const failure = tooLarge
    ? texts.importTooLarge
    : (look.failure?.issues?.[0]?.message ?? look.failure?.message ?? send.failure?.message ?? null);
  return (
    <Dialog onClose={onClose} title={texts.importTitle} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (preview?.faulty === 0 && !send.isRunning) void confirm();
        }}
      >
        <Stack gap="sm">
          <p>{texts.importHelp}</p>
          <FileButton accept=".csv,text/csv" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={look.isRunning} w="fit-content">
                {texts.importFile}
              </Button>
            )}
          </FileButton>
          {preview === null ? null : (
            <>
              <p role="status">
                {preview.faulty === 0
                  ? texts.importGood(countLines(preview.good))
                  : texts.importFaulty(countLines(preview.faulty), countLines(preview.good))}
              </p>
              <DataTable
                id="utilizadores-a-importar"
                label={texts.importTitle}
                columns={columns}
                rows={preview.rows}
                rowId={({ line }) => String(line)}
                height="320px"
              />
            </>
          )}
          <DialogFoot
            failure={failure}
            confirm={texts.importConfirm(formatCount(preview?.good ?? 0, texts.one, texts.many))}
            isRunning={send.isRunning}
            isReady={preview !== null && preview.faulty === 0}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function Invited({
  invited,
  onClose,
}: {
  readonly invited: DataOf<typeof usersImport>['invited'];
  readonly onClose: () => void;
}) {
  const shown = invited.filter(({ link }) => link.url !== null);
  const sent = invited.length - shown.length;
  const save = () =>
    downloadText(
      'convites-kianda.csv',
      'text/csv',
      toCsv(
        ['email', 'nome', 'ligacao', 'valida_ate'],
        shown.map(({ email, name, link }) => [email, name, link.url, link.expiresAt]),
      ),
    );
  return (
    <Dialog size="md" onClose={onClose} title={texts.link.titles.invitation} closeOnClickOutside={shown.length === 0}>
      <Stack gap="sm">
        <p role="status">
          {texts.importDone(formatCount(sent, 'convite', 'convites'), formatCount(shown.length, 'ligação', 'ligações'))}
        </p>
        {shown.length === 0 ? null : (
          <>
            <p>
              <strong>{texts.link.once}</strong>
            </p>
            <Button variant="default" onClick={save}>
              {texts.link.csv}
            </Button>
          </>
        )}
        <Button onClick={onClose}>{shown.length === 0 ? texts.link.close : texts.link.done}</Button>
      </Stack>
    </Dialog>
  );
}
