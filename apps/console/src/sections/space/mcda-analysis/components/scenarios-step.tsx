import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { EmptyState, PanelFailure, PanelFrame, SkeletonCards } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { isField, labelOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { prioritiesOf } from '../plan.rules.ts';
import {
  bestSites,
  type CriterionValues,
  curveProblem,
  knownCount,
  type SeaCells,
  scenariosOf,
  taskOf,
} from '../scenario.rules.ts';
import { scenarioTexts as texts } from '../texts.pt.ts';
import { usePlanValues, useSeaCells } from '../use-sea.ts';
import { RunPanel } from './run-panel.tsx';
import { SitesPanel } from './sites-panel.tsx';
import { TornadoPanel } from './tornado-panel.tsx';

const ScenarioMaps = lazy(() => import('./scenario-maps.tsx'));
const siteCount = 8;
const apartKm = 50;

type Props = { readonly plan: CriteriaPlan; readonly onChange: (plan: CriteriaPlan) => void };

/** Outcome of criteria and weights, put together in three ways, and how firm it is. */
export default function ScenariosStep({ plan, onChange }: Props) {
  const { zee, cells } = useSeaCells();
  const { sources, known } = usePlanValues(plan, cells);
  const group = useMemo(() => prioritiesOf(plan)?.group ?? null, [plan]);
  const isFit = plan.criteria.length > 0 && plan.criteria.every(({ curve }) => curveProblem(curve) === null);
  const failed = [zee, ...sources].find(({ sourced, error }) => sourced === undefined && error !== null);
  if (!isFit || group === null) return <EmptyState title={texts.notReady}>{texts.notReadyText}</EmptyState>;
  if (!plan.criteria.every(isField)) {
    const measured = plan.criteria.filter((criterion) => !isField(criterion)).map(labelOf);
    return (
      <div className={styles.stack}>
        <EmptyState title={texts.onPlatform}>{texts.onPlatformText(measured.join(', '))}</EmptyState>
        <RunPanel plan={plan} />
      </div>
    );
  }
  if (failed?.error) return <PanelFailure of={texts.title} error={failed.error} onRetry={failed.refresh} />;
  if (cells === null || known === null) return <SkeletonCards count={3} />;
  return <Scenarios plan={plan} cells={cells} known={known} weights={group.weights} onChange={onChange} />;
}

type ScenariosProps = Props & {
  readonly cells: SeaCells;
  readonly known: readonly CriterionValues[];
  readonly weights: Float64Array;
};

function Scenarios({ plan, cells, known, weights, onChange }: ScenariosProps) {
  const [site, setSite] = useState<number | null>(null);
  const task = useMemo(() => taskOf(cells, known), [cells, known]);
  const scenarios = useMemo(() => scenariosOf(task, weights, plan.power), [task, weights, plan.power]);
  const sites = useMemo(() => bestSites(cells.grid, scenarios.wlc, { count: siteCount, apartKm }), [cells, scenarios]);
  if (knownCount(scenarios.wlc) === 0) return <EmptyState title={texts.nothing}>{texts.nothingText}</EmptyState>;
  const labels = plan.criteria.map(labelOf);
  return (
    <div className={styles.stack}>
      <PanelFrame
        id="cenarios"
        title={texts.title}
        description={texts.text}
        actions={<Attitude plan={plan} onChange={onChange} />}
      >
        <Suspense fallback={<SkeletonCards count={3} />}>
          <ScenarioMaps
            cells={cells}
            scenarios={scenarios}
            place={site === null ? null : (sites[site]?.position ?? null)}
          />
        </Suspense>
      </PanelFrame>
      <SitesPanel task={task} scenarios={scenarios} sites={sites} weights={weights} onSite={setSite} />
      <TornadoPanel task={task} weights={weights} labels={labels} />
      <RunPanel plan={plan} />
    </div>
  );
}

/** How many criteria the ordered average asks for. */
function Attitude({ plan, onChange }: Props) {
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.attitude}
      value={plan.power === null ? 'all' : String(plan.power)}
      data={Object.entries(texts.attitudes).map(([value, label]) => ({ value, label: `OWA: ${label}` }))}
      onChange={({ currentTarget: { value } }) => onChange({ ...plan, power: value === 'all' ? null : Number(value) })}
    />
  );
}
