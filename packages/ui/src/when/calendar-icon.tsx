import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ComponentProps, Ref } from 'react';
import { uiTexts } from '../texts.pt.ts';
import type { CalendarChoice } from './calendar-choice.ts';

type Props = CalendarChoice &
  Pick<ComponentProps<'button'>, 'onClick' | 'onFocus' | 'onPointerEnter'> & {
    readonly isOpen: boolean;
    readonly ref?: Ref<HTMLButtonElement>;
  };
const look: ActionIconProps = { variant: 'subtle', size: 'sm', color: 'gray' };

/** The button in a field of a day. */
export function CalendarIcon({
  label,
  isDisabled,
  isOpen,
  day: _day,
  min: _min,
  max: _max,
  onChoose: _onChoose,
  ...button
}: Props) {
  return (
    <ActionIcon
      {...look}
      {...button}
      aria-label={uiTexts.when.open(label)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      disabled={isDisabled}
    >
      <IconCalendar size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
