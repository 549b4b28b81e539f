import { mapBaseTitles } from '@kianda/contract/open/maps/layers';
import type { MapDefinition, MapFinding } from '@kianda/contract/open/maps/maps.contract';
import { angolaBbox } from '@kianda/geo';

/** Newest field of a base; null where there is none. */
export type NewestOf = (base: MapDefinition['base']) => string | null;

/** A layer of less opacity than this cannot be seen. */
const faintestVisible = 0.1;
/** Degrees around the ZEE that its fields still cover. */
const marginDegrees = 3;
/** Zoom at which one cell of the finest field fills the screen. */
const deepestZoom = 13;

type Finding = MapFinding & {
  /** The definition without the fault; absent where a person has to choose. */
  readonly mend?: (definition: MapDefinition) => MapDefinition;
};

const without = (definition: MapDefinition, ids: readonly string[]): MapDefinition => ({
  ...definition,
  overlays: Object.fromEntries(Object.entries(definition.overlays).filter(([id]) => !ids.includes(id))),
});

/** Faults of a map: layers that will not be seen, or not as they were meant, and how each can be mended. */
export function findingsOf(definition: MapDefinition, newestOf: NewestOf): readonly Finding[] {
  return [
    ...emptyMap(definition),
    ...invisibleBase(definition, newestOf),
    ...invisibleOverlays(definition),
    ...conflictingLayers(definition),
    ...futureMoment(definition, newestOf),
    ...misplacedCamera(definition),
  ];
}

function emptyMap({ base, overlays }: MapDefinition): readonly Finding[] {
  if (base !== 'none' || Object.keys(overlays).length > 0) return [];
  return [{ level: 'error', path: 'overlays', message: 'O mapa não mostra nada: escolha um campo ou uma camada.' }];
}

function invisibleBase({ base, baseOpacity }: MapDefinition, newestOf: NewestOf): readonly Finding[] {
  if (base === 'none') return [];
  const found: Finding[] = [];
  if (newestOf(base) === null) {
    found.push({
      level: 'error',
      path: 'base',
      message: `Ainda não há nenhum campo de «${mapBaseTitles[base]}»: o fundo ficará vazio.`,
    });
  }
  if (baseOpacity < faintestVisible) {
    found.push({
      level: 'warning',
      path: 'baseOpacity',
      message: 'O campo está tão transparente que não se vê: é carregado para nada.',
      mend: (given) => ({ ...given, base: 'none', baseOpacity: 1 }),
    });
  }
  return found;
}

function invisibleOverlays({ overlays }: MapDefinition): readonly Finding[] {
  return Object.entries(overlays)
    .filter(([, opacity]) => (opacity ?? 1) < faintestVisible)
    .map(([id]) => ({
      level: 'warning',
      path: `overlays.${id}`,
      message: 'Esta camada está tão transparente que não se vê.',
      mend: (given) => without(given, [id]),
    }));
}

function conflictingLayers({ base, overlays, fitted }: MapDefinition): readonly Finding[] {
  const found: Finding[] = [];
  if (overlays.wind !== undefined && overlays.currents !== undefined) {
    found.push({
      level: 'warning',
      path: 'overlays.currents',
      message: 'Vento e correntes não se desenham ao mesmo tempo: fica o vento.',
      mend: (given) => without(given, ['currents']),
    });
  }
  if (fitted && (base === 'none' || base === 'sstAnomaly')) {
    found.push({
      level: 'warning',
      path: 'fitted',
      message:
        base === 'none'
          ? 'Sem campo não há escala a ajustar.'
          : 'Uma anomalia lê-se à volta de zero: com a escala ajustada, o zero deixa de estar no meio.',
      mend: (given) => ({ ...given, fitted: false }),
    });
  }
  return found;
}

function futureMoment({ base, moment }: MapDefinition, newestOf: NewestOf): readonly Finding[] {
  const newest = base === 'none' ? null : newestOf(base);
  if (moment === null || newest === null || Date.parse(moment) <= Date.parse(newest)) return [];
  return [
    {
      level: 'warning',
      path: 'moment',
      message: 'A data pedida é depois do campo mais recente: o mapa mostra o mais recente.',
      mend: (given) => ({ ...given, moment: null }),
    },
  ];
}

function misplacedCamera({ camera }: MapDefinition): readonly Finding[] {
  if (camera === null) return [];
  const [west, south, east, north] = angolaBbox;
  const isOff =
    camera.lon < west - marginDegrees ||
    camera.lon > east + marginDegrees ||
    camera.lat < south - marginDegrees ||
    camera.lat > north + marginDegrees;
  if (isOff) {
    return [
      {
        level: 'warning',
        path: 'camera',
        message: 'O mapa abre longe das águas de Angola, onde não há dados.',
        mend: (given) => ({ ...given, camera: null }),
      },
    ];
  }
  if (camera.zoom <= deepestZoom) return [];
  return [
    {
      level: 'warning',
      path: 'camera',
      message: 'O mapa abre tão perto que uma só célula do campo enche o ecrã.',
      mend: (given) => (given.camera === null ? given : { ...given, camera: { ...given.camera, zoom: deepestZoom } }),
    },
  ];
}

/** The map without layers that are not seen or get in the way, and the reason for each change. */
export function optimize(definition: MapDefinition, newestOf: NewestOf) {
  let mended = definition;
  const changes: { path: string; reason: string }[] = [];
  // Each mend may make another one needless, so the map is examined again until nothing can be mended.
  for (;;) {
    const next = findingsOf(mended, newestOf).find(({ mend }) => mend !== undefined);
    if (next?.mend === undefined) return { definition: mended, changes };
    mended = next.mend(mended);
    changes.push({ path: next.path, reason: next.message });
  }
}
