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

type Props<V, T> = {
  readonly title: string;
  readonly description: string;
  readonly source: EndpointResult<V>;
  readonly rowsOf: (value: V) => readonly T[];
  readonly nameOf: (row: T) => string;
  readonly factsOf: (row: T) => ReactNode;
  readonly fields: readonly Field[];
  /** Null for a new entry. */
  readonly writtenOf: (row: T | null) => Written;
  readonly acts: EntryActs;
  readonly mayChange: boolean;
  readonly empty: { readonly title: string; readonly text: string };
  /** Filters above the list, and pages below it. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly actions?: ReactNode;
};

/** One part of the national registry: its entries, and for whoever keeps them a form to add, change and remove. */
export function Entries<V, T extends { readonly id: string }>(props: Props<V, T>) {
  const { title, source, rowsOf, nameOf, fields, writtenOf, acts, mayChange } = props;
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  const [removed, setRemoved] = useState<T | null>(null);
  return (
    <>
      <Panel
        title={title}
        description={props.description}
        source={source}
        skeleton={<SkeletonLines lines={4} />}
        actions={
          mayChange ? (
            <Group gap="xs">
              {props.actions}
              <Button variant="default" size="xs" onClick={() => setEdited('new')}>
                {texts.add}
                <span className="k-visually-hidden">: {title}</span>
              </Button>
            </Group>
          ) : undefined
        }
      >
        {(value) => (
          <div className={styles.stack}>
            {props.above}
            <EntryList {...props} rows={rowsOf(value)} onEdit={setEdited} onRemove={setRemoved} />
            {props.below}
          </div>
        )}
      </Panel>
      {edited === null ? null : (
        <EntryForm
          title={title}
          fields={fields}
          initial={writtenOf(edited === 'new' ? null : edited)}
          save={(written) => (edited === 'new' ? acts.create(written) : acts.update(edited.id, written))}
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
  );
}

type ListProps<V, T extends { readonly id: string }> = Props<V, T> & {
  readonly rows: readonly T[];
  readonly onEdit: (row: T) => void;
  readonly onRemove: (row: T) => void;
};

function EntryList<V, T extends { readonly id: string }>(props: ListProps<V, T>) {
  const { title, rows, nameOf, factsOf, mayChange, empty, onEdit, onRemove } = props;
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
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
