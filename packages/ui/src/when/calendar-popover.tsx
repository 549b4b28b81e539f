import { Popover } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import Calendar from './calendar.tsx';
import { CalendarIcon } from './calendar-icon.tsx';

/** Days that a calendar chooses among. */
export type CalendarChoice = {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly day: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
};
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
