import { Dialog, EmptyState, named } from '@kianda/ui';
import { Button, Group, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useMySettings } from '../../../client/use-my-settings.ts';
import { notify } from '../../../platform/notices.ts';
import items from '../item-list.module.css';
import { sharedTexts } from '../texts.pt.ts';
import type { Address } from './types.ts';

const texts = sharedTexts.views;
const noViews = {};
const mostViews = 20;

type Saved = { readonly name: string; readonly search: Readonly<Record<string, string>> };
type Props = {
  /** Id of the list. */
  readonly list: string;
  readonly title: string;
  /** Filters, order, columns and page size in the address. */
  readonly address: Address;
  /** Puts the parameters of a view in the place of the present ones. */
  readonly onUse: (search: Saved['search']) => void;
};

/** A person's saved views of a list: named filters, order and columns, on every machine. */
export function SavedViews({ list, title, address, onUse }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={named(texts.open, title)}
        leftSection={<IconBookmark size={15} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen ? (
        <ViewsDialog
          list={list}
          title={title}
          address={address}
          onUse={(search) => {
            onUse(search);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function ViewsDialog({ list, address, onUse, onClose }: Props & { readonly onClose: () => void }) {
  const { views, save } = useViews(list);
  const [name, setName] = useState('');
  const present = Object.fromEntries(
    Object.entries(address).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    void save([...views.filter((view) => view.name !== trimmed), { name: trimmed, search: present }], texts.saved);
    setName('');
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {views.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <ul className={items.list} aria-label={texts.title}>
          {views.map((view) => (
            <li key={`${view.name} ${new URLSearchParams(view.search)}`} className={items.item}>
              <span>{view.name}</span>
              <Group gap={4}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={texts.applyOf(view.name)}
                  onClick={() => onUse(view.search)}
                >
                  {texts.use}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={texts.removeOf(view.name)}
                  onClick={() =>
                    void save(
                      views.filter((other) => other !== view),
                      texts.removed,
                    )
                  }
                >
                  {texts.remove}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit}>
        <Group gap="xs" align="end" mt="md">
          <TextInput
            label={texts.name}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === '' || views.length >= mostViews}>
            {texts.save}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** The views of one list among those of all lists, which the server keeps together for the account. */
function useViews(list: string) {
  const { id } = useAccount();
  const [settings, store] = useMySettings('list-views', id, noViews);
  const views: readonly Saved[] = settings?.[list] ?? [];
  const save = async (next: readonly Saved[], message: string) => {
    try {
      await store({ ...settings, [list]: [...next] });
      notify({ tone: 'success', message });
    } catch (thrown) {
      notify({ tone: 'error', message: toFailure(thrown).message });
    }
  };
  return { views, save };
}
