import { type AnalysisType, analysisTypeNames, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { createQgisAnalysis } from '@kianda/contract/space/spatial/qgis.contract';
import { PanelFrame } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import type { OpenMade } from '../../../shared/spatial/analysis-form.tsx';
import { analysisAnswers } from '../../../shared/spatial/use-analyses.ts';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import styles from '../page.module.css';
import { listTexts as texts } from '../texts.pt.ts';

const AnalysisForm = lazy(() => import('../../../shared/spatial/analysis-form.tsx'));

/** The list is asked for again this long after an analysis was created. */
const afterCreationMs = 2_000;

/** The specification's kinds with their parameters; everything else is as usual. */
const requests = {
  buffer: { type: 'buffer', parameters: { buffer_distance: 5000 } },
  connectivity: { type: 'connectivity', parameters: { max_distance: 10_000 } },
  hotspots: { type: 'hotspots', parameters: { analysis_type: 'getis_ord' } },
  corridors: { type: 'corridors', parameters: { algorithm: 'least_cost' } },
  mcda: { type: 'mcda', parameters: { method: 'ahp' } },
} as const;
type QuickType = keyof typeof requests;
const quickTypes = Object.keys(requests) as QuickType[];

/** One button for each kind, which begins at once with the usual parameters, and the form of any kind. */
export function CreateButtons({ onOpen }: { readonly onOpen: OpenMade }) {
  const { run } = useAction(createQgisAnalysis, analysisAnswers);
  const { refresh } = useRefreshAll(analysisAnswers);
  const [busy, setBusy] = useState<QuickType | null>(null);
  const [form, setForm] = useState<AnalysisType | null>(null);
  const create = async (type: QuickType) => {
    setBusy(type);
    const outcome = await run({ body: requests[type] }, { offline: 'fail' });
    if (outcome.state === 'failed') {
      notify({ tone: 'error', message: outcome.failure.message });
      setBusy(null);
      return;
    }
    if (outcome.state === 'done') {
      const isReused = outcome.data.reusedFrom !== null;
      notify({ tone: 'success', message: isReused ? texts.reused : texts.started(analysisTypes[type]) });
    }
    setTimeout(() => {
      refresh();
      setBusy(null);
    }, afterCreationMs);
  };
  return (
    <PanelFrame id="criar" title={texts.create} description={texts.createText}>
      <div className={styles.row}>
        {quickTypes.map((type) => (
          <Button
            key={type}
            variant="default"
            size="xs"
            loading={busy === type}
            disabled={busy !== null && busy !== type}
            onClick={() => void create(type)}
          >
            {texts.buttons[type]}
          </Button>
        ))}
        <NativeSelect
          size="xs"
          aria-label={texts.other}
          value=""
          data={[
            { value: '', label: texts.other },
            ...analysisTypeNames
              .filter((type) => type !== 'mcda')
              .map((type) => ({ value: type, label: analysisTypes[type] })),
          ]}
          onChange={({ currentTarget: { value } }) => setForm(analysisTypeNames.find((type) => type === value) ?? null)}
        />
      </div>
      {form === null ? null : (
        <Suspense>
          <AnalysisForm type={form} onClose={() => setForm(null)} onDone={onOpen} />
        </Suspense>
      )}
    </PanelFrame>
  );
}
