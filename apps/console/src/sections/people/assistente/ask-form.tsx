import { questionLength } from '@kianda/contract/people/assistant/assistant.contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import styles from './assistente.module.css';
import { assistantTexts as texts } from './texts.pt.ts';

type Props = {
  readonly onAsk: (question: string) => Promise<boolean>;
  readonly isBusy: boolean;
  /** The question before, which the arrow brings back. */
  readonly last: string | undefined;
  readonly problem: string | null;
};

/** The field below the conversation. What is written stays until it was asked. */
export function AskForm({ onAsk, isBusy, last, problem }: Props) {
  const [question, setQuestion] = useState('');
  const keysId = useId();
  const submit = async () => {
    const asked = question.trim();
    if (asked.length < 2 || isBusy) return;
    if (await onAsk(asked)) setQuestion((present) => (present.trim() === asked ? '' : present));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || question !== '' || last === undefined) return;
    event.preventDefault();
    setQuestion(last);
  };
  return (
    <form className={`${styles.form} k-no-print`} onSubmit={onSubmit}>
      <TextInput
        className={styles.field}
        label={texts.question}
        labelProps={{ className: 'k-visually-hidden' }}
        placeholder={texts.placeholder}
        value={question}
        maxLength={questionLength}
        autoComplete="off"
        error={problem}
        aria-describedby={keysId}
        onChange={(event) => setQuestion(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" loading={isBusy} disabled={question.trim().length < 2}>
        {texts.ask}
      </Button>
      <span id={keysId} className="k-visually-hidden">
        {texts.keys}
      </span>
    </form>
  );
}
