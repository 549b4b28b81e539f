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

/** What an editor begins with: a saved map, or a template under a name of its own. */
export type Draft = Pick<SavedMap, 'name' | 'description' | 'category' | 'definition' | 'access'> &
  Partial<Pick<SavedMap, 'id' | 'version'>>;

type Told = {
  readonly findings: readonly MapFinding[];
  readonly changes: DataOf<typeof optimizeMap>['changes'];
  readonly text: string | null;
};
const nothingTold: Told = { findings: [], changes: [], text: null };

type Props = { readonly draft: Draft; readonly onDone: (id: string | null) => void };

/** A map in the making: what it shows at the left, how it looks at the right. */
export function MapEditor({ draft, onDone }: Props) {
  const [map, setMap] = useState(draft);
  const [told, setTold] = useState<Told>(nothingTold);
  const bases = useEndpoint(mapBaseLayers, {});
  const create = useAction(createMap, changedByMaps);
  const update = useAction(updateMap, changedByMaps);
  const tools = useTools(map, setTold, (definition) => change({ definition }));
  // The picture is a page of its own: it follows when the hand rests.
  const shown = useDeferredValue(map.definition);
  const failure = (map.id === undefined ? create : update).failure;
  function change(part: Partial<Draft>) {
    setMap((known) => ({ ...known, ...part }));
    if (part.definition !== undefined) setTold(nothingTold);
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
          <TextInput
            label={texts.name}
            required
            minLength={3}
            maxLength={120}
            value={map.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <Textarea
            label={texts.descriptionField}
            rows={2}
            maxLength={500}
            value={map.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
          <Group grow align="flex-start">
            <NativeSelect
              label={texts.category}
              value={map.category}
              data={mapCategoryIds.map((id) => ({ value: id, label: mapCategories[id] }))}
              onChange={({ currentTarget }) =>
                change({ category: mapCategoryIds.find((id) => id === currentTarget.value) ?? 'oceanography' })
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
                change({ access: currentTarget.value === 'shared' ? 'shared' : 'private' })
              }
            />
          </Group>
          <DefinitionFields
            definition={map.definition}
            bases={bases.sourced?.value.layers}
            onChange={(part) => change({ definition: { ...map.definition, ...part } })}
          />
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
          <ToldList told={told} />
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

/** Suggesting, checking and mending, by the server, which knows what data there are. */
function useTools(map: Draft, onTold: (told: Told) => void, onDefinition: (definition: MapDefinition) => void) {
  const { client } = useApplication();
  const [isBusy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      onTold({ ...nothingTold, text: toFailure(thrown).message });
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
        onTold({ ...nothingTold, findings, text: findings.length === 0 ? texts.valid : null });
      }),
    optimize: () =>
      during(async () => {
        const { definition, changes } = (await client.call(optimizeMap, { body })).data;
        onDefinition(definition);
        onTold({ ...nothingTold, changes, text: changes.length === 0 ? texts.nothingToOptimize : texts.optimized });
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
        onTold({ ...nothingTold, changes: reasons, text: texts.suggested });
      }),
  };
}

function ToldList({ told }: { readonly told: Told }) {
  return (
    <div role="status" className={styles.told}>
      {told.text === null ? null : <p>{told.text}</p>}
      <ul>
        {told.findings.map(({ level, path, message }) => (
          <li key={path}>
            <StatusPill tone={level === 'error' ? 'bad' : 'caution'}>{texts.levels[level]}</StatusPill> {message}
          </li>
        ))}
        {told.changes.map(({ path, reason }) => (
          <li key={path}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}
