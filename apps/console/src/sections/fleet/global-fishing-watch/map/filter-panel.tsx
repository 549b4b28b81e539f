import { vesselLicences } from '@kianda/contract/fleet/vessels/vessels.resource';
import { formatFlag, formatGear } from '@kianda/format';
import { Button, MultiSelect, NativeSelect } from '@mantine/core';
import { countedChoices } from '../vessels/counted-choices.ts';
import type { TabView } from '../view.ts';
import { fleetFilterOf } from './fleet-filter.ts';
import styles from './fleet-map.module.css';
import { fleetMapTexts as texts } from './texts.pt.ts';

/** More gears or flags at once the server does not take. */
const mostValues = 40;

type Props = {
  readonly view: TabView;
  readonly flags: readonly { readonly flag: string | null; readonly vessels: number }[];
  readonly gears: readonly { readonly gear: string; readonly vessels: number }[];
};

/** Gears, flags and licence of the vessels shown: the filter that the list and the heat map have too. */
export function FilterPanel({ view: { search, settings, change }, flags, gears }: Props) {
  const filter = fleetFilterOf(search, settings);
  const set = (part: Parameters<typeof change>[0]) => change({ ...part, page: undefined }, { replace: true });
  const textOf = (values: readonly string[]) => (values.length === 0 ? undefined : values.join(','));
  const isOn = filter.flags.length > 0 || filter.gears.length > 0 || filter.licence !== null;
  return (
    <fieldset className={styles.heat}>
      <legend>{texts.filter}</legend>
      <MultiSelect
        size="xs"
        label={texts.gears}
        placeholder={filter.gears.length === 0 ? texts.everyGear : ''}
        description={texts.gearsNote}
        searchable
        clearable
        maxValues={mostValues}
        nothingFoundMessage={texts.noValue}
        value={[...filter.gears]}
        // A gear of the address stays a choice where no vessel has it any more.
        data={offered(
          filter.gears,
          gears.map(({ gear, vessels }) => ({ code: gear, vessels })),
          formatGear,
        )}
        onChange={(values) => set({ gears: textOf(values) })}
      />
      <MultiSelect
        size="xs"
        label={texts.flags}
        placeholder={filter.flags.length === 0 ? texts.everyFlag : ''}
        searchable
        clearable
        maxValues={mostValues}
        nothingFoundMessage={texts.noValue}
        value={[...filter.flags]}
        data={offered(
          filter.flags,
          flags.flatMap(({ flag, vessels }) => (flag === null ? [] : [{ code: flag, vessels }])),
          formatFlag,
        )}
        onChange={(values) => set({ flags: textOf(values) })}
      />
      <NativeSelect
        size="xs"
        label={texts.licence}
        description={texts.licenceNote}
        value={filter.licence ?? ''}
        onChange={({ currentTarget }) =>
          set({
            licence: currentTarget.value === '' ? undefined : (currentTarget.value as keyof typeof vesselLicences),
          })
        }
        data={[
          { value: '', label: texts.everyLicence },
          ...Object.entries(vesselLicences).map(([value, label]) => ({ value, label })),
        ]}
      />
      <p className={styles.note}>{texts.filterNote}</p>
      {isOn ? (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => set({ gears: undefined, flags: undefined, licence: undefined })}
        >
          {texts.clearFilter}
        </Button>
      ) : null}
    </fieldset>
  );
}

type Known = { readonly code: string; readonly vessels: number };

/** Choices of those that are chosen and of those that vessels have. */
const offered = (chosen: readonly string[], known: readonly Known[], nameOf: (code: string) => string) =>
  countedChoices(
    [...chosen.filter((code) => known.every((one) => one.code !== code)).map((code) => ({ code })), ...known],
    nameOf,
  );
