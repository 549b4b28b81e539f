import { ZeeFrame } from '../../shared/map/zee-frame.tsx';
import { limitTexts as texts } from './texts.pt.ts';

const nothing = () => undefined;

/** The published outline of the ZEE alone: there are no zones before the first drawing. */
export default function PublishedZee() {
  return (
    <ZeeFrame label={texts.publishedLabel} onPick={nothing} onPointer={nothing}>
      {null}
    </ZeeFrame>
  );
}
