import type { DataOf } from '@kianda/contract';
import { mapCategories, mapCategoryIds } from '@kianda/contract/open/maps/layers';
import {
  createMap,
  findMap,
  listMaps,
  type MapDefinition,
  type MapFinding,
  mapBaseLayers,
  mapStats,
  optimizeMap,
  type SavedMap,
  suggestMapLayers,
  updateMap,
  validateMap,
} from '@kianda/contract/open/maps/maps.contract';
import { PanelFrame, StatusPill } from '@kianda/ui';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { DefinitionFields } from './definition-fields.tsx';
import { MapPage } from './map-page.tsx';
import styles from './maps.module.css';
import { mapsTexts as texts } from './texts.pt.ts';

export const changedByMaps = [listMaps, findMap, mapStats] as const;

/** Content that an editor starts from: a saved map, or a template without a name. */
export type Draft = Pick<SavedMap, 'name' | 'description' | 'category' | 'definition' | 'access'> &
  Partial<Pick<SavedMap, 'id' | 'version'>>;

/** Findings and changes of the last tool that was run. */
type Advice = {
  readonly findings: readonly MapFinding[];
  readonly changes: DataOf<typeof optimizeMap>['optimizations'];
  readonly text: string | null;
};
const noAdvice: Advice = { findings: [], changes: [], text: null };

type Props = { readonly draft: Draft; readonly onDone: (id: string | null) => void };

/** Editor of a map: its fields at the left, the map itself at the right. */
export function MapEditor({ draft, onDone }: Props) {
  const [map, setMap] = useState(draft);
  const [advice, setAdvice] = useState<Advice>(noAdvice);
  const bases = useEndpoint(mapBaseLayers, {});
  const create = useAction(createMap, changedByMaps);
  const update = useAction(updateMap, changedByMaps);
  const tools = useTools(map, setAdvice, (definition) => change({ definition }));
  // The preview is a page of its own, so that it is redrawn only after the editing pauses.
  const shown = useDeferredValue(map.definition);
  const failure = (map.id === undefined ? create : update).failure;
  function change(part: Partial<Draft>) {
    setMap((known) => ({ ...known, ...part }));
    if (part.definition !== undefined) setAdvice(noAdvice);
  }
  const save = async () => {
    const { id, version, name, description, category, definition, access } = map;
    const body = { name, description, category, definition, access };
    const outcome =
      id === undefined || version === undefined
        ? await create.run({ body }, { offline: 'fail' })
        : await update.run({ params: { id }, body: { ...body, version } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onDone(outcome.data.id);
  };
  return (
    <div className={styles.editor}>
      <PanelFrame id="mapa" title={map.id === undefined ? texts.newTitle : texts.editTitle(draft.name)}>
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <IdentityFields map={map} onChange={change} />
          <DefinitionFields
            definition={map.definition}
            bases={bases.sourced?.value.layers}
            onChange={(part) => change({ definition: { ...map.definition, ...part } })}
          />
          <ToolButtons tools={tools} />
          <AdviceList advice={advice} />
          {failure === null ? null : (
            <p role="alert" className={styles.failure}>
              {failure.message}
            </p>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => onDone(map.id ?? null)}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={create.isRunning || update.isRunning}>
              {texts.save}
            </Button>
          </Group>
        </form>
      </PanelFrame>
      <PanelFrame id="previa" title={texts.preview} flush>
        <MapPage title={map.name === '' ? texts.newTitle : map.name} definition={shown} />
      </PanelFrame>
    </div>
  );
}

function IdentityFields({ map, onChange }: { readonly map: Draft; readonly onChange: (part: Partial<Draft>) => void }) {
  return (
    <>
      <TextInput
        label={texts.name}
        required
        minLength={3}
        maxLength={120}
        value={map.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label={texts.descriptionField}
        rows={2}
        maxLength={500}
        value={map.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <Group grow align="flex-start">
        <NativeSelect
          label={texts.category}
          value={map.category}
          data={mapCategoryIds.map((id) => ({ value: id, label: mapCategories[id] }))}
          onChange={({ currentTarget }) =>
            onChange({ category: mapCategoryIds.find((id) => id === currentTarget.value) ?? 'oceanographic' })
          }
        />
        <NativeSelect
          label={texts.access}
          value={map.access}
          data={[
            { value: 'private', label: texts.accesses.private },
            { value: 'shared', label: texts.accesses.shared },
          ]}
          onChange={({ currentTarget }) =>
            onChange({ access: currentTarget.value === 'shared' ? 'shared' : 'private' })
          }
        />
      </Group>
    </>
  );
}

function ToolButtons({ tools }: { readonly tools: ReturnType<typeof useTools> }) {
  return (
    <Group gap="xs">
      <Button variant="default" loading={tools.isBusy} onClick={() => void tools.suggest()}>
        {texts.suggest}
      </Button>
      <Button variant="default" loading={tools.isBusy} onClick={() => void tools.validate()}>
        {texts.validate}
      </Button>
      <Button variant="default" loading={tools.isBusy} onClick={() => void tools.optimize()}>
        {texts.optimize}
      </Button>
    </Group>
  );
}

/** Suggestion, validation and optimisation by the server, which knows the data that exist. */
function useTools(map: Draft, onAdvice: (advice: Advice) => void, onDefinition: (definition: MapDefinition) => void) {
  const { client } = useApplication();
  const [isBusy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      onAdvice({ ...noAdvice, text: toFailure(thrown).message });
    } finally {
      setBusy(false);
    }
  };
  const body = { definition: map.definition };
  return {
    isBusy,
    validate: () =>
      during(async () => {
        const { findings } = (await client.call(validateMap, { body })).data;
        onAdvice({ ...noAdvice, findings, text: findings.length === 0 ? texts.valid : null });
      }),
    optimize: () =>
      during(async () => {
        const { config: definition, optimizations: changes } = (await client.call(optimizeMap, { body })).data;
        onDefinition(definition);
        onAdvice({ ...noAdvice, changes, text: changes.length === 0 ? texts.nothingToOptimize : texts.optimized });
      }),
    suggest: () =>
      during(async () => {
        const { bases, overlays } = (await client.call(suggestMapLayers, { params: { category: map.category } })).data;
        onDefinition({
          ...map.definition,
          base: bases[0]?.id ?? 'none',
          baseOpacity: 1,
          overlays: Object.fromEntries(overlays.map(({ id }) => [id, 1])),
        });
        const reasons = [...bases.slice(0, 1), ...overlays].map(({ title, reason }) => ({ path: title, reason }));
        onAdvice({ ...noAdvice, changes: reasons, text: texts.suggested });
      }),
  };
}

function AdviceList({ advice }: { readonly advice: Advice }) {
  return (
    <div role="status" className={styles.advice}>
      {advice.text === null ? null : <p>{advice.text}</p>}
      <ul>
        {advice.findings.map(({ level, path, message }) => (
          <li key={path}>
            <StatusPill tone={level === 'error' ? 'bad' : 'caution'}>{texts.levels[level]}</StatusPill> {message}
          </li>
        ))}
        {advice.changes.map(({ path, reason }) => (
          <li key={path}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}
