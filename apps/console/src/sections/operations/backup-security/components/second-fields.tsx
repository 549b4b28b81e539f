import type { SecondTarget } from '@kianda/contract/operations/backups/backups.contract';
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';

type Kind = keyof typeof texts.secondKinds;
const kinds = Object.keys(texts.secondKinds) as Kind[];

const blank = {
  folder: { kind: 'folder', folder: '' },
  s3: { kind: 's3', bucket: '', region: 'us-east-1', endpoint: null, accessKeyId: null },
  sftp: { kind: 'sftp', address: '', hostKey: '' },
} as const satisfies Record<Exclude<Kind, 'none'>, SecondTarget>;

/** Says, where a secret is stored, that an empty field leaves it as it is. */
const secretNote = (hasSecret: boolean) => (hasSecret ? { description: texts.secretKept } : {});

type Props = {
  readonly second: SecondTarget | null;
  readonly secret: string;
  readonly hasSecret: boolean;
  readonly onChange: (second: SecondTarget | null) => void;
  readonly onSecret: (secret: string) => void;
};

/** The second target of backups; its secret is only ever written. */
export function SecondFields({ second, secret, hasSecret, onChange, onSecret }: Props) {
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.secondKind}
        value={second?.kind ?? 'none'}
        data={kinds.map((value) => ({ value, label: texts.secondKinds[value] }))}
        onChange={(event) => {
          const kind = kinds.find((name) => name === event.currentTarget.value) ?? 'none';
          onSecret('');
          onChange(kind === 'none' ? null : blank[kind]);
        }}
      />
      {second?.kind === 'folder' ? (
        <TextInput
          label={texts.folder}
          description={texts.folderHelp}
          required
          value={second.folder}
          onChange={(event) => onChange({ ...second, folder: event.currentTarget.value })}
        />
      ) : null}
      {second?.kind === 's3' ? (
        <S3Fields second={second} secret={secret} hasSecret={hasSecret} onChange={onChange} onSecret={onSecret} />
      ) : null}
      {second?.kind === 'sftp' ? (
        <SftpFields second={second} secret={secret} hasSecret={hasSecret} onChange={onChange} onSecret={onSecret} />
      ) : null}
    </div>
  );
}

type FieldsOf<K extends SecondTarget['kind']> = Omit<Props, 'second'> & {
  readonly second: Extract<SecondTarget, { kind: K }>;
};

function S3Fields({ second, secret, hasSecret, onChange, onSecret }: FieldsOf<'s3'>) {
  return (
    <>
      <TextInput
        label={texts.bucket}
        required
        value={second.bucket}
        onChange={(event) => onChange({ ...second, bucket: event.currentTarget.value })}
      />
      <TextInput
        label={texts.region}
        required
        value={second.region}
        onChange={(event) => onChange({ ...second, region: event.currentTarget.value })}
      />
      <TextInput
        label={texts.endpoint}
        description={texts.endpointHelp}
        type="url"
        value={second.endpoint ?? ''}
        onChange={(event) => onChange({ ...second, endpoint: event.currentTarget.value || null })}
      />
      <TextInput
        label={texts.accessKey}
        autoComplete="off"
        value={second.accessKeyId ?? ''}
        onChange={(event) => onChange({ ...second, accessKeyId: event.currentTarget.value || null })}
      />
      <PasswordInput
        label={texts.secretKey}
        {...secretNote(hasSecret)}
        autoComplete="new-password"
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
      />
    </>
  );
}

function SftpFields({ second, secret, hasSecret, onChange, onSecret }: FieldsOf<'sftp'>) {
  return (
    <>
      <TextInput
        label={texts.address}
        description={texts.addressHelp}
        required
        value={second.address}
        onChange={(event) => onChange({ ...second, address: event.currentTarget.value })}
      />
      <TextInput
        label={texts.hostKey}
        description={texts.hostKeyHelp}
        required
        value={second.hostKey}
        onChange={(event) => onChange({ ...second, hostKey: event.currentTarget.value })}
      />
      <Textarea
        label={texts.password}
        {...secretNote(hasSecret)}
        autoComplete="off"
        rows={2}
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
      />
    </>
  );
}
