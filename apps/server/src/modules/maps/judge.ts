import { mapBaseTitles } from '@kianda/contract/maps/layers';
import type { MapDefinition, MapFinding } from '@kianda/contract/maps/maps.contract';
import { angolaBbox } from '@kianda/geo';

/** Newest field of a base; null where there is none. */
export type NewestOf = (base: MapDefinition['base']) => string | null;

/** Below this a layer is there and nobody sees it. */
const faint = 0.1;
/** Degrees around the ZEE in which its fields still are. */
const around = 3;
/** Zoom at which one cell of the finest field fills the screen. */
const deepest = 13;

type Judgement = MapFinding & {
  /** The definition without what is wrong; absent where a person has to choose. */
  readonly mend?: (definition: MapDefinition) => MapDefinition;
};

const without = (definition: MapDefinition, ids: readonly string[]): MapDefinition => ({
  ...definition,
  overlays: Object.fromEntries(Object.entries(definition.overlays).filter(([id]) => !ids.includes(id))),
});

/** What of a map will not be seen, or not as it was meant, and how it would be. */
export function judge(definition: MapDefinition, newestOf: NewestOf): readonly Judgement[] {
  const { base, baseOpacity, overlays, moment, camera } = definition;
  const found: Judgement[] = [];
  const shown = Object.entries(overlays);
  if (base === 'none' && shown.length === 0) {
    found.push({
      level: 'error',
      path: 'overlays',
      message: 'O mapa não mostra nada: escolha um campo ou uma camada.',
    });
  }
  if (base !== 'none' && newestOf(base) === null) {
    found.push({
      level: 'error',
      path: 'base',
      message: `Ainda não há nenhum campo de «${mapBaseTitles[base]}»: o fundo ficará vazio.`,
    });
  }
  if (base !== 'none' && baseOpacity < faint) {
    found.push({
      level: 'warning',
      path: 'baseOpacity',
      message: 'O campo está tão transparente que não se vê: é carregado para nada.',
      mend: (given) => ({ ...given, base: 'none', baseOpacity: 1 }),
    });
  }
  const unseen = shown.filter(([, opacity]) => (opacity ?? 1) < faint).map(([id]) => id);
  for (const id of unseen) {
    found.push({
      level: 'warning',
      path: `overlays.${id}`,
      message: 'Esta camada está tão transparente que não se vê.',
      mend: (given) => without(given, [id]),
    });
  }
  if (overlays.wind !== undefined && overlays.currents !== undefined) {
    found.push({
      level: 'warning',
      path: 'overlays.currents',
      message: 'Vento e correntes não se desenham ao mesmo tempo: fica o vento.',
      mend: (given) => without(given, ['currents']),
    });
  }
  if (definition.fitted && (base === 'none' || base === 'sstAnomaly')) {
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
  const newest = base === 'none' ? null : newestOf(base);
  if (moment !== null && newest !== null && Date.parse(moment) > Date.parse(newest)) {
    found.push({
      level: 'warning',
      path: 'moment',
      message: 'A data pedida é depois do campo mais recente: o mapa mostra o mais recente.',
      mend: (given) => ({ ...given, moment: null }),
    });
  }
  if (camera !== null) {
    const [west, south, east, north] = angolaBbox;
    const isOff =
      camera.lon < west - around ||
      camera.lon > east + around ||
      camera.lat < south - around ||
      camera.lat > north + around;
    if (isOff) {
      found.push({
        level: 'warning',
        path: 'camera',
        message: 'O mapa abre longe das águas de Angola, onde não há dados.',
        mend: (given) => ({ ...given, camera: null }),
      });
    } else if (camera.zoom > deepest) {
      found.push({
        level: 'warning',
        path: 'camera',
        message: 'O mapa abre tão perto que uma só célula do campo enche o ecrã.',
        mend: (given) => (given.camera === null ? given : { ...given, camera: { ...given.camera, zoom: deepest } }),
      });
    }
  }
  return found;
}

/** The map without what is not seen and what gets in the way, and why each went. */
export function optimize(definition: MapDefinition, newestOf: NewestOf) {
  let mended = definition;
  const changes: { path: string; reason: string }[] = [];
  // Each mend may make another one needless: judged again until nothing is left that can be mended.
  for (;;) {
    const next = judge(mended, newestOf).find(({ mend }) => mend !== undefined);
    if (next?.mend === undefined) return { definition: mended, changes };
    mended = next.mend(mended);
    changes.push({ path: next.path, reason: next.message });
  }
}
