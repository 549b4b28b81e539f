import { allows, type DataOf } from '@kianda/contract';
import { createS3Key, listS3Keys, s3KeyDaysMax } from '@kianda/contract/open/storage/s3.contract';
import { listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { Dialog } from '@kianda/ui';
import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { KeyForm, type KeyTerms } from '../../../shared/key-form.tsx';
import { ShownOnce } from '../../../shared/shown-once.tsx';
import { clientLines, s3Texts as texts } from '../s3-texts.pt.ts';
import styles from './s3-keys.module.css';

type Made = DataOf<typeof createS3Key>;
type Place = { readonly endpoint: string; readonly host: string };

/** Asks for the permissions of a new key. */
export function NewKey({ onMade, onClose }: { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const { role } = useAccount();
  const create = useAction(createS3Key, [listS3Keys]);
  const areas = useEndpoint(listBuckets, {}, { refetchSeconds: 0 }).sourced?.value.buckets ?? [];
  const [write, setWrite] = useState(false);
  const [buckets, setBuckets] = useState<string[]>([]);
  const send = async (terms: KeyTerms) => {
    const body = { ...terms, write, buckets: buckets.length === 0 ? null : buckets };
    const outcome = await create.run({ body }, { offline: 'fail' });
    if (outcome.state === 'done') onMade(outcome.data);
  };
  return (
    <Dialog onClose={onClose} title={texts.createTitle}>
      <KeyForm
        nameHelp={texts.nameHelp}
        daysMax={s3KeyDaysMax}
        action={create}
        onSend={(terms) => void send(terms)}
        onClose={onClose}
      >
        {allows('storage:write', role) ? (
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
      </KeyForm>
    </Dialog>
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
  const fields = [
    { label: texts.accessKey, value: accessKey },
    { label: texts.secretKey, value: made.secretKey },
  ];
  return (
    <ShownOnce warning={texts.once} fields={fields} onDone={onDone}>
      <Lines place={place} access={accessKey} secret={made.secretKey} />
    </ShownOnce>
  );
}

/** Settings for a client, with places for the key. */
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
