import { Dialog } from '@kianda/ui';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { notify } from '../../../platform/notices.ts';
import { publicLinkTexts as texts } from './texts.pt.ts';

/** Copies a text, and says whether the browser let it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'success', message: texts.copied });
  } catch {
    notify({ tone: 'error', title: texts.copy, message: texts.copyFailed });
  }
}

type Props = {
  readonly url: string;
  readonly onClose: () => void;
  /** Further ways to hand the link on, and what they are. */
  readonly more?: ReactNode;
  readonly moreActions?: ReactNode;
};

/** A new link, which is told this once. */
export function MadeLink({ url, onClose, more, moreActions }: Props) {
  return (
    <Dialog onClose={onClose} title={texts.madeTitle} closeOnClickOutside={false}>
      <Stack gap="sm">
        <p>{texts.madeText}</p>
        <TextInput label={texts.url} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        <Group gap="xs">
          <Button variant="default" onClick={() => void copyText(url)}>
            {texts.copy}
          </Button>
          <Button variant="default" component="a" href={url} target="_blank" rel="noopener noreferrer">
            {texts.open}
          </Button>
        </Group>
        {more}
        <Group gap="xs" justify={moreActions === undefined ? 'flex-end' : 'space-between'}>
          {moreActions}
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
