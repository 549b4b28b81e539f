import { heatSide } from '@kianda/geo';
import { useMemo } from 'react';
import { usePicture } from '../../use-picture.ts';
import { blockCorners, type HeatBlock } from './mosaic.ts';

type Props = {
  readonly block: HeatBlock;
  /** Four bytes for each cell of the block, row by row from the north-west. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly opacity?: number;
};

/** Cells of presence in their colours, each a square of the map: one picture, replaced whole at every step. */
export function HeatLayer({ block, pixels, opacity = 0.85 }: Props) {
  const picture = useMemo(
    () => ({
      pixels,
      width: block.columns * heatSide,
      height: block.rows * heatSide,
      corners: blockCorners(block),
    }),
    [block, pixels],
  );
  usePicture('calor', 'cells', { picture, opacity, resampling: 'nearest' });
  return null;
}
