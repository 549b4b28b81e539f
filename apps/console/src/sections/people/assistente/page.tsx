import type { DataOf } from '@kianda/contract';
import { assistantAbout, assistantConversations } from '@kianda/contract/people/assistant/assistant.contract';
import { downloadText, EmptyState, PageHeader, PageStack, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { AskForm } from './ask-form.tsx';
import styles from './assistente.module.css';
import { ConversationList } from './conversation-list.tsx';
import { assistantTexts as texts } from './texts.pt.ts';
import { QuestionList, TurnView } from './turn-view.tsx';
import { useTalk } from './use-talk.ts';
import { writtenTurn } from './written.ts';

const searchSchema = z.object({
  conversation: z.uuid().optional().catch(undefined),
  /** A question to ask at once, of the search of the console or of a link. */
  ask: z.string().min(2).max(400).optional().catch(undefined),
});

/** Section `assistente`: questions in Portuguese, answered with the platform's data. */
export default function AssistentePage() {
  const [search, change] = useSectionSearch(searchSchema);
  const { timeZone } = usePreferences();
  const onConversation = useCallback(
    (id: string) => change({ conversation: id, ask: undefined }, { replace: true }),
    [change],
  );
  const talk = useTalk(search.conversation, onConversation);
  const about = useEndpoint(assistantAbout, {}, { refetchSeconds: 0 }).sourced?.value;
  useAskedByAddress(search.ask, talk.ask);
  const end = useEndInView(talk.turns.length + (talk.pending === null ? 0 : 1));

  const save = () =>
    downloadText(
      texts.fileName,
      `${talk.turns.map((turn) => writtenTurn(turn, timeZone)).join('\n\n')}\n`,
      'text/markdown',
    );
  const last = talk.turns.at(-1);
  const ask = (question: string) => void talk.ask(question);

  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <>
              {talk.turns.length === 0 ? null : (
                <Button size="xs" variant="default" onClick={save}>
                  {texts.save}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => change({ conversation: undefined, ask: undefined })}>
                {texts.fresh}
              </Button>
            </>
          }
        />
        <div className={styles.layout}>
          <div className={styles.talk}>
            {talk.isGone ? <EmptyState title={texts.empty} /> : null}
            {talk.turns.length === 0 && talk.pending === null && !talk.isOpening ? (
              <section className={styles.start} aria-label={texts.start}>
                <h2>{texts.start}</h2>
                <p className={styles.note}>{texts.startText}</p>
                <QuestionList
                  label={texts.start}
                  questions={about?.suggestions ?? []}
                  onAsk={ask}
                  isBusy={talk.isBusy}
                />
              </section>
            ) : null}
            <Turns talk={talk} onAsk={ask} />
            <p role="status" className="k-visually-hidden">
              {talk.pending === null ? (last?.text ?? '') : texts.asking}
            </p>
            <AskForm onAsk={talk.ask} isBusy={talk.isBusy} last={last?.question} problem={talk.problem} />
            <div ref={end} />
          </div>
          <Side
            about={about}
            shown={search.conversation}
            onShow={(id) => change({ conversation: id, ask: undefined })}
          />
        </div>
      </PageStack>
    </div>
  );
}

type TurnsProps = { readonly talk: ReturnType<typeof useTalk>; readonly onAsk: (question: string) => void };

/** The questions and answers so far, and the question that waits for its answer. */
function Turns({ talk, onAsk }: TurnsProps) {
  return (
    <ol className={styles.turns} aria-label={texts.talk}>
      {talk.turns.map((turn) => (
        <TurnView key={turn.id} turn={turn} onAsk={onAsk} isBusy={talk.isBusy} />
      ))}
      {talk.pending === null ? null : (
        <li className={styles.turn}>
          <p className={styles.question}>{talk.pending}</p>
          <p className={styles.note}>{texts.asking}</p>
        </li>
      )}
    </ol>
  );
}

type SideProps = {
  readonly about: DataOf<typeof assistantAbout> | undefined;
  readonly shown: string | undefined;
  readonly onShow: (conversation: string | undefined) => void;
};

/** Earlier conversations, and who answers. */
function Side({ about, shown, onShow }: SideProps) {
  const conversations = useEndpoint(assistantConversations, {}, { refetchSeconds: 0 }).sourced?.value.conversations;
  return (
    <div className={styles.side}>
      {conversations === undefined ? null : (
        <ConversationList conversations={conversations} shown={shown} onShow={onShow} />
      )}
      {about === undefined ? null : (
        <p className={styles.note}>
          {about.model === null ? texts.rules : texts.model(about.model.name, about.model.host)} {texts.mcp}{' '}
          <code>{about.mcpUrl}</code>.
        </p>
      )}
    </div>
  );
}

/** Asks the question of the address, once. */
function useAskedByAddress(question: string | undefined, ask: (question: string) => Promise<boolean>): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (question === undefined || done.current === question) return;
    done.current = question;
    void ask(question);
  }, [question, ask]);
}

/** Keeps the newest answer in view as the conversation grows; not when a page is opened. */
function useEndInView(count: number) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current && before.current > 0) end.current?.scrollIntoView?.({ block: 'end' });
    before.current = count;
  }, [count]);
  return end;
}
