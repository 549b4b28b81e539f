import { formatDay, readClock, readDay, readMoment, timeZones, writeMoment } from '@kianda/format';
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';

const texts = uiTexts.when;
const Calendar = lazy(() => import('./calendar.tsx'));

/** How each kind of value is written and read; all values are ISO local times or parts of one. */
const kinds = {
  day: { read: readDay, write: formatDay, hint: texts.dayHint, wrong: texts.dayWrong },
  clock: { read: readClock, write: (clock: string) => clock, hint: texts.clockHint, wrong: texts.clockWrong },
  moment: { read: readMoment, write: writeMoment, hint: texts.momentHint, wrong: texts.momentWrong },
} as const;

type Props = Pick<
  TextInputProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'error'
  | 'required'
  | 'disabled'
  | 'style'
  | 'className'
  | 'inputWrapperOrder'
  | 'size'
> & {
  /** `2026-08-31`, `10:05` or `2026-08-31T10:05`; empty for none. */
  readonly value: string;
  /** Gets the value once what is written is one, and '' before. */
  readonly onChange: (value: string) => void;
  /** First and last day that may be chosen, `2026-08-31`. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

/** A calendar day, written as `31/08/2026` or chosen from the calendar. */
export const DayInput = (props: Props) => <WhenInput {...props} kind="day" />;
/** A time of day, written as `10:05`. */
export const ClockInput = (props: Omit<Props, 'min' | 'max'>) => <WhenInput {...props} kind="clock" />;
/** A day and a time of day of the zone that the person reads in, written as `31/08/2026 10:05`. */
export function MomentInput(props: Props) {
  const { timeZone } = usePreferences();
  return <WhenInput description={texts.zone(timeZones[timeZone])} {...props} kind="moment" />;
}

function WhenInput({
  kind,
  value,
  onChange,
  min,
  max,
  error,
  ...field
}: Props & { readonly kind: keyof typeof kinds }) {
  const { read, write, hint, wrong } = kinds[kind];
  const input = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState(value === '' ? '' : write(value));
  const [isLeft, setLeft] = useState(true);
  const understood = written.trim() === '' ? '' : read(written);
  const day = (understood ?? '').slice(0, 10);
  const isOutside = kind !== 'clock' && day !== '' && ((min ?? day) > day || (max ?? day) < day);
  const fault = understood === null ? wrong : isOutside ? texts.outside(min, max) : '';
  // A value that comes from elsewhere replaces what is written; what is being written is left alone.
  useEffect(() => {
    setWritten((before) => {
      const known = before.trim() === '' ? '' : read(before);
      return known === value || (known === null && value === '') ? before : value === '' ? '' : write(value);
    });
  }, [value, read, write]);
  // The form is not sent with something that is no date, and the browser says so where it is.
  useEffect(() => input.current?.setCustomValidity(fault), [fault]);
  const change = (text: string) => {
    setWritten(text);
    const next = text.trim() === '' ? '' : (read(text) ?? '');
    if (next !== value) onChange(next);
  };
  return (
    <TextInput
      {...field}
      ref={input}
      inputMode={kind === 'moment' ? 'text' : 'numeric'}
      placeholder={hint}
      autoComplete="off"
      value={written}
      error={error ?? (isLeft && fault !== '' ? fault : undefined)}
      rightSection={
        kind === 'clock' ? undefined : (
          <CalendarButton
            label={field['aria-label'] ?? (typeof field.label === 'string' ? field.label : '')}
            isDisabled={field.disabled ?? false}
            day={day}
            min={min}
            max={max}
            onChoose={(chosen) => {
              const clock = kind === 'moment' ? `T${(understood ?? '').slice(11) || '00:00'}` : '';
              change(write(`${chosen}${clock}`));
            }}
          />
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true);
        if (understood !== null && understood !== '') setWritten(write(understood));
      }}
    />
  );
}

type CalendarProps = {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly day: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
};

/** Opens the month of the day; its code comes when it is opened for the first time. */
function CalendarButton({ label, isDisabled, day, min, max, onChoose }: CalendarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size="sm"
          color="gray"
          aria-label={texts.open(label)}
          aria-expanded={isOpen}
          disabled={isDisabled}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Suspense fallback={<div style={{ width: 252, height: 264 }} aria-busy="true" />}>
          {isOpen ? (
            <Calendar
              day={day}
              min={min}
              max={max}
              onChoose={(chosen) => {
                onChoose(chosen);
                setOpen(false);
              }}
            />
          ) : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
