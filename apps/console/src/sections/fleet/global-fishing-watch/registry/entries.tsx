import { EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActionOutcome } from '../../../../client/use-action.ts';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { EntryForm, type Field } from './entry-form.tsx';
import type { Written } from './fields.ts';
import { registryTexts as texts } from './texts.pt.ts';

/** Actions on an entry; each returns its outcome. */
export type EntryActs = {
  readonly create: (written: Written) => Promise<ActionOutcome<unknown>>;
  readonly update: (id: string, written: Written) => Promise<ActionOutcome<unknown>>;
  readonly remove: (id: string) => Promise<ActionOutcome<unknown>>;
};

type EntryKind<T> = {
  readonly title: string;
  readonly nameOf: (row: T) => string;
  readonly factsOf: (row: T) => ReactNode;
  /** Fields of the form of an entry; null for a new one. */
  readonly fieldsOf: (row: T | null) => readonly Field[];
  readonly writtenOf: (row: T | null) => Written;
  readonly acts: EntryActs;
  readonly mayChange: boolean;
  /** Buttons before the one that adds an entry. */
  readonly actions?: ReactNode;
};

/** Entries that are shown, added, changed and removed: their buttons, rows and dialogs, for a panel of any kind. */
export function useEntries<T extends { readonly id: string }>(kind: EntryKind<T>) {
  const { title, nameOf, factsOf, fieldsOf, writtenOf, acts, mayChange } = kind;
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  const [removed, setRemoved] = useState<T | null>(null);
  const row = edited === 'new' ? null : edited;
  return {
    actions: mayChange ? (
      <Group gap="xs">
        {kind.actions}
        <Button variant="default" size="xs" onClick={() => setEdited('new')}>
          {texts.add}
          <span className="k-visually-hidden">: {title}</span>
        </Button>
      </Group>
    ) : undefined,
    draw: (rows: readonly T[]) => (
      <EntryList {...{ title, rows, nameOf, factsOf, mayChange }} onEdit={setEdited} onRemove={setRemoved} />
    ),
    dialogs: (
      <>
        {edited === null ? null : (
          <EntryForm
            title={title}
            fields={fieldsOf(row)}
            initial={writtenOf(row)}
            save={(written) => (row === null ? acts.create(written) : acts.update(row.id, written))}
            onClose={() => setEdited(null)}
          />
        )}
        {removed === null ? null : (
          <ConfirmDialog
            title={texts.remove}
            body={texts.removeBody(nameOf(removed))}
            confirm={texts.remove}
            isDangerous
            onClose={() => setRemoved(null)}
            onConfirm={async () => {
              const outcome = await acts.remove(removed.id);
              if (outcome.state === 'failed') return outcome.failure.message;
              notify({ tone: 'success', message: texts.deleted });
              return null;
            }}
          />
        )}
      </>
    ),
  };
}

type Props<V, T> = Omit<EntryKind<T>, 'fieldsOf'> & {
  readonly description: string;
  readonly source: EndpointResult<V>;
  readonly rowsOf: (value: V) => readonly T[];
  readonly fields: readonly Field[];
  readonly empty: { readonly title: string; readonly text: string };
  /** Filters above the list. */
  readonly above?: ReactNode;
};

/** One part of the national registry: its entries, and for whoever keeps them a form to add, change and remove. */
export function Entries<V, T extends { readonly id: string }>(props: Props<V, T>) {
  const { source, rowsOf, empty, fields } = props;
  const { actions, draw, dialogs } = useEntries({ ...props, fieldsOf: () => fields });
  return (
    <>
      <Panel
        title={props.title}
        description={props.description}
        source={source}
        skeleton={<SkeletonLines lines={4} />}
        actions={actions}
      >
        {(value) => (
          <div className={styles.stack}>
            {props.above}
            {rowsOf(value).length === 0 ? (
              <EmptyState title={empty.title}>{empty.text}</EmptyState>
            ) : (
              draw(rowsOf(value))
            )}
          </div>
        )}
      </Panel>
      {dialogs}
    </>
  );
}

type ListProps<T> = Pick<EntryKind<T>, 'title' | 'nameOf' | 'factsOf' | 'mayChange'> & {
  readonly rows: readonly T[];
  readonly onEdit: (row: T) => void;
  readonly onRemove: (row: T) => void;
};

function EntryList<T extends { readonly id: string }>(props: ListProps<T>) {
  const { title, rows, nameOf, factsOf, mayChange, onEdit, onRemove } = props;
  return (
    <ul className={styles.list} aria-label={title}>
      {rows.map((row) => (
        <li key={row.id} className={styles.item}>
          <div className={styles.main}>
            <span className={styles.name}>{nameOf(row)}</span>
            <span className={styles.facts}>{factsOf(row)}</span>
          </div>
          {mayChange ? (
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                aria-label={`${texts.edit} ${nameOf(row)}`}
                onClick={() => onEdit(row)}
              >
                {texts.edit}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={`${texts.remove} ${nameOf(row)}`}
                onClick={() => onRemove(row)}
              >
                {texts.remove}
              </Button>
            </Group>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
