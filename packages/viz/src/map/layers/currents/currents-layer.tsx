import { seededRandom } from '@kianda/geo';
import { useEffect, useState } from 'react';
import type { Velocity } from '../../../currents/velocity.ts';
import { usePrefersStill } from '../../../motion/use-prefers-still.ts';
import { useMap } from '../../map-context.ts';
import type { Ink } from './drawing.ts';
import { type CurrentsMode, type CurrentsOverlay, createCurrentsOverlay } from './overlay.ts';
import { currentsPace, type FlowPace } from './pace.ts';

type Props = {
  readonly velocity: Velocity;
  readonly mode: CurrentsMode;
  /** Contrast with the field below the flow. */
  readonly ink: Ink;
  /** The sea's pace unless another is given. */
  readonly pace?: FlowPace;
};

/** Surface currents, or wind, as drifting particles, or as still arrows: always arrows for who asked for less motion. */
export function CurrentsLayer({ velocity, mode, ink, pace = currentsPace }: Props) {
  const { map } = useMap();
  const [overlay, setOverlay] = useState<CurrentsOverlay | null>(null);
  const still = usePrefersStill();

  useEffect(() => {
    // The starting places are arbitrary: one seed for all makes pictures comparable.
    const made = createCurrentsOverlay(map, seededRandom('currents'), pace);
    setOverlay(made);
    return () => {
      setOverlay(null);
      made.destroy();
    };
  }, [map, pace]);

  useEffect(() => {
    overlay?.show(velocity, still ? 'arrows' : mode, ink);
  }, [overlay, velocity, mode, ink, still]);
  return null;
}
