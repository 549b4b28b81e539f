import { formatMilliseconds } from '@kianda/format';
import { EmptyState, StatusPill } from '@kianda/ui';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import styles from './debug.module.css';
import { debugTexts as texts } from './texts.pt.ts';
import { type Trial, useTrials } from './use-trials.ts';

/** Reads that say most about an installation, by what people call them. */
const calls = [
  ['health', '/admin-api/health'],
  ['overview', '/admin-api/api/dashboard/overview'],
  ['services', '/admin-api/api/services/status'],
  ['connectors', '/admin-api/connectors'],
  ['stac', '/stac'],
  ['features', '/features/collections'],
  ['process', '/admin-api/diagnostics/state'],
] as const;

/** Paths that may be asked for by hand: of the API, and reads only. */
const isPath = (text: string) => /^\/[\w~!$&'()*+,;=:@%/.?-]*$/.test(text) && !text.startsWith('//');

/** Buttons that try the API, the acceptance of this origin and the configuration, with the answers and their times. */
export function DebugPage() {
  const { trials, isRunning, call, configuration, renew, clear } = useTrials();
  const [path, setPath] = useState('/admin-api/platform');
  const isRight = isPath(path);
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment="" offers={[]}>
      <div className={styles.page}>
        <section className={styles.group}>
          <h2 className={styles.groupTitle}>{texts.api}</h2>
          <div className={styles.buttons}>
            {calls.map(([name, at]) => (
              <Button key={name} variant="default" disabled={isRunning} onClick={() => call(texts.calls[name], at)}>
                {texts.calls[name]}
              </Button>
            ))}
          </div>
          <form
            className={styles.byHand}
            onSubmit={(event) => {
              event.preventDefault();
              if (isRight) call(`GET ${path}`, path);
            }}
          >
            <TextInput
              label={texts.path}
              value={path}
              error={isRight ? null : texts.pathWrong}
              maxLength={500}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
            />
            <Button type="submit" disabled={isRunning || !isRight}>
              {texts.ask}
            </Button>
          </form>
        </section>
        <section className={styles.group}>
          <h2 className={styles.groupTitle}>{texts.around}</h2>
          <div className={styles.buttons}>
            <Button variant="default" disabled={isRunning} onClick={() => call(texts.cors, '/admin-api/platform')}>
              {texts.cors}
            </Button>
            <Button
              variant="default"
              disabled={isRunning}
              onClick={() => call(texts.refusal, '/admin-api/api/dashboard/overview', false)}
            >
              {texts.refusal}
            </Button>
            <Button variant="default" disabled={isRunning} onClick={configuration}>
              {texts.config}
            </Button>
            <Button variant="default" disabled={isRunning} onClick={renew}>
              {texts.renew}
            </Button>
          </div>
        </section>
        <section className={styles.group} aria-busy={isRunning}>
          <div className={styles.resultsHead}>
            <h2 className={styles.groupTitle}>{texts.results}</h2>
            <Button variant="subtle" color="gray" disabled={trials.length === 0} onClick={clear}>
              {texts.clear}
            </Button>
          </div>
          {trials.length === 0 ? <EmptyState title={texts.none} /> : null}
          <ol className={styles.trials}>
            {trials.map((trial) => (
              <TrialRow key={trial.id} trial={trial} />
            ))}
          </ol>
        </section>
      </div>
    </PageFrame>
  );
}

function TrialRow({ trial: { name, isGood, status, ms, requestId, detail } }: { readonly trial: Trial }) {
  return (
    <li className={styles.trial}>
      <div className={styles.trialHead}>
        <h3 className={styles.trialName}>{name}</h3>
        <StatusPill tone={isGood ? 'good' : 'bad'}>
          {status === null ? texts.noStatus(isGood) : texts.http(status)}
        </StatusPill>
        <span className={styles.time}>{formatMilliseconds(ms)}</span>
      </div>
      {requestId === null ? null : <p className={styles.request}>{texts.request(requestId)}</p>}
      <details open={!isGood}>
        <summary>{texts.answer}</summary>
        <pre className={styles.body}>{detail}</pre>
      </details>
    </li>
  );
}
