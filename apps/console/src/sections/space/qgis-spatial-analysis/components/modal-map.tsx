import { ClassesLayer } from '@kianda/viz/map/layers/classes/classes-layer.tsx';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import { modalTexts as texts } from '../texts.pt.ts';
import type { ModalLayer } from '../use-modal-layers.ts';

const slotOf = { polygon: 'areas', line: 'lines', point: 'points' } as const;

/** The layers that are shown, each in the colours of its legend. */
export default function ModalMap({ layers }: { readonly layers: readonly ModalLayer[] }) {
  return (
    <ZeeFrame
      label={texts.own}
      fills
      onPick={() => undefined}
      onPointer={() => undefined}
      above={layers.map(({ id, kind, data, attribute, legend, geometryType }) => (
        <ClassesLayer
          key={id}
          id={`camada-${kind}`}
          slot={slotOf[geometryType ?? 'polygon']}
          data={data}
          attribute={attribute}
          classes={legend}
          chosen={null}
        />
      ))}
    >
      {null}
    </ZeeFrame>
  );
}
