import type { Turn } from '@kianda/contract/people/assistant/assistant.contract';
import { Instant, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { notify } from '../../../platform/notices.ts';
import { AnswerCard } from './answer-card.tsx';
import styles from './assistente.module.css';
import { assistantTexts as texts } from './texts.pt.ts';
import { writtenTurn } from './written.ts';

type Props = { readonly turn: Turn; readonly onAsk: (question: string) => void; readonly isBusy: boolean };

/** One question and its answer. */
export function TurnView({ turn, onAsk, isBusy }: Props) {
  const { timeZone } = usePreferences();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(writtenTurn(turn, timeZone));
      notify({ tone: 'success', message: texts.copied });
    } catch {
      notify({ tone: 'warning', message: texts.notCopied });
    }
  };
  return (
    <li className={styles.turn}>
      <h2 className={styles.question}>
        <span className="k-visually-hidden">{texts.you}: </span>
        {turn.question}
      </h2>
      <div className={styles.answer}>
        <p className={styles.text}>{turn.text}</p>
        {turn.by === 'model' ? <p className={styles.note}>{texts.byModel}</p> : null}
        {turn.struck.map(({ sentence, figures }) => (
          <p key={sentence} className={styles.struck}>
            <del>{sentence}</del> <span>{texts.struck(figures.join(', '))}</span>
          </p>
        ))}
        {turn.cards.map((card, index) => (
          <AnswerCard key={`${card.tool} ${card.query}`} card={card} id={`${turn.id.slice(0, 8)}-${index}`} />
        ))}
        <QuestionList label={texts.nearest} questions={turn.nearest} onAsk={onAsk} isBusy={isBusy} />
        <p className={styles.foot}>
          {turn.understood === null ? null : (
            <span>
              {texts.understood}: {turn.understood}
            </span>
          )}
          <Instant at={turn.at} />
          <Button size="compact-xs" variant="subtle" onClick={() => void copy()}>
            {texts.copy}
          </Button>
        </p>
      </div>
    </li>
  );
}

type ListProps = {
  readonly label: string;
  readonly questions: readonly string[];
  readonly onAsk: (question: string) => void;
  readonly isBusy: boolean;
};

/** Questions to be asked by a press. */
export function QuestionList({ label, questions, onAsk, isBusy }: ListProps) {
  if (questions.length === 0) return null;
  return (
    <ul className={styles.questions} aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            className={styles.suggestion}
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}
