import { formatDay, readClock, readDay, readMoment, timeZones, writeMoment } from '@kianda/format';
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';
import type { CalendarChoice } from './calendar-choice.ts';
import { CalendarIcon } from './calendar-icon.tsx';
import type { CalendarPopoverProps } from './calendar-popover.tsx';

const texts = uiTexts.when;

/** The button with its calendar, and whether the button that it replaces had the focus. */
type Loaded = { readonly Popover: ComponentType<CalendarPopoverProps>; readonly hadFocus: boolean };

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

/** Opens the month of the day; its code comes when somebody is about to open it for the first time. */
function CalendarButton(props: CalendarChoice) {
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const bare = useRef<HTMLButtonElement>(null);
  const load = () => {
    import('./calendar-popover.tsx').then(
      ({ default: Popover }) =>
        setLoaded((before) => before ?? { Popover, hadFocus: document.activeElement === bare.current }),
      // Without a network a day can still be written.
      (error: unknown) => console.warn('kianda: calendário por carregar', error),
    );
  };
  if (loaded !== null) {
    return <loaded.Popover {...props} isOpen={isOpen} onOpen={setOpen} hadFocus={loaded.hadFocus} />;
  }
  return (
    <CalendarIcon
      ref={bare}
      {...props}
      isOpen={isOpen}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => {
        setOpen(true);
        load();
      }}
    />
  );
}
