import { useMemo } from 'react';
import type { ColourScale } from '../../../colour/scale.ts';
import type { Field } from '../../../field/decode.ts';
import { paintField, pixelsPerCell } from '../../../field/raster.ts';
import { useMap } from '../../map-context.ts';
import { usePicture } from '../../use-picture.ts';

type Props = {
  readonly field: Field;
  readonly scale: ColourScale;
  /** 0–1. */
  readonly opacity: number;
  /** The values are codes of classes: no colour is mixed of two. */
  readonly isCodes?: boolean;
  /** It is of the land: it lies on the land of the base map, and the sea is no gap of it. */
  readonly isLand?: boolean;
  /** Names the layer where a map has several. */
  readonly id?: string;
};

/** Stripes over gaps, alpha first: visible next to the darkest and the palest end of every ramp. */
const gapStripes = { light: 0x38_50_3a_28, dark: 0x3c_d2_c2_b0 } as const;

/** A gridded variable in its colours, each cell at its own latitude. */
export function FieldLayer({ field, scale, opacity, isCodes = false, isLand = false, id = 'field' }: Props) {
  const { scheme } = useMap();
  const gap = isLand ? 0 : gapStripes[scheme];
  const picture = useMemo(
    () => paintField(field, scale, pixelsPerCell(field.grid.rows), { gap, isCodes }),
    [field, scale, gap, isCodes],
  );
  usePicture(id, isLand ? 'land' : 'field', { picture, opacity, resampling: isCodes ? 'nearest' : 'linear' });
  return null;
}
