import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.once;

type Field = { readonly label: string; readonly value: string; readonly description?: string };

type Props = {
  /** Consequence of closing this. */
  readonly warning: string;
  readonly fields: readonly Field[];
  readonly onDone: () => void;
  readonly children?: ReactNode;
};

/** A secret just made and never shown again: each part with a button that copies it. */
export function ShownOnce({ warning, fields, onDone, children }: Props) {
  return (
    <Stack gap="sm">
      <p role="status">
        <strong>{warning}</strong>
      </p>
      {fields.map((field) => (
        <CopyField key={field.label} {...field} />
      ))}
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  );
}

function CopyField({ label, value, description }: Field) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        classNames={{ input: 'k-mono' }}
        style={{ flex: 1, minWidth: 0 }}
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
  );
}
