import { type VesselType, vesselSorts, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { formatNumber } from '@kianda/format';
import { Button, Checkbox, Group, NativeSelect, RangeSlider, Switch, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { groupTexts } from '../groups/texts.pt.ts';
import { useGroups } from '../groups/use-groups.ts';
import styles from '../page.module.css';
import { boxDefaults, boxLimits } from '../search.ts';
import type { TabView } from '../view.ts';
import { flagsOf, typesOf, usesBox } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

const typeNames = Object.keys(vesselTypes) as VesselType[];
/** Typing is followed once it rests. */
const restMs = 350;

type Props = TabView & { readonly flags: readonly { readonly flag: string; readonly vessels: number }[] };

/** Every filter of the vessel list; each keeps itself in the address and goes back to the first page. */
export function FilterBar({ settings, search, change, flags }: Props) {
  const filter = (part: Parameters<typeof change>[0]) => change({ ...part, page: undefined }, { replace: true });
  const { known } = useGroups();
  const types = typesOf(search, settings);
  const chosen = flagsOf(search);
  const toggle = (name: VesselType, on: boolean) => {
    const next = typeNames.filter((one) => (one === name ? on : types.includes(one)));
    filter({ types: next.length === 0 || next.length === typeNames.length ? 'all' : next.join(',') });
  };
  const clear = () =>
    filter({
      q: undefined,
      types: undefined,
      flags: undefined,
      from: undefined,
      to: undefined,
      south: undefined,
      north: undefined,
      west: undefined,
      east: undefined,
      group: undefined,
      active: undefined,
      imo: undefined,
    });
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <div className={styles.grow}>
          <SearchBox value={search.q ?? ''} onSearch={(q) => filter({ q: q === '' ? undefined : q })} />
        </div>
        <NativeSelect
          label={texts.flags}
          value=""
          onChange={({ currentTarget }) => filter({ flags: [...chosen, currentTarget.value].join(',') })}
          data={[
            { value: '', label: texts.flagsHelp },
            ...flags.map(({ flag, vessels }) => ({
              value: flag,
              label: `${flag} (${formatNumber(vessels, { maxDecimals: 0 })})`,
              disabled: chosen.includes(flag),
            })),
          ]}
        />
        {known.length === 0 ? null : (
          <NativeSelect
            label={groupTexts.filter}
            value={search.group ?? ''}
            onChange={({ currentTarget }) => filter({ group: currentTarget.value || undefined })}
            data={[
              { value: '', label: groupTexts.all },
              ...known.map(({ id, name, members }) => ({
                value: id,
                label: `${name} (${formatNumber(members, { maxDecimals: 0 })})`,
              })),
            ]}
          />
        )}
        <TextInput
          type="date"
          label={texts.from}
          value={search.from ?? ''}
          max={search.to}
          onChange={({ currentTarget }) => filter({ from: currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label={texts.to}
          value={search.to ?? ''}
          min={search.from}
          onChange={({ currentTarget }) => filter({ to: currentTarget.value || undefined })}
        />
        <NativeSelect
          className={styles.sort}
          label={texts.sort}
          value={search.sort ?? 'last'}
          onChange={({ currentTarget }) =>
            filter({ sort: vesselSorts.find(({ sort }) => sort === currentTarget.value)?.sort })
          }
          data={vesselSorts.map(({ sort, label }) => ({ value: sort, label }))}
        />
        <NativeSelect
          className={styles.direction}
          label={texts.order}
          value={search.order ?? 'desc'}
          onChange={({ currentTarget }) => filter({ order: currentTarget.value === 'asc' ? 'asc' : 'desc' })}
          data={Object.entries(texts.orders).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {chosen.length === 0 ? null : (
        <Group gap="xs">
          {chosen.map((flag) => (
            <Button
              key={flag}
              size="compact-sm"
              variant="default"
              rightSection={<IconX size={13} aria-hidden="true" />}
              aria-label={texts.flagRemove(flag)}
              onClick={() => filter({ flags: chosen.filter((one) => one !== flag).join(',') || undefined })}
            >
              {flag}
            </Button>
          ))}
        </Group>
      )}
      <Group gap="lg" role="group" aria-label={texts.types}>
        {typeNames.map((name) => (
          <Checkbox
            key={name}
            label={vesselTypes[name]}
            checked={types.includes(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
        ))}
      </Group>
      <Group gap="lg">
        <Switch
          label={texts.active}
          checked={search.active !== undefined}
          onChange={({ currentTarget }) => filter({ active: currentTarget.checked ? '1' : undefined })}
        />
        <Switch
          label={texts.imo}
          checked={search.imo !== undefined}
          onChange={({ currentTarget }) => filter({ imo: currentTarget.checked ? '1' : undefined })}
        />
        <Switch
          label={texts.box}
          checked={usesBox(search)}
          onChange={({ currentTarget }) =>
            filter(
              currentTarget.checked
                ? boxDefaults
                : { south: undefined, north: undefined, west: undefined, east: undefined },
            )
          }
        />
        <Button variant="subtle" size="xs" onClick={clear}>
          {texts.clear}
        </Button>
      </Group>
      {usesBox(search) ? (
        <div className={styles.columns}>
          <Range
            label={texts.latitude}
            labels={[texts.south, texts.north]}
            limits={[boxLimits.south, boxLimits.north]}
            value={[search.south ?? boxDefaults.south, search.north ?? boxDefaults.north]}
            onChange={([south, north]) => filter({ south, north })}
          />
          <Range
            label={texts.longitude}
            labels={[texts.west, texts.east]}
            limits={[boxLimits.west, boxLimits.east]}
            value={[search.west ?? boxDefaults.west, search.east ?? boxDefaults.east]}
            onChange={([west, east]) => filter({ west, east })}
          />
        </div>
      ) : null}
    </div>
  );
}

function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), restMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      label={texts.search}
      placeholder={texts.searchHelp}
      value={text}
      maxLength={120}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

type Ends = [number, number];
type RangeProps = {
  readonly label: string;
  readonly labels: readonly [string, string];
  readonly limits: readonly [number, number];
  readonly value: Ends;
  readonly onChange: (value: Ends) => void;
};

function Range({ label, labels, limits, value, onChange }: RangeProps) {
  const [moved, setMoved] = useState<Ends | null>(null);
  const [low, high] = moved ?? value;
  return (
    <div>
      <p>
        {label}: <span className="k-mono">{`${formatNumber(low)}° – ${formatNumber(high)}°`}</span>
      </p>
      <RangeSlider
        min={limits[0]}
        max={limits[1]}
        step={boxLimits.step}
        minRange={boxLimits.step}
        label={null}
        thumbFromLabel={labels[0]}
        thumbToLabel={labels[1]}
        value={[low, high]}
        onChange={setMoved}
        onChangeEnd={(ends) => {
          setMoved(null);
          onChange(ends);
        }}
      />
    </div>
  );
}
