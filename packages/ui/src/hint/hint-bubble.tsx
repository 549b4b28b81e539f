import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly target: HTMLElement;
  readonly isOpen: boolean;
  readonly width: number | undefined;
  readonly children: ReactNode;
};

/** As long as Mantine's own tooltips wait: a pointer on its way elsewhere opens nothing. */
const enterDelay = 250;

/** The bubble beside a hint's button. */
export default function HintBubble({ target, isOpen, width, children }: Props) {
  return (
    <Tooltip
      target={target}
      opened={isOpen}
      label={children}
      transitionProps={{ enterDelay }}
      {...(width === undefined ? {} : { w: width })}
    />
  );
}
