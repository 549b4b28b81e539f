import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { executeProcess, listProcessJobs } from '@kianda/contract/open/features/processes.contract';
import { downloadText } from '@kianda/ui';
import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import { processTexts as texts } from '../texts.pt.ts';
import { type Drafts, type ProcessField, processFields, readDrafts } from './process-fields.ts';

const refreshed = [listProcessJobs] as const;
/** An analysis now is waited for as long as a person does; longer ones go to the background. */
const waitSeconds = 60;

type Props = { readonly id: string; readonly title: string; readonly inputs: Readonly<Record<string, unknown>> };

/** Form of an analysis' inputs, made from its own description; it runs now or in the background. */
export function ProcessForm({ id, title, inputs }: Props) {
  const fields = processFields(inputs);
  const { run, isRunning, failure } = useAction(executeProcess, refreshed);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [shown, setShown] = useState<Drafts>({});
  const [result, setResult] = useState<unknown>();
  const execute = async (respondAsync: boolean) => {
    const read = readDrafts(fields, drafts);
    setShown(read.errors);
    setResult(undefined);
    if (Object.keys(read.errors).length > 0) return;
    const outcome = await run(
      { params: { processId: id }, body: { inputs: read.inputs, response: 'document' } },
      { offline: 'fail', timeoutSeconds: waitSeconds, respondAsync },
    );
    if (outcome.state !== 'done') return;
    if (respondAsync) notify({ tone: 'info', message: texts.started });
    else setResult(outcome.data);
  };
  const errorOf = (name: string) =>
    shown[name] ?? failure?.issues?.find(({ path }) => path.split('.').includes(name))?.message ?? null;
  const isPlaced = failure?.issues?.some(({ path }) => fields.some(({ name }) => path.split('.').includes(name)));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void execute(false);
      }}
    >
      <Stack gap="sm">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={drafts[field.name] ?? ''}
            error={errorOf(field.name)}
            onChange={(value) => setDrafts({ ...drafts, [field.name]: value })}
          />
        ))}
        {failure === null || isPlaced === true ? null : (
          <p role="alert" style={{ color: 'var(--k-error)' }}>
            {failure.message}
          </p>
        )}
        <div className={styles.row}>
          <Button type="submit" loading={isRunning}>
            {texts.run}
          </Button>
          <Button variant="default" disabled={isRunning} onClick={() => void execute(true)}>
            {texts.runLater}
          </Button>
        </div>
        {result === undefined ? null : <ProcessResult title={title} id={id} result={result} />}
      </Stack>
    </form>
  );
}

type FieldProps = {
  readonly field: ProcessField;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
};

function Field({ field, value, error, onChange }: FieldProps) {
  const { title, isRequired, kind, choices, name } = field;
  const common = { label: title, withAsterisk: isRequired, error, value } as const;
  if (kind === 'boolean') {
    return (
      <Checkbox
        label={title}
        checked={value === 'true'}
        error={error}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <NativeSelect {...common} data={['', ...choices]} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  if (kind === 'json' || kind === 'long-text') {
    return (
      <Textarea
        {...common}
        description={kind === 'json' ? (name === 'geometry' ? texts.geometryExample : texts.json) : undefined}
        rows={3}
        resize="vertical"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (name === 'collection') return <CollectionField {...common} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      description={kind === 'numbers' ? texts.list : undefined}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type CollectionProps = Omit<FieldProps, 'field'> & { readonly label: string; readonly withAsterisk: boolean };

/** The collections there are: nobody knows their identifiers by heart. */
function CollectionField({ onChange, ...common }: CollectionProps) {
  const collections = useEndpoint(featureCollections, { query: { f: 'json' } }, { refetchSeconds: 0 });
  const data = (collections.sourced?.value.collections ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <NativeSelect
      {...common}
      data={[{ value: '', label: '' }, ...data]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Outputs of an analysis, unchanged. */
export function ProcessResult({
  id,
  title,
  result,
}: {
  readonly id: string;
  readonly title: string;
  readonly result: unknown;
}) {
  const text = JSON.stringify(result, null, 2);
  return (
    <section aria-label={texts.resultOf(title)}>
      <pre className={styles.code}>{text}</pre>
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        onClick={() => downloadText(`${id}.json`, 'application/json', text)}
      >
        {texts.save}
      </Button>
    </section>
  );
}
