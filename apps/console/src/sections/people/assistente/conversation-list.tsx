import {
  assistantConversations,
  assistantForget,
  assistantForgetAll,
  type Conversation,
} from '@kianda/contract/people/assistant/assistant.contract';
import { formatNumber } from '@kianda/format';
import { Instant } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import styles from './assistente.module.css';
import { assistantTexts as texts } from './texts.pt.ts';

type Props = {
  readonly conversations: readonly Conversation[];
  readonly shown: string | undefined;
  readonly onShow: (id: string | undefined) => void;
};

const refreshed = [assistantConversations];

/** The account's conversations: to go on with, or to delete. */
export function ConversationList({ conversations, shown, onShow }: Props) {
  const [leaving, setLeaving] = useState<Conversation | 'all' | null>(null);
  const forget = useAction(assistantForget, refreshed);
  const forgetAll = useAction(assistantForgetAll, refreshed);

  const remove = async (): Promise<string | null> => {
    if (leaving === null) return null;
    const outcome =
      leaving === 'all'
        ? await forgetAll.run({})
        : await forget.run({ params: { id: leaving.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (leaving === 'all' || leaving.id === shown) onShow(undefined);
    return null;
  };

  return (
    <aside className={styles.aside} aria-label={texts.conversations}>
      <h2>{texts.conversations}</h2>
      {conversations.length === 0 ? <p className={styles.note}>{texts.noConversations}</p> : null}
      <ul>
        {conversations.map((one) => (
          <li key={one.id} className={styles.conversation}>
            <button type="button" aria-current={one.id === shown} onClick={() => onShow(one.id)}>
              <span>{one.title}</span>
              <span className={styles.note}>
                {texts.turns(formatNumber(one.turns))} · <Instant at={one.updatedAt} />
              </span>
            </button>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={texts.forgetNamed(one.title)}
              onClick={() => setLeaving(one)}
            >
              {texts.forget}
            </Button>
          </li>
        ))}
      </ul>
      {conversations.length < 2 ? null : (
        <Button size="xs" variant="subtle" onClick={() => setLeaving('all')}>
          {texts.forgetAll}
        </Button>
      )}
      {leaving === null ? null : (
        <ConfirmDialog
          title={leaving === 'all' ? texts.forgetAllTitle : texts.forgetTitle}
          body={leaving === 'all' ? texts.forgetAllBody : texts.forgetBody(leaving.title)}
          confirm={texts.forget}
          isDangerous
          onConfirm={remove}
          onClose={() => setLeaving(null)}
        />
      )}
    </aside>
  );
}
