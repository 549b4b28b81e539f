import { uiTexts } from '../texts.pt.ts';
import type { TileProps } from './tile-props.ts';

/** Rows of a tile as its table and CSV show them. */
export function tileRows(tile: TileProps): readonly (readonly [string, string | number | null, string, string])[] {
  const unit = tile.unit ?? '';
  const history = tile.history;
  if (history !== undefined) {
    return history.value.map((point) => [point.at, point.value, unit, history.provenance.state] as const);
  }
  const sourced = tile.value;
  if (sourced === undefined) return [];
  const at = sourced.provenance.state === 'fallback' ? '' : (sourced.provenance.observedAt ?? '');
  return [[at, sourced.value, unit, sourced.provenance.state]];
}

export const tileHeader = [uiTexts.tile.instant, uiTexts.tile.value, uiTexts.tile.unit, uiTexts.tile.state] as const;
