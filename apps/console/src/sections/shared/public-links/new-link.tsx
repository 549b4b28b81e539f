import { publicLinkDays } from '@kianda/contract/core/public-link';
import { Dialog } from '@kianda/ui';
import { NumberInput, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionOutcome } from '../../../client/use-action.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { publicLinkTexts as texts } from './texts.pt.ts';

type Props<Made> = {
  readonly name: string;
  /** Contents of the link, and their sources. */
  readonly about: ReactNode;
  readonly isRunning: boolean;
  readonly make: (body: { readonly days: number; readonly note: string }) => Promise<ActionOutcome<Made>>;
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
};

/** Asks how long a new link stays open, and whom it is for. */
export function NewLink<Made>({ name, about, isRunning, make, onMade, onClose }: Props<Made>) {
  const [days, setDays] = useState<number>(publicLinkDays.usual);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = days >= publicLinkDays.least && days <= publicLinkDays.most;
  const submit = async () => {
    const outcome = await make({ days, note });
    if (outcome.state === 'done') onMade(outcome.data);
    else setFailure(outcome.state === 'failed' ? outcome.failure.message : texts.offline);
  };
  return (
    <Dialog onClose={onClose} title={texts.makeTitle(name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <p>{texts.makeText}</p>
          {about}
          <NumberInput
            label={texts.days}
            description={texts.daysHelp}
            value={days}
            min={publicLinkDays.least}
            max={publicLinkDays.most}
            allowDecimal={false}
            required
            onChange={(value) => setDays(Number(value))}
          />
          <TextInput
            label={texts.note}
            description={texts.noteHelp}
            value={note}
            maxLength={200}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <DialogFoot
            failure={failure}
            confirm={texts.make}
            isRunning={isRunning}
            isReady={isReady}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
