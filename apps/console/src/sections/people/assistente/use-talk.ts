import {
  assistantAsk,
  assistantConversation,
  assistantConversations,
  type Turn,
} from '@kianda/contract/people/assistant/assistant.contract';
import { useCallback, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';

const refreshed = [assistantConversations];
const anyId = '00000000-0000-4000-8000-000000000000';

/** Turns of a conversation: those that are stored, and those that were asked here since. */
export function useTalk(conversation: string | undefined, onConversation: (id: string) => void) {
  const [asked, setAsked] = useState<{ readonly id: string; readonly turns: readonly Turn[] } | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const stored = useEndpoint(
    assistantConversation,
    { params: { id: conversation ?? anyId } },
    { enabled: conversation !== undefined, refetchSeconds: 0, staleSeconds: 0 },
  );
  const action = useAction(assistantAsk, refreshed);
  const { run } = action;

  const known = conversation === undefined ? [] : (stored.sourced?.value.turns ?? []);
  const own = asked !== null && asked.id === conversation ? asked.turns : [];
  const ids = new Set(known.map(({ id }) => id));
  const turns = [...known, ...own.filter(({ id }) => !ids.has(id))];

  const ask = useCallback(
    async (question: string): Promise<boolean> => {
      setPending(question);
      const body = { question, ...(conversation === undefined ? {} : { conversationId: conversation }) };
      const outcome = await run({ body }, { offline: 'fail', timeoutSeconds: 60 });
      setPending(null);
      if (outcome.state !== 'done') return false;
      const { conversationId, turn } = outcome.data;
      setAsked((before) => ({
        id: conversationId,
        turns: [...(before?.id === conversationId ? before.turns : []), turn],
      }));
      if (conversationId !== conversation) onConversation(conversationId);
      return true;
    },
    [conversation, onConversation, run],
  );

  return {
    turns,
    pending,
    ask,
    isBusy: action.isRunning,
    isOpening: conversation !== undefined && stored.isLoading && own.length === 0,
    problem: action.failure?.message ?? null,
    isGone: conversation !== undefined && stored.failure?.code === 'not_found' && own.length === 0,
  };
}
