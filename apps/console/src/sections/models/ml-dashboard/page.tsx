import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { formatCount } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, PanelFailure, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import cards from '../../shared/models/cards.module.css';
import { modelIds, modelInAddress } from '../../shared/models/model-in-address.ts';
import { SummaryTiles } from '../../shared/models/summary-tiles.tsx';
import { modelTexts } from '../../shared/models/texts.pt.ts';
import { modelAnswers, useModelStats, useModels } from '../../shared/models/use-models.ts';
import { sharedTexts } from '../../shared/texts.pt.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { ModelCard } from './components/model-card.tsx';
import { ModelDialog } from './components/model-dialog.tsx';
import { QuickActions } from './components/quick-actions.tsx';
import styles from './page.module.css';
import { mlDashboardTexts as texts } from './texts.pt.ts';

const searchSchema = z.object({
  /** Model whose detail is open. */
  modelo: modelInAddress,
});

/** Section `ml-dashboard`: the five models, how good each is, and their training. */
export default function MlDashboardPage() {
  const [search, change] = useSectionSearch(searchSchema);
  const models = useModels();
  const stats = useModelStats();
  const { refresh, isRefreshing } = useRefreshAll(modelAnswers);
  const isFallback = models.sourced?.provenance.state === 'fallback';
  const list = models.sourced?.value ?? [];
  // Without a model in use the cards say what is lacking, and four zeros say nothing.
  const isIdle = stats.figure('models_active')?.value === 0;
  const opened = isFallback ? undefined : list.find(({ id }) => id === search.modelo);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={
            <>
              <span className={cards.counts}>
                {texts.counts(formatCount(list.length || modelIds.length, texts.model, texts.models))}
              </span>
              {models.sourced === undefined ? null : <ProvenanceBadge provenance={models.sourced.provenance} />}
            </>
          }
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isRefreshing}
              onClick={refresh}
            >
              {texts.refresh}
            </Button>
          }
        />
        {isFallback ? <FallbackBanner models={models} /> : null}
        {isIdle ? null : <SummaryTiles stats={stats} />}
        <ModelCards models={models} onOpen={(modelo) => change({ modelo })} />
        {isIdle ? <SummaryTiles stats={stats} /> : null}
        <QuickActions />
        {opened === undefined ? null : (
          <ModelDialog
            model={opened}
            models={models}
            onClose={() => change({ modelo: undefined }, { replace: true })}
          />
        )}
      </PageStack>
    </div>
  );
}

type Models = ReturnType<typeof useModels>;

/** Says that examples stand where values would, why, and how to try again. */
function FallbackBanner({ models }: { readonly models: Models }) {
  return (
    <Alert color="yellow" title={modelTexts.usingFallback} role="status">
      <div className={styles.fallback}>
        {models.failure === null ? null : <p>{modelTexts.loadError(models.failure.message)}</p>}
        <div>
          <Button size="xs" variant="default" onClick={models.refresh}>
            {sharedTexts.retry}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

type CardsProps = { readonly models: Models; readonly onOpen: (type: ModelType) => void };

function ModelCards({ models, onOpen }: CardsProps) {
  const { sourced, error } = models;
  if (sourced === undefined) {
    if (error === null) return <SkeletonCards count={modelIds.length} />;
    return <PanelFailure error={{ ...error, message: modelTexts.loadError(error.message) }} onRetry={models.refresh} />;
  }
  if (sourced.value.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;
  const isFallback = sourced.provenance.state === 'fallback';
  return (
    <section aria-label={texts.list}>
      <ul className={cards.grid}>
        {sourced.value.map((model) => (
          <ModelCard
            key={model.id}
            model={model}
            models={models}
            onOpen={isFallback ? undefined : () => onOpen(model.id)}
          />
        ))}
      </ul>
    </section>
  );
}
