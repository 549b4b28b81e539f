import { listModelMaps } from '@kianda/contract/models/maps/maps.contract';
import type { Model } from '@kianda/contract/models/registry/models.contract';
import { UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant } from '@kianda/ui';
import { Button, Group, Stack } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { FigureList } from '../../../shared/figure-list.tsx';
import { modelTexts } from '../../../shared/models/texts.pt.ts';
import { mlDashboardTexts } from '../texts.pt.ts';
import { AccuracyBadge } from './model-card.tsx';
import { accuracyRows, type Models } from './model-figures.ts';

const texts = mlDashboardTexts.detail;

type Props = { readonly model: Model; readonly models: Models; readonly onClose: () => void };

/** Everything of one model that needs no version: method, address, variables, accuracies, and the way to its versions. */
export function ModelDialog({ model, models, onClose }: Props) {
  const openSection = useOpenSection();
  const unknown = <abbr title={model.absence ?? modelTexts.untrained}>{UNKNOWN}</abbr>;
  return (
    <Dialog title={model.name} onClose={onClose}>
      <Stack gap="sm">
        {model.absence === null ? null : <p>{model.absence}</p>}
        <FactList
          items={[
            [texts.algorithm, model.algorithm ?? unknown],
            [texts.version, model.version ?? unknown],
            [
              texts.endpoint,
              <code key="endereco" className="k-mono">
                {model.endpointUrl}
              </code>,
            ],
            [texts.lastTrained, model.lastTrained === null ? unknown : <Instant key="treino" at={model.lastTrained} />],
            [
              texts.overall,
              model.accuracy === null ? unknown : <AccuracyBadge key="precisao" accuracy={model.accuracy} />,
            ],
            [texts.features, model.features.length === 0 ? unknown : model.features.join(', ')],
          ]}
        />
        <FigureList rows={accuracyRows(models, model)} within={models.sourced?.provenance} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <MapButton type={model.type} />
          <Button onClick={() => openSection('machine-learning', { modelo: model.id })}>{texts.registry}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Opens the map of the version in use; nothing where there is none yet. */
function MapButton({ type }: Pick<Model, 'type'>) {
  const openSection = useOpenSection();
  const maps = useEndpoint(listModelMaps, { query: { type } }, { refetchSeconds: 60 }).sourced?.value.maps;
  const map = maps?.find(({ isInUse }) => isInUse);
  if (map === undefined) return null;
  return (
    <Button variant="default" onClick={() => openSection('machine-learning', { modelo: type, mapa: map.id })}>
      {texts.map}
    </Button>
  );
}
