import { Popover } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import Calendar from './calendar.tsx';
import type { CalendarChoice } from './calendar-choice.ts';
import { CalendarIcon } from './calendar-icon.tsx';

export type CalendarPopoverProps = CalendarChoice & {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** The button that stood here before had the focus, which this one takes over. */
  readonly hadFocus: boolean;
};

/** The button with the month that it opens. */
export default function CalendarPopover({ isOpen, onOpen, hadFocus, ...choice }: CalendarPopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isReady, setReady] = useState(false);
  // Opened after the focus was taken over: where it goes back to is remembered at the opening.
  useLayoutEffect(() => {
    if (hadFocus) button.current?.focus();
    setReady(true);
  }, [hadFocus]);
  return (
    <Popover opened={isOpen && isReady} onChange={onOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <CalendarIcon ref={button} {...choice} isOpen={isOpen} onClick={() => onOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        {isOpen ? (
          <Calendar
            day={choice.day}
            min={choice.min}
            max={choice.max}
            onChoose={(chosen) => {
              choice.onChoose(chosen);
              onOpen(false);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
