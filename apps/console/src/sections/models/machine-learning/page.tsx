import { PageHeader, PageStack } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { ModelTable } from './components/model-table.tsx';
import { registrySearchSchema } from './search.ts';
import { studySearchSchema } from './studies/search.ts';
import { studyTexts } from './studies/texts.pt.ts';
import { registryTexts as texts } from './texts.pt.ts';

const StudiesPage = lazy(() => import('./studies/studies-page.tsx'));
const ModelPage = lazy(() => import('./components/model-page.tsx'));

/** Sections `machine-learning` and `predictive-models`: the registry of models, their versions, trainings and predictions. */
export default function MachineLearningPage() {
  const [search, change] = useSectionSearch(registrySearchSchema);
  const [{ estudo }, changeStudy] = useSectionSearch(studySearchSchema);
  if (estudo !== undefined) {
    return (
      <div className={touch.touch}>
        <PageStack>
          <PageHeader description={studyTexts.text} />
          <Suspense>
            <StudiesPage
              study={estudo}
              onOpen={(next) => changeStudy({ estudo: next })}
              onBack={() => changeStudy({ estudo: undefined })}
            />
          </Suspense>
        </PageStack>
      </div>
    );
  }
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        {search.modelo === undefined ? (
          <>
            <div>
              <Button variant="default" onClick={() => changeStudy({ estudo: 'todos' })}>
                {studyTexts.open}
              </Button>
            </div>
            <ModelTable onOpen={(modelo) => change({ modelo })} />
          </>
        ) : (
          <Suspense>
            <ModelPage key={search.modelo} type={search.modelo} search={search} onSearch={change} />
          </Suspense>
        )}
      </PageStack>
    </div>
  );
}
