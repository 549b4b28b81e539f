import { listAlerts, servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import {
  type ControlledService,
  listServices,
  restartService,
  startService,
  stopService,
} from '@kianda/contract/operations/services/services.contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { statusTexts } from '../texts.pt.ts';

const texts = statusTexts.control;
const refreshed = [listServices, servicesStatus, systemHealth, listAlerts];

type Props = { readonly name: string; readonly control: ControlledService };

/** Start, stop and restart; the last two after a confirmation that says what stops with the service. */
export function ControlButtons({ name, control }: Props) {
  const [asking, setAsking] = useState<'stop' | 'restart' | null>(null);
  const start = useAction(startService, refreshed);
  if (control.stopped !== null) {
    return (
      <>
        <Button
          size="compact-sm"
          loading={start.isRunning}
          aria-label={texts.of(texts.start, name)}
          onClick={() => void start.run({ params: { id: control.id } })}
        >
          {texts.start}
        </Button>
        {start.failure === null ? null : <p role="alert">{start.failure.message}</p>}
      </>
    );
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={texts.of(texts.restart, name)}
        onClick={() => setAsking('restart')}
      >
        {texts.restart}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={texts.of(texts.stop, name)}
        onClick={() => setAsking('stop')}
      >
        {texts.stop}
      </Button>
      {asking === null ? null : <Confirm act={asking} name={name} control={control} onClose={() => setAsking(null)} />}
    </>
  );
}

function Confirm({
  act,
  name,
  control,
  onClose,
}: Props & { readonly act: 'stop' | 'restart'; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const stop = useAction(stopService, refreshed);
  const restart = useAction(restartService, refreshed);
  const params = { id: control.id };
  const submit = async () => {
    const outcome =
      act === 'stop'
        ? await stop.run({ params, body: { reason } }, { offline: 'fail' })
        : await restart.run({ params }, { offline: 'fail' });
    return outcome.state === 'failed' ? outcome.failure.message : null;
  };
  const effects =
    act === 'restart'
      ? [texts.restartEffect]
      : [...(control.prefix === null ? [] : [texts.prefix(control.prefix)]), ...control.effects];
  return (
    <ConfirmDialog
      title={act === 'stop' ? texts.stopTitle(name) : texts.restartTitle(name)}
      body={texts.effects}
      confirm={act === 'stop' ? texts.stop : texts.restart}
      isDangerous={act === 'stop'}
      onConfirm={submit}
      onClose={onClose}
    >
      <ul>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {act === 'stop' ? (
        <TextInput
          label={texts.reason}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <p>{texts.audited}</p>
    </ConfirmDialog>
  );
}
