import { allows, type DataOf } from '@kianda/contract';
import {
  type getModel,
  type ModelType,
  modelTypes,
  rollBackModel,
} from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { PanelFailure, PanelFrame, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { Card } from '../../../shared/card/card.tsx';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { modelTexts } from '../../../shared/models/texts.pt.ts';
import { TrainingBox } from '../../../shared/models/training-box.tsx';
import { useModel } from '../../../shared/models/use-models.ts';
import { SectionLinks } from '../../../shared/section-links.tsx';
import type { RegistrySearch } from '../search.ts';
import { actTexts, registryTexts as texts } from '../texts.pt.ts';
import { DriftPanel } from './drift-panel.tsx';
import { MapPanel } from './map-panel.tsx';
import styles from './registry.module.css';
import { SchedulePanel } from './schedule-panel.tsx';
import { TrainingTable } from './training-table.tsx';
import { RollBackDialog } from './version-acts.tsx';
import { VersionTable } from './version-table.tsx';

const VersionPage = lazy(() => import('./version-page.tsx'));
const MapPage = lazy(() => import('./map-page.tsx'));
const PredictionConsole = lazy(() => import('./prediction-console.tsx'));

type Detail = DataOf<typeof getModel>;
type Props = {
  readonly type: ModelType;
  readonly search: RegistrySearch;
  readonly onSearch: (part: Partial<RegistrySearch>) => void;
};

/** One model: its versions and trainings, what may be asked of it, or one of its versions. */
export default function ModelPage({ type, search, onSearch }: Props) {
  const result = useModel(type);
  const detail = result.sourced?.value;
  const back = () =>
    onSearch({ modelo: undefined, versao: undefined, comparar: undefined, mapa: undefined, parte: undefined });
  if (detail === undefined) {
    return (
      <Card back={texts.back} onBack={back}>
        {result.error === null ? (
          <SkeletonCards count={3} />
        ) : (
          <PanelFailure
            of={modelTypes[type]}
            error={{ ...result.error, message: modelTexts.loadError(result.error.message) }}
            onRetry={result.refresh}
          />
        )}
      </Card>
    );
  }
  if (search.versao !== undefined) {
    return (
      <Suspense fallback={<SkeletonCards count={3} />}>
        <VersionPage
          key={search.versao}
          detail={detail}
          version={search.versao}
          compared={search.comparar}
          part={search.parte}
          onSearch={onSearch}
        />
      </Suspense>
    );
  }
  if (search.mapa !== undefined) {
    return (
      <Suspense fallback={<SkeletonCards count={2} />}>
        <MapPage key={search.mapa} type={type} id={search.mapa} search={search} onSearch={onSearch} />
      </Suspense>
    );
  }
  return (
    <Card back={texts.back} onBack={back} actions={<SectionLinks ids={['ml-dashboard']} />}>
      <ModelParts detail={detail} result={result} onSearch={onSearch} />
    </Card>
  );
}

type PartsProps = {
  readonly detail: Detail;
  readonly result: EndpointResult<Detail>;
  readonly onSearch: Props['onSearch'];
};

function ModelParts({ detail, result, onSearch }: PartsProps) {
  const { role } = useAccount();
  const { model, versions } = detail;
  const inUse = versions.find(({ state }) => state === 'deployed');
  return (
    <>
      <PanelFrame
        id="modelo"
        title={model.name}
        description={model.absence ?? undefined}
        actions={
          <>
            {result.sourced === undefined ? null : <ProvenanceBadge provenance={result.sourced.provenance} />}
            <SimulatedMark isSimulated={model.isSimulated} />
            <RollBack detail={detail} />
          </>
        }
      >
        <div className={styles.stack}>
          <p className={styles.quiet}>
            <code className="k-mono">{model.endpointUrl}</code>
          </p>
          <TrainingBox model={model} />
        </div>
      </PanelFrame>
      <VersionTable result={result} onOpen={(versao) => onSearch({ versao })} />
      <MapPanel detail={detail} onOpen={(mapa) => onSearch({ mapa })} />
      {allows(predictModel.access, role) ? (
        <Suspense fallback={<SkeletonCards count={1} />}>
          <PredictionConsole key={inUse?.version} type={model.type} version={inUse?.version} />
        </Suspense>
      ) : null}
      <DriftPanel model={model} />
      <SchedulePanel model={model} />
      <TrainingTable result={result} onOpenVersion={(versao) => onSearch({ versao })} />
    </>
  );
}

/** The way back to the version before, where there was one, for whoever may approve. */
function RollBack({ detail: { model, versions } }: { readonly detail: Detail }) {
  const { role } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const hasBefore = versions.some(({ state, approvedAt }) => state === 'retired' && approvedAt !== null);
  if (!model.isDeployed || !hasBefore || !allows(rollBackModel.access, role)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {actTexts.rollBack}
      </Button>
      {isAsking ? <RollBackDialog type={model.type} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
