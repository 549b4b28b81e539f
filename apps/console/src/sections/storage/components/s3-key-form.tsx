import { allows, type DataOf } from '@kianda/contract';
import { createS3Key, listS3Keys, s3KeyDaysMax } from '@kianda/contract/storage/s3.contract';
import { listBuckets } from '@kianda/contract/storage/storage.contract';
import {
  Button,
  Checkbox,
  CopyButton,
  Group,
  Modal,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import { clientLines, s3Texts as texts } from '../s3-texts.pt.ts';
import styles from './s3-keys.module.css';

type Made = DataOf<typeof createS3Key>;
type Place = { readonly endpoint: string; readonly host: string };
const usualDays = 90;

/** Asks for what a new key may do. */
export function NewKey({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { role, hasPassword } = useAccount();
  const create = useAction(createS3Key, [listS3Keys]);
  const areas = useEndpoint(listBuckets, {}, { refetchSeconds: 0 }).sourced?.value.buckets ?? [];
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(usualDays);
  const [write, setWrite] = useState(false);
  const [buckets, setBuckets] = useState<string[]>([]);
  const [password, setPassword] = useState('');
  const mayWrite = allows('storage:write', role);
  const isFit = typeof days === 'number' && name.trim() !== '' && (!hasPassword || password !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isFit || create.isRunning) return;
    const body = {
      ...{ name, days, write, buckets: buckets.length === 0 ? null : buckets },
      ...(hasPassword ? { currentPassword: password } : {}),
    };
    const outcome = await create.run({ body }, { offline: 'fail' });
    if (outcome.state === 'done') onMade(outcome.data);
  };
  return (
    <Modal opened onClose={onClose} title={texts.createTitle} size="lg">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            description={texts.nameHelp}
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NumberInput
            label={texts.days}
            min={1}
            max={s3KeyDaysMax}
            allowDecimal={false}
            required
            value={days}
            onChange={setDays}
          />
          {mayWrite ? (
            <Checkbox
              label={texts.write}
              description={texts.writeHelp}
              checked={write}
              onChange={(event) => setWrite(event.currentTarget.checked)}
            />
          ) : null}
          <MultiSelect
            label={texts.areas}
            description={texts.areasHelp}
            data={areas.map((area) => area.name)}
            value={buckets}
            onChange={setBuckets}
            searchable
            clearable
          />
          {hasPassword ? (
            <PasswordInput
              label={texts.password}
              description={texts.passwordHelp}
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          ) : null}
          <DialogFoot
            failure={create.failure === null ? null : (create.failure.issues?.[0]?.message ?? create.failure.message)}
            confirm={texts.confirm}
            isRunning={create.isRunning}
            isReady={isFit}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The key just made, its secret this once. */
export function MadeKey({
  made,
  place,
  onDone,
}: {
  readonly made: Made;
  readonly place: Place;
  readonly onDone: () => void;
}) {
  const { accessKey } = made.key;
  return (
    <Stack gap="sm">
      <p role="status">
        <strong>{texts.once}</strong>
      </p>
      {(
        [
          [texts.accessKey, accessKey],
          [texts.secretKey, made.secretKey],
        ] as const
      ).map(([label, value]) => (
        <Group key={label} align="flex-end" gap="xs">
          <TextInput
            label={label}
            value={value}
            readOnly
            className="k-mono"
            style={{ flex: 1 }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" aria-label={`${texts.copy}: ${label}`} onClick={copy}>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      ))}
      <Lines place={place} access={accessKey} secret={made.secretKey} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  );
}

/** How a client is set up, with places for the key. */
export function ClientLines({ place }: { readonly place: Place }) {
  return (
    <details>
      <summary>{texts.howTo}</summary>
      <Stack gap="sm" mt="sm">
        <p>
          {texts.endpoint}: <code>{place.endpoint}</code>
        </p>
        <p>
          {texts.host}: <code>{place.host}</code>
        </p>
        <p className={styles.muted}>{texts.pathStyle}</p>
        <Lines place={place} access="ACCESS_KEY" secret="SECRET_KEY" />
      </Stack>
    </details>
  );
}

function Lines({ place, access, secret }: { readonly place: Place; readonly access: string; readonly secret: string }) {
  const lines = clientLines(place, { access, secret });
  return (['rclone', 'aws', 'gdal'] as const).map((client) => (
    <section key={client} aria-label={texts[client]}>
      <p>
        <strong>{texts[client]}</strong>
      </p>
      <pre className={styles.lines}>{lines[client]}</pre>
    </section>
  ));
}
