import { listModelMaps } from '@kianda/contract/models/maps/maps.contract';
import {
  championAlias,
  getModelVersion,
  listModels,
  type Model,
  type ModelType,
  modelTypes,
} from '@kianda/contract/models/registry/models.contract';
import { PanelFailure, PeriodPicker, SkeletonLines } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useRead } from '../client/use-read.ts';
import { camera, choice, place, text } from '../page-frame/address.ts';
import { Degrees } from '../page-frame/degrees.tsx';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { SectionLink } from '../shared/section-link.tsx';
import { readOverrides, writeOverrides } from './inputs.ts';
import styles from './ml-demo.module.css';
import { PredictionCard } from './prediction-card.tsx';
import { Specification } from './specification.tsx';
import { mlTexts as texts } from './texts.pt.ts';
import { usePrediction } from './use-prediction.ts';
import { WhatIf } from './what-if.tsx';

const PredictionMap = lazy(() => import('./prediction-map.tsx'));

const types = Object.keys(modelTypes) as ModelType[];
const fields = {
  modelo: choice(['', ...types], ''),
  camada: choice(['value', 'uncertainty', 'novelty'], 'value'),
  lugar: place(),
  mapa: camera(),
  entradas: text(600),
};
type State = ReturnType<typeof useAddress<typeof fields>>[0];
type Change = ReturnType<typeof useAddress<typeof fields>>[1];

const everySeconds = 300;

/** Predictions of the models in use over the sea, and why. */
export function MlPage() {
  const [state, change, fragment] = useAddress(fields);
  const models = useRead(listModels, {}, everySeconds);
  const list = models.sourced?.value;
  const chosen =
    list?.find(({ id, isDeployed }) => (state.modelo === '' ? isDeployed : id === state.modelo)) ?? list?.[0];
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      {list === undefined || chosen === undefined ? (
        models.error === null ? (
          <SkeletonLines lines={12} />
        ) : (
          <PanelFailure error={models.error} onRetry={models.refresh} />
        )
      ) : (
        <Chosen models={list} model={chosen} state={state} change={change} />
      )}
    </PageFrame>
  );
}

type ChosenProps = {
  readonly models: readonly Model[];
  readonly model: Model;
  readonly state: State;
  readonly change: Change;
};

function Chosen({ models, model, state, change }: ChosenProps) {
  const type = model.isDeployed ? model.id : null;
  const version = useRead(
    getModelVersion,
    type === null ? null : { params: { type, version: championAlias } },
    everySeconds,
  );
  const asked = usePrediction(type, state.lugar, state.entradas);
  return (
    <SideLayout
      label={texts.model}
      side={
        <>
          <NativeSelect
            label={texts.model}
            value={model.id}
            data={models.map(({ id, name, isDeployed }) => ({
              value: id,
              label: isDeployed ? name : `${name} (${texts.notDeployed})`,
            }))}
            onChange={(event) =>
              change({ modelo: types.find((one) => one === event.currentTarget.value) ?? '', entradas: '' })
            }
          />
          {type === null ? null : (
            <>
              <PlaceInputs state={state} change={change} />
              <WhatIf
                features={version.sourced?.value.features ?? []}
                predicted={asked.answer?.items[0] ?? null}
                overrides={readOverrides(state.entradas)}
                onOverrides={(overrides) => change({ entradas: writeOverrides(overrides) })}
              />
            </>
          )}
        </>
      }
    >
      {type === null ? (
        <NoVersion model={model} models={models} />
      ) : (
        <>
          <Predictions type={type} state={state} change={change} />
          <div className={styles.pair}>
            <PredictionCard asked={asked} />
            <Specification version={version} />
          </div>
        </>
      )}
    </SideLayout>
  );
}

/** A model that nobody put in use yet: why there is nothing, and the way there. */
function NoVersion({ model, models }: Pick<ChosenProps, 'model' | 'models'>) {
  return (
    <section className={styles.card} aria-label={model.name}>
      <h2>{model.name}</h2>
      <p className={styles.answer}>{texts.noVersionValue}</p>
      <p>{model.absence ?? texts.noVersion}</p>
      <p>
        <SectionLink section="machine-learning">{texts.goTo}</SectionLink>
      </p>
      <h3>{texts.all}</h3>
      <dl className={styles.models}>
        {models.map(({ id, name, absence, isDeployed }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{isDeployed ? texts.deployed : (absence ?? texts.noVersion)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type PartProps = { readonly state: State; readonly change: Change };

function PlaceInputs({ state, change }: PartProps) {
  const [lon, lat] = state.lugar ?? [12.5, -10];
  return (
    <div className={styles.degrees}>
      <Degrees
        label={texts.longitude}
        value={lon}
        range={[6, 16]}
        onValue={(value) => change({ lugar: [value, lat] })}
      />
      <Degrees
        label={texts.latitude}
        value={lat}
        range={[-20, -3]}
        onValue={(value) => change({ lugar: [lon, value] })}
      />
    </div>
  );
}

function Predictions({ type, state, change }: PartProps & { readonly type: ModelType }) {
  const maps = useRead(listModelMaps, { query: { type } }, everySeconds);
  const map = maps.sourced?.value.maps.find(({ isInUse }) => isInUse) ?? null;
  return (
    <section className={styles.card} aria-label={texts.mapSection}>
      <PeriodPicker
        label={texts.band}
        options={(['value', 'uncertainty', 'novelty'] as const).map((value) => ({ value, label: texts.bands[value] }))}
        value={state.camada}
        onChange={(camada) => change({ camada })}
      />
      <Suspense fallback={<SkeletonLines lines={10} />}>
        <PredictionMap
          map={map}
          band={state.camada}
          place={state.lugar}
          camera={state.mapa}
          onCamera={(mapa) => change({ mapa })}
          onPlace={(lugar) => change({ lugar })}
        />
      </Suspense>
    </section>
  );
}
