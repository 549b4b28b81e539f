import { licenceStates } from '@kianda/contract/fleet/vessels/fleet.contract';
import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { formatCount, formatFlag, formatQuantity } from '@kianda/format';
import { PanelFailure } from '@kianda/ui';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { PairLegend } from '@kianda/viz/map/layers/heat/pair-legend.tsx';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChangeSearch, FishingSearch } from '../search.ts';
import { countedChoices } from '../vessels/counted-choices.ts';
import styles from './fleet-map.module.css';
import { type HeatFilter, heatFilterText } from './heat.ts';
import { heatTexts as texts } from './heat-texts.pt.ts';
import type { Heat } from './use-heat.ts';

type Flag = { readonly flag: string | null; readonly vessels: number };
type Props = {
  readonly heat: Heat;
  readonly search: FishingSearch;
  readonly change: ChangeSearch;
  readonly flags: readonly Flag[];
};

const modes = ['hours', 'pair', 'change'] as const;

/** Choices of the heat map: what it shows, of which vessels, over the period or by steps. */
export function HeatChoices({ heat, search, change, flags }: Props) {
  const set = (part: Parameters<ChangeSearch>[0]) => change(part, { replace: true });
  return (
    <fieldset className={styles.heat}>
      <legend>{texts.title}</legend>
      <NativeSelect
        size="xs"
        label={texts.mode}
        value={search.heat ?? 'off'}
        onChange={({ currentTarget }) =>
          set({
            heat: modes.find((mode) => mode === currentTarget.value),
            // The filters of one way mean nothing in another: two at once begin with two that differ.
            first: undefined,
            second: undefined,
          })
        }
        data={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
      />
      {search.heat === undefined ? null : (
        <>
          <NativeSelect
            size="xs"
            label={texts.over}
            value={search.sum ?? 'period'}
            onChange={({ currentTarget }) => set({ sum: currentTarget.value === 'step' ? 'step' : undefined })}
            data={Object.entries(texts.overs).map(([value, label]) => ({ value, label }))}
          />
          <FilterChoice
            label={search.heat === 'pair' ? texts.firstOf : texts.of}
            filter={heat.first}
            flags={flags}
            onFilter={(filter) => set({ first: heatFilterText(filter) })}
          />
          {search.heat === 'pair' ? (
            <FilterChoice
              label={texts.secondOf}
              filter={heat.second}
              flags={flags}
              onFilter={(filter) => set({ second: heatFilterText(filter) })}
            />
          ) : null}
        </>
      )}
    </fieldset>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly filter: HeatFilter;
  readonly flags: readonly Flag[];
  readonly onFilter: (filter: HeatFilter) => void;
};
const typeNames = Object.keys(vesselTypes) as VesselType[];

function FilterChoice({ label, filter, flags, onFilter }: ChoiceProps) {
  return (
    <div className={styles.pair}>
      <NativeSelect
        size="xs"
        label={label}
        value={filter.type}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, type: typeNames.find((name) => name === currentTarget.value) ?? 'all' })
        }
        data={[
          { value: 'all', label: texts.everyType },
          ...typeNames.map((value) => ({ value, label: vesselTypes[value] })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={texts.flag}
        value={filter.flag ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, flag: currentTarget.value === '' ? null : currentTarget.value })
        }
        data={[{ value: '', label: texts.everyFlag }, ...flagChoices(flags)]}
      />
      <NativeSelect
        size="xs"
        label={texts.licence}
        {...(filter.licence === null ? {} : { description: texts.licenceMeaning })}
        value={filter.licence ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, licence: licenceStates.find((state) => state === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: texts.everyLicence },
          ...licenceStates.map((value) => ({ value, label: texts.licences[value] })),
        ]}
      />
    </div>
  );
}

/** Flags by the names of their countries, the unknown one last. */
const flagChoices = (flags: readonly Flag[]) =>
  [flags.filter(({ flag }) => flag !== null), flags.filter(({ flag }) => flag === null)].flatMap((part) =>
    countedChoices(
      part.map(({ flag, vessels }) => ({ code: flag ?? 'none', vessels })),
      nameOfFlag,
    ),
  );

const nameOfFlag = (code: string) => (code === 'none' ? texts.noFlag : formatFlag(code));

/** Name of a filter: `Pesca`, `Pesca, Angola`, `Pesca, sem licença no dia`. */
export const heatFilterName = ({ type, flag, licence }: HeatFilter): string =>
  [
    type === 'all' ? texts.filtered : vesselTypes[type],
    ...(flag === null ? [] : [nameOfFlag(flag)]),
    ...(licence === null ? [] : [texts.licenceNames[licence]]),
  ].join(', ');

type LegendProps = {
  readonly heat: Heat;
  /** Value of the cell under the pointer, or of both. */
  readonly pointed: readonly number[];
  /** Stretch of time that the cells stand for, in words. */
  readonly when: ReactNode;
  readonly badge: ReactNode;
  /** Hours whose positions are not in the cells yet. */
  readonly pendingHours: number;
};

/** Colours of the heat map, its dates and its origin; or why it is not there. */
export function HeatLegend({ heat, pointed, when, badge, pendingHours }: LegendProps) {
  const { picture, failure } = heat;
  if (heat.mode === undefined) return null;
  if (failure !== null) return <PanelFailure error={failure} onRetry={heat.retry} />;
  if (picture === null) return <p className={styles.note}>{texts.waiting}</p>;
  const pending =
    pendingHours === 0 ? null : (
      <p className={styles.note}>{texts.pending(formatCount(pendingHours, texts.hour, texts.hours))}</p>
    );
  if (picture.isEmpty)
    return (
      <div className={styles.legend}>
        <p role="status">
          {texts.empty} {badge}
        </p>
        {[heat.first, heat.second].some(({ licence }) => licence !== null) ? (
          <p className={styles.note}>{texts.emptyLicence}</p>
        ) : null}
        {pending}
      </div>
    );
  const [value] = pointed;
  const known = value === undefined || Number.isNaN(value) ? null : value;
  if (picture.mode === 'pair') {
    const names = [heatFilterName(heat.first), heatFilterName(heat.second)] as const;
    return (
      <div className={styles.legend}>
        <PairLegend
          first={names[0]}
          second={names[1]}
          unit="h"
          breaks={picture.breaks}
          scheme={heat.scheme}
          levels={texts.levels}
        />
        <p className={styles.note}>
          {when} {badge}
        </p>
        {known === null ? null : (
          <p className={styles.note}>
            {texts.cell}{' '}
            {names.map((name, at) => `${name}: ${formatQuantity(pointed[at], 'h', { maxDecimals: 1 })}`).join(' · ')}
          </p>
        )}
      </div>
    );
  }
  const isChange = picture.mode === 'change';
  const title = isChange ? texts.changeTitle : texts.hoursTitle;
  return (
    <div className={styles.legend}>
      <Legend
        title={`${title}: ${heatFilterName(heat.first)}`}
        unit="h"
        scale={picture.scale}
        when={
          isChange ? (
            <>
              {when} · {texts.changeNote}
            </>
          ) : (
            when
          )
        }
        pointed={known}
        aside={badge}
      />
      {pending}
    </div>
  );
}
