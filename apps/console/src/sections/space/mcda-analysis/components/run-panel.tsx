import { allows } from '@kianda/contract';
import { createAnalysis, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { EmptyState, Instant, Panel, StatusPill } from '@kianda/ui';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { stateTones } from '../../../shared/spatial/state-tones.ts';
import { useCreateAnalysis } from '../../../shared/spatial/use-analyses.ts';
import styles from '../page.module.css';
import { requestOf } from '../request.rules.ts';
import { type ScenarioId, scenarioIds } from '../scenario.rules.ts';
import { scenarioTexts, runTexts as texts } from '../texts.pt.ts';

const shown = 5;

/** Runs the plan on the platform, where judgements, inputs and result are stored together, and leads to the last runs. */
export function RunPanel({ plan }: { readonly plan: CriteriaPlan }) {
  const { role } = useAccount();
  const open = useOpenSection();
  const action = useCreateAnalysis();
  const [scenario, setScenario] = useState<ScenarioId>('wlc');
  const runs = useEndpoint(listAnalyses, {
    query: { types: 'mcda', page: 1, pageSize: 10, sort: 'created', order: 'desc' },
  });
  const show = (analise: string) => open('qgis-spatial-analysis', { analise });
  const run = async () => {
    const request = requestOf(plan, scenario);
    if (request === null) return;
    const outcome = await action.run({ body: request }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state === 'done') show(outcome.data.id);
  };
  return (
    <Panel
      id="correr"
      title={texts.title}
      description={texts.text}
      source={runs}
      actions={
        allows(createAnalysis.access, role) ? (
          <>
            <NativeSelect
              size="xs"
              aria-label={texts.scenario}
              value={scenario}
              data={scenarioIds.map((id) => ({ value: id, label: scenarioTexts.names[id] }))}
              onChange={({ currentTarget: { value } }) => setScenario(scenarioIds.find((id) => id === value) ?? 'wlc')}
            />
            <Button size="xs" loading={action.isRunning} onClick={() => void run()}>
              {texts.run}
            </Button>
          </>
        ) : null
      }
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
    >
      {({ data }) => (
        <ul className={styles.pairs} aria-label={texts.runs}>
          {data.slice(0, shown).map(({ id, name, status, createdAt }) => (
            <li key={id} className={styles.bar}>
              <Anchor component="button" type="button" ta="start" onClick={() => show(id)}>
                {name}
              </Anchor>
              <StatusPill tone={stateTones[status]}>{analysisStates[status]}</StatusPill>
              <span className={styles.quiet}>
                <Instant at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
