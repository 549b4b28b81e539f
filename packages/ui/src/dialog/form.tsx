import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { uiTexts } from '../texts.pt.ts';
import type { Draft, FormFailure } from './use-draft.ts';

const texts = uiTexts.dialog;

/** State of a write that a form sends. */
type FormAction = { readonly isRunning: boolean; readonly failure: FormFailure | null };

export type FormProps = {
  readonly children: ReactNode;
  /** Writes that the form may send: while one runs the button is busy; the first failure is shown. */
  readonly action: FormAction | readonly FormAction[];
  readonly onSubmit: () => unknown;
  readonly onCancel: () => void;
  /** Values of the fields, which know which messages of the server they show themselves. */
  readonly draft?: Pick<Draft<object>, 'isChanged' | 'otherIssues'> | undefined;
  /** A fault found before anything is sent. */
  readonly problem?: string | null | undefined;
  readonly isReady?: boolean;
  readonly confirm?: string | undefined;
  readonly isDangerous?: boolean;
};

/** Fields with their problem and buttons: Enter and the button send them once, and a failure leaves them as they are. */
export function Form({ children, action, onSubmit, onCancel, draft, isReady = true, ...props }: FormProps) {
  const actions = 'isRunning' in action ? [action] : action;
  const isRunning = actions.some((action) => action.isRunning);
  const failure = actions.find((action) => action.failure !== null)?.failure ?? null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form in a dialog above this one is outside this element, but React hands its events on to this one.
    if (event.target === event.currentTarget && isReady && !isRunning) onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {children}
        <Problems problem={props.problem ?? null} failure={failure} draft={draft} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            loading={isRunning}
            disabled={!isReady}
            {...(props.isDangerous === true ? { color: 'red' } : {})}
          >
            {props.confirm ?? texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ProblemsProps = {
  readonly problem: string | null;
  readonly failure: FormFailure | null;
  readonly draft: FormProps['draft'];
};

/** Rendered after the fields, so that they have already registered the messages that they show themselves. */
function Problems({ problem, failure, draft }: ProblemsProps) {
  const lines = problem !== null ? [problem] : failure === null ? [] : linesOf(failure, draft);
  return lines.length === 0 ? null : (
    <div role="alert" style={{ color: 'var(--k-error)' }}>
      {[...new Set(lines)].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/**
 * The server's messages about single fields are more precise than the general one; those shown next to their fields are
 * left out.
 */
function linesOf({ message, issues = [] }: FormFailure, draft: FormProps['draft']): readonly string[] {
  if (issues.length === 0) return [message];
  return draft?.otherIssues() ?? issues.map((issue) => issue.message);
}
