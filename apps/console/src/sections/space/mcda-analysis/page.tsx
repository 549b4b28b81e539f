import { PageHeader, PageStack, SkeletonLines } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { SectionLinks } from '../../shared/section-links.tsx';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { PlanBar } from './components/plan-bar.tsx';
import { criteriaSearchSchema, steps } from './search.ts';
import { criteriaTexts as texts } from './texts.pt.ts';
import { usePlans } from './use-plans.ts';

const CriteriaStep = lazy(() => import('./components/criteria-step.tsx'));
const JudgementsStep = lazy(() => import('./components/judgements-step.tsx'));
const ScenariosStep = lazy(() => import('./components/scenarios-step.tsx'));

const isStep = (value: string | null): value is (typeof steps)[number] => steps.some((step) => step === value);

/** Section `mcda-analysis`: criteria, what people judge of them, and what follows for the sea. */
export default function CriteriaAnalysisPage() {
  const [search, change] = useSectionSearch(criteriaSearchSchema);
  const plans = usePlans();
  const { plan } = plans;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} actions={<SectionLinks ids={['qgis-spatial-analysis']} />} />
        {plans.isLoading ? (
          <SkeletonLines lines={8} />
        ) : (
          <>
            <PlanBar plans={plans} />
            <Tabs
              value={search.passo}
              onChange={(passo) => (isStep(passo) ? change({ passo }) : undefined)}
              keepMounted={false}
            >
              <Tabs.List aria-label={texts.stepsLabel} className={tabbed.tabs ?? ''}>
                {steps.map((step) => (
                  <Tabs.Tab key={step} value={step}>
                    {texts.steps[step]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <Tabs.Panel value="criterios" className={tabbed.panel ?? ''}>
                  <CriteriaStep plan={plan} onChange={plans.change} />
                </Tabs.Panel>
                <Tabs.Panel value="juizos" className={tabbed.panel ?? ''}>
                  <JudgementsStep plan={plan} search={search} onChange={plans.change} onSearch={change} />
                </Tabs.Panel>
                <Tabs.Panel value="cenarios" className={tabbed.panel ?? ''}>
                  <ScenariosStep plan={plan} onChange={plans.change} />
                </Tabs.Panel>
              </Suspense>
            </Tabs>
          </>
        )}
      </PageStack>
    </div>
  );
}
