import type { DataOf } from '@kianda/contract';
import {
  type AlertMetricView,
  alertTypes,
  previewAlertRule,
  type RuleDraft,
  ruleDraftSchema,
} from '@kianda/contract/operations/alerts/rules.contract';
import { formatDuration, formatQuantity } from '@kianda/format';
import { Instant, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import styles from './auto-alerts.module.css';
import { formTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

type Preview = DataOf<typeof previewAlertRule>;
const days = 7;
const shown = 8;

type Props = { readonly draft: RuleDraft; readonly metric: AlertMetricView | undefined };

/** «Teria disparado N vezes nos últimos 7 dias», from stored history, before anything is saved. */
export function RulePreview({ draft, metric }: Props) {
  const preview = useAction(previewAlertRule);
  const [result, setResult] = useState<{ readonly of: RuleDraft; readonly data: Preview } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    // A name is not what is tried.
    const checked = ruleDraftSchema.safeParse({
      ...draft,
      title: draft.title.trim().length < 3 ? texts.nameless : draft.title,
    });
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? texts.incomplete));
    if (!checked.success) return;
    const outcome = await preview.run({ body: { rule: checked.data, days } }, { offline: 'fail', timeoutSeconds: 60 });
    if (outcome.state === 'done') setResult({ of: draft, data: outcome.data });
  };
  const data = result?.of === draft ? result.data : null;
  const failure = problem ?? preview.failure?.message ?? null;
  const unit = metric?.unit ?? '';
  const labels = new Map((metric?.objects ?? []).map(({ subject, label }) => [subject, label]));
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <div className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          disabled={draft.metric === ''}
          loading={preview.isRunning}
          onClick={() => void run()}
        >
          {texts.tryOut}
        </Button>
        {data === null ? <span className={styles.note}>{texts.tryHelp}</span> : null}
      </div>
      {failure === null ? null : (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
      {data === null ? null : (
        <>
          <p role="status">
            <strong>{data.coveredFrom === null ? texts.noHistory : texts.wouldFire(data.fired, data.days)}</strong>
            {data.coveredFrom === null ? null : (
              <>
                {' '}
                <Instant at={data.coveredFrom} words={(from) => texts.covered(data.readings, from)} />
              </>
            )}
          </p>
          <ul className={styles.episodes}>
            {data.episodes.slice(0, shown).map((episode) => (
              <li key={`${episode.subject} ${episode.from}`}>
                <StatusPill tone={alertTones[episode.type]}>{alertTypes[episode.type]}</StatusPill>{' '}
                {labels.get(episode.subject) ?? episode.subject} · <Instant at={episode.from} /> ·{' '}
                {episode.to === null
                  ? texts.stillOpen
                  : texts.lasted(formatDuration((Date.parse(episode.to) - Date.parse(episode.from)) / 1000))}{' '}
                · {texts.reached(formatQuantity(episode.value, unit))}
              </li>
            ))}
          </ul>
          {data.notes.map((text) => (
            <p key={text} className={styles.note}>
              {text}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
