import { type ReactNode, useRef, useState } from 'react';
import { isGoodLine } from '../../platform/good-line.ts';
import { useNear } from '../../platform/use-near.ts';

type Props = { readonly className?: string | undefined; readonly children: ReactNode };

/** On a bad line what a page ends with comes once it is moved down to it. */
export function WhenSeen({ className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isGood] = useState(() => isGoodLine(window));
  const isNear = useNear(place);
  return (
    <div ref={place} className={className}>
      {isGood || isNear ? children : null}
    </div>
  );
}
