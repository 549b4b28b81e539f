import {
  createVesselGroup,
  updateVesselGroup,
  type VesselGroup,
} from '@kianda/contract/fleet/surveillance/groups.contract';
import { Form, useDraft } from '@kianda/ui';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { groupTexts as texts } from './texts.pt.ts';
import { groupAnswers } from './use-groups.ts';

type Props = {
  /** Null makes a new one. */
  readonly group: VesselGroup | null;
  readonly mayWatch: boolean;
  readonly onDone: () => void;
};

const nothing = { name: '', description: '', isShared: false, isWatched: false };

/** Name, sharing and watching of a group. */
export function GroupForm({ group, mayWatch, onDone }: Props) {
  const create = useAction(createVesselGroup, groupAnswers);
  const update = useAction(updateVesselGroup, groupAnswers);
  const { name, description, isShared, isWatched } = group ?? nothing;
  const draft = useDraft({ name, description, isShared, isWatched }, create.failure ?? update.failure);
  const { values } = draft;
  const submit = async () => {
    const body = {
      name: values.name.trim(),
      description: values.description.trim(),
      isShared: values.isShared || values.isWatched,
      isWatched: values.isWatched,
    };
    const outcome =
      group === null
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id: group.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onDone();
  };
  return (
    <Form
      action={[create, update]}
      onSubmit={submit}
      onCancel={onDone}
      draft={draft}
      confirm={texts.save}
      isReady={values.name.trim().length >= 2}
    >
      <TextInput label={texts.name} required minLength={2} maxLength={80} {...draft.text('name')} />
      <Textarea label={texts.description} maxLength={500} rows={2} {...draft.text('description')} />
      <Switch
        label={texts.shared}
        {...draft.check('isShared')}
        checked={values.isShared || values.isWatched}
        disabled={values.isWatched}
      />
      {mayWatch ? (
        <Switch
          label={texts.watched}
          aria-label={texts.watched}
          description={texts.watchedHelp}
          {...draft.check('isWatched')}
        />
      ) : null}
    </Form>
  );
}
