import { createVesselGroup, updateVesselGroup, type VesselGroup } from '@kianda/contract/surveillance/groups.contract';
import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import styles from '../page.module.css';
import { groupTexts as texts } from './texts.pt.ts';
import { groupAnswers } from './use-groups.ts';

type Props = {
  /** Null makes a new one. */
  readonly group: VesselGroup | null;
  readonly mayWatch: boolean;
  readonly onDone: () => void;
};

/** Name, sharing and watching of a group. */
export function GroupForm({ group, mayWatch, onDone }: Props) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [isShared, setShared] = useState(group?.isShared ?? false);
  const [isWatched, setWatched] = useState(group?.isWatched ?? false);
  const create = useAction(createVesselGroup, groupAnswers);
  const update = useAction(updateVesselGroup, groupAnswers);
  const { isRunning, failure } = group === null ? create : update;
  const submit = async () => {
    const body = { name: name.trim(), description: description.trim(), isShared: isShared || isWatched, isWatched };
    const outcome =
      group === null
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id: group.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onDone();
  };
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={texts.name}
        value={name}
        required
        minLength={2}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={texts.description}
        value={description}
        maxLength={500}
        rows={2}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Switch
        label={texts.shared}
        checked={isShared || isWatched}
        disabled={isWatched}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      {mayWatch ? (
        <Switch
          label={texts.watched}
          description={texts.watchedHelp}
          checked={isWatched}
          onChange={(event) => setWatched(event.currentTarget.checked)}
        />
      ) : null}
      {failure === null ? null : (
        <p className={styles.warning} role="alert">
          {failure.message}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={isRunning} disabled={name.trim().length < 2}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
      </Group>
    </form>
  );
}
