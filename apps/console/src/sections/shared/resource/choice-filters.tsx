import { DayInput, MomentInput } from '@kianda/ui';
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { sharedTexts } from '../texts.pt.ts';
import { type FilterProps, nameIn, orNone, textIn } from './types.ts';

const texts = sharedTexts.resource;

const chosenIn = (props: FilterProps): readonly string[] =>
  textIn(props)
    .split(',')
    .filter((value) => value !== '');

/** One of the values; for several, each choice is added to those already chosen. Nothing where there is none to offer. */
export function ValueSelect(props: FilterProps) {
  const { filter, offers, onFilter } = props;
  const isMany = filter.kind === 'values';
  const chosen = chosenIn(props);
  const known = Object.entries(filter.choices ?? {}).map(([value, label]) => ({ value, label }));
  const data = [...known, ...offers];
  if (data.length === 0) return null;
  return (
    <NativeSelect
      label={filter.label}
      value={isMany ? '' : textIn(props)}
      onChange={({ currentTarget: { value } }) =>
        onFilter({ [nameIn(filter)]: orNone(isMany ? [...chosen, value].join(',') : value) })
      }
      data={[
        { value: '', label: isMany ? texts.choose : texts.any },
        ...data.map(({ value, label }) => ({ value, label, disabled: isMany && chosen.includes(value) })),
      ]}
    />
  );
}

/** The chosen values of a filter, each with the way to take it away. */
export function ChosenValues(props: FilterProps) {
  const { filter, onFilter } = props;
  const chosen = chosenIn(props);
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs">
      {chosen.map((value) => (
        <Button
          key={value}
          size="compact-sm"
          variant="default"
          rightSection={<IconX size={13} aria-hidden="true" />}
          aria-label={texts.takeAway(filter.hint ?? filter.label, value)}
          onClick={() => onFilter({ [nameIn(filter)]: orNone(chosen.filter((other) => other !== value).join(',')) })}
        >
          {value}
        </Button>
      ))}
    </Group>
  );
}

/** Any of several known values; all of them where the address names none. */
export function ChoiceBoxes(props: FilterProps) {
  const { filter, onFilter } = props;
  const names = Object.keys(filter.choices ?? {});
  const chosen = chosenIn(props);
  const isEvery = chosen.length === 0 || chosen.includes('all');
  const isOn = (name: string) => isEvery || chosen.includes(name);
  const toggle = (name: string, on: boolean) => {
    const next = names.filter((other) => (other === name ? on : isOn(other)));
    onFilter({ [nameIn(filter)]: next.length === 0 || next.length === names.length ? 'all' : next.join(',') });
  };
  return (
    <Group gap="lg" role="group" aria-label={filter.label}>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={filter.choices?.[name]}
          checked={isOn(name)}
          onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
        />
      ))}
    </Group>
  );
}

/** From one day, or one minute, to another. */
export function PeriodFields(props: FilterProps) {
  const { filter, onFilter } = props;
  const [from, to] = [textIn(props, 0), textIn(props, 1)];
  const Input = filter.precision === 'minute' ? MomentInput : DayInput;
  return (
    <>
      <Input
        label={filter.ends?.[0] ?? filter.label}
        value={from}
        {...(to === '' ? {} : { max: to })}
        onChange={(value) => onFilter({ [nameIn(filter, 0)]: orNone(value) })}
      />
      <Input
        label={filter.ends?.[1] ?? filter.label}
        value={to}
        {...(from === '' ? {} : { min: from })}
        onChange={(value) => onFilter({ [nameIn(filter, 1)]: orNone(value) })}
      />
    </>
  );
}
