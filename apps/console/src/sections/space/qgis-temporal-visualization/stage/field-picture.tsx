import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import type { Field } from '@kianda/viz/field/decode.ts';
import { paintField } from '@kianda/viz/field/raster.ts';
import { useEffect, useRef } from 'react';

type Props = {
  readonly field: Field;
  readonly scale: ColourScale;
  readonly label: string;
  readonly className?: string | undefined;
};

/** A field as a small picture, without a map around it. */
export function FieldPicture({ field, scale, label, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    // Some browsers forbid canvases against fingerprinting; the card says the same in numbers.
    if (element === null || context === null) return;
    const raster = paintField(field, scale, Math.max(1, Math.round(170 / field.grid.columns)));
    element.width = raster.width;
    element.height = raster.height;
    context.putImageData(new ImageData(raster.pixels, raster.width, raster.height), 0, 0);
  }, [field, scale]);
  return <canvas ref={canvas} className={className} role="img" aria-label={label} />;
}
