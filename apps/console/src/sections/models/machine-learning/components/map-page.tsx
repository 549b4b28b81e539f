import { allows } from '@kianda/contract';
import { createModelMapLink } from '@kianda/contract/models/maps/map-links.contract';
import { type MapBand, type ModelMap, modelMapGrid, removeModelMap } from '@kianda/contract/models/maps/maps.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState, Panel, PanelFailure, SkeletonBar, SkeletonCards } from '@kianda/ui';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { Card } from '../../../shared/card/card.tsx';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import type { RegistrySearch } from '../search.ts';
import { useMapDifference, useModelMaps } from '../use-maps.ts';
import { MapActs } from './map-acts.tsx';
import { MapLineage } from './map-lineage.tsx';
import styles from './registry.module.css';

const MapLinks = lazy(() => import('./map-links.tsx'));
const MapStage = lazy(() => import('./map-stage.tsx'));
const bands = ['value', 'uncertainty', 'novelty'] as const;
const stageHeight = 640;

type Props = {
  readonly type: ModelType;
  readonly id: string;
  readonly search: RegistrySearch;
  readonly onSearch: (part: Partial<RegistrySearch>) => void;
};

/** One map: its layers in colours, what a place has, the difference from another version, and where it came from. */
export default function MapPage({ type, id, search, onSearch }: Props) {
  const list = useModelMaps(type);
  const back = () => onSearch({ mapa: undefined, camada: undefined, menos: undefined });
  const maps = list.sourced?.value.maps;
  const map = maps?.find((one) => one.id === id);
  if (maps === undefined || map === undefined) {
    return (
      <Card back={texts.back} onBack={back}>
        {maps !== undefined ? (
          <EmptyState title={texts.unknown} />
        ) : list.error === null ? (
          <SkeletonCards count={2} />
        ) : (
          <PanelFailure of={texts.title} error={list.error} onRetry={list.refresh} />
        )}
      </Card>
    );
  }
  return <OpenMap map={map} maps={maps} search={search} onSearch={onSearch} onBack={back} />;
}

type OpenProps = Pick<Props, 'search' | 'onSearch'> & {
  readonly map: ModelMap;
  readonly maps: readonly ModelMap[];
  readonly onBack: () => void;
};

/** Maps that a map may be taken from: of the same cells and month. */
const alike = (map: ModelMap, maps: readonly ModelMap[]) =>
  maps.filter(
    (one) =>
      one.id !== map.id &&
      one.classes.length === 0 &&
      one.cellDegrees === map.cellDegrees &&
      one.month === map.month &&
      one.columns === map.columns,
  );

function OpenMap({ map, maps, search, onSearch, onBack }: OpenProps) {
  const { role } = useAccount();
  const saveDifference = useMapDifference();
  const band = search.camada ?? 'value';
  const others = map.classes.length > 0 ? [] : alike(map, maps);
  const other = others.find(({ id }) => id === search.menos);
  const version = formatNumber(map.version);
  return (
    <Card
      back={texts.back}
      onBack={onBack}
      actions={<MapActs map={map} mayRemove={allows(removeModelMap.access, role)} onRemoved={onBack} />}
    >
      <MapLayers
        map={map}
        other={other}
        band={band}
        title={
          other === undefined
            ? texts.name(modelTypes[map.modelType], version)
            : texts.difference(version, formatNumber(other.version))
        }
        choices={
          <span className={styles.marks}>
            <SimulatedMark isSimulated={map.isSimulated} />
            <SegmentedControl<MapBand>
              size="xs"
              aria-label={texts.band}
              value={band}
              data={bands.map((value) => ({ value, label: texts.bands[value] }))}
              onChange={(camada) => onSearch({ camada: camada === 'value' ? undefined : camada })}
            />
            {others.length === 0 ? null : (
              <NativeSelect
                size="xs"
                aria-label={texts.against}
                value={other?.id ?? ''}
                data={[
                  { value: '', label: `${texts.against}: ${texts.nothing}` },
                  ...others.map((one) => ({
                    value: one.id,
                    label: texts.name(modelTypes[one.modelType], formatNumber(one.version)),
                  })),
                ]}
                onChange={({ currentTarget: { value } }) => onSearch({ menos: value === '' ? undefined : value })}
              />
            )}
            {other === undefined ? null : (
              <Button size="xs" variant="default" onClick={() => saveDifference(map, other)}>
                {texts.saveDifference}
              </Button>
            )}
          </span>
        }
      />
      <MapLineage map={map} />
      {allows(createModelMapLink.access, role) ? (
        <Suspense fallback={null}>
          <MapLinks map={map} />
        </Suspense>
      ) : null}
    </Card>
  );
}

type LayerProps = {
  readonly map: ModelMap;
  readonly other: ModelMap | undefined;
  readonly band: MapBand;
  readonly title: string;
  readonly choices: React.ReactNode;
};

/** The chosen layer; every layer is read, so that a place says all three. */
function MapLayers({ map, other, band, title, choices }: LayerProps) {
  const gridOf = (id: string, of: MapBand) => ({ params: { id }, query: { band: of } });
  // A map never changes: it is asked for once.
  const once = { refetchSeconds: 0, staleSeconds: 86_400 } as const;
  const value = useEndpoint(modelMapGrid, gridOf(map.id, 'value'), once);
  const uncertainty = useEndpoint(modelMapGrid, gridOf(map.id, 'uncertainty'), once);
  const novelty = useEndpoint(modelMapGrid, gridOf(map.id, 'novelty'), once);
  const against = useEndpoint(modelMapGrid, gridOf(other?.id ?? map.id, band), {
    ...once,
    enabled: other !== undefined,
  });
  const shown = { value, uncertainty, novelty }[band];
  const skeleton = <SkeletonBar height={stageHeight} />;
  return (
    <Panel id="mapa" title={title} source={shown} skeleton={skeleton} actions={choices}>
      {() => (
        <Suspense fallback={skeleton}>
          <MapStage
            map={map}
            band={band}
            layers={{
              value: value.sourced?.value,
              uncertainty: uncertainty.sourced?.value,
              novelty: novelty.sourced?.value,
            }}
            against={other === undefined ? undefined : against.sourced?.value}
          />
        </Suspense>
      )}
    </Panel>
  );
}
