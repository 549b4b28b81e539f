import { PageHeader, PageStack } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { ModelTable } from './components/model-table.tsx';
import { registrySearchSchema } from './search.ts';
import { registryTexts as texts } from './texts.pt.ts';

const ModelPage = lazy(() => import('./components/model-page.tsx'));

/** Sections `machine-learning` and `predictive-models`: the registry of models, their versions, trainings and predictions. */
export default function MachineLearningPage() {
  const [search, change] = useSectionSearch(registrySearchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        {search.modelo === undefined ? (
          <ModelTable onOpen={(modelo) => change({ modelo })} />
        ) : (
          <Suspense>
            <ModelPage key={search.modelo} type={search.modelo} search={search} onSearch={change} />
          </Suspense>
        )}
      </PageStack>
    </div>
  );
}
