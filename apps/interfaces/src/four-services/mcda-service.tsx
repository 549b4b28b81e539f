import { createAnalysis, getAnalysis, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import { analysisChoices } from '@kianda/contract/space/spatial/analysis-types';
import { formatNumber, formatQuantity } from '@kianda/format';
import { metersPerDegree } from '@kianda/geo';
import { FactList, Instant, Panel, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useClient, useRead } from '../client/use-read.ts';
import { SectionLink } from '../shared/section-link.tsx';
import styles from './four-services.module.css';
import { Outcome } from './outcome.tsx';
import { mcdaMethods, type ServiceProps } from './service-props.ts';
import { serviceTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = serviceTexts.mcda;

const newestMcda = { query: { types: 'mcda', pageSize: 1 } } as const;

/** Side of a cell in degrees of latitude, from kilometres. */
export const degreesOf = (kilometers: number) => Number(((kilometers * 1_000) / metersPerDegree).toFixed(4));

/** A multicriteria analysis of the sea by method and grid, and the newest one with its figures. */
export function McdaService({ state, change }: ServiceProps) {
  const client = useClient();
  const { act, ...action } = useAct();
  const newest = useRead(listAnalyses, newestMcda, 10);
  const run = () =>
    act(async () => {
      const parameters = { method: state.metodo, cell_degrees: degreesOf(state.grelha) };
      const name = texts.name(analysisChoices.method[state.metodo], formatNumber(state.grelha));
      await client.call(createAnalysis, { body: { type: 'mcda', parameters, name } });
      newest.refresh();
    });
  return (
    <Panel title={texts.title} description={texts.description} source={newest} className={styles.service}>
      {({ data: [latest] }) => (
        <div className={styles.body}>
          <div className={styles.pair}>
            <NativeSelect
              label={texts.method}
              value={state.metodo}
              onChange={({ currentTarget }) => change({ metodo: currentTarget.value as typeof state.metodo })}
              data={mcdaMethods.map((id) => ({ value: id, label: analysisChoices.method[id] }))}
            />
            <NumberInput
              label={texts.grid}
              min={1}
              max={100}
              clampBehavior="strict"
              value={state.grelha}
              onChange={(value) => {
                if (typeof value === 'number' && value >= 1) change({ grelha: value });
              }}
            />
          </div>
          <Outcome {...action}>
            <Button onClick={run} loading={action.isRunning}>
              {texts.run}
            </Button>
          </Outcome>
          {latest === undefined ? <p>{texts.none}</p> : <Newest id={latest.id} />}
        </div>
      )}
    </Panel>
  );
}

const tones = { completed: 'good', running: 'info', pending: 'info', failed: 'bad', cancelled: 'unknown' } as const;

function Newest({ id }: { readonly id: string }) {
  const { sourced } = useRead(getAnalysis, { params: { id } }, 5);
  if (sourced === undefined) return null;
  const { name, status, createdAt, error, progress, results } = sourced.value;
  return (
    <>
      <p className={styles.newest}>
        <StatusPill tone={tones[status]}>
          {texts.states[status]}
          {progress === null || status !== 'running' ? null : ` ${formatNumber(progress * 100, { maxDecimals: 0 })} %`}
        </StatusPill>
        <SectionLink section="mcda-analysis">{name}</SectionLink>
        <Instant at={createdAt} />
      </p>
      {error === null ? null : <p role="alert">{error}</p>}
      {results === null ? null : (
        <FactList
          items={results.statistics
            .slice(0, 6)
            .map(({ label, value, unit }) => [
              label,
              typeof value === 'number' ? formatQuantity(value, unit ?? '', { maxDecimals: 3 }) : (value ?? '—'),
            ])}
        />
      )}
    </>
  );
}
