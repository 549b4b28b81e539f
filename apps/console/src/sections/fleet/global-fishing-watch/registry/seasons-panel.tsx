import { allows, type DataOf } from '@kianda/contract';
import {
  copySeasons,
  createSeason,
  deleteSeason,
  listSeasons,
  type SurveillanceArea,
  updateSeason,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatDate } from '@kianda/format';
import { useClock } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import styles from '../page.module.css';
import { Entries } from './entries.tsx';
import type { Field } from './entry-form.tsx';
import { areaChoices, seasonOf, type Written } from './fields.ts';
import { registryTexts as texts } from './texts.pt.ts';

type Season = DataOf<typeof listSeasons>['seasons'][number];
const changed = [listSeasons] as const;
const offline = { offline: 'fail' } as const;
const yearsBack = 6;

const fieldsOf = (areas: readonly SurveillanceArea[], seasons: readonly Season[]): readonly Field[] => [
  { name: 'name', label: texts.name, required: true },
  { name: 'from', label: texts.from, type: 'date', required: true },
  { name: 'to', label: texts.to, type: 'date', required: true },
  { name: 'gears', label: texts.gears },
  { name: 'species', label: texts.species },
  {
    name: 'area',
    label: texts.area,
    type: 'one',
    none: texts.wholeZee,
    choices: areaChoices(
      areas,
      seasons.map(({ areaId }) => areaId),
    ),
  },
  { name: 'source', label: texts.source, required: true },
];

const writtenOf = (season: Season | null): Written =>
  season === null
    ? {}
    : {
        name: season.name,
        from: season.startsOn,
        to: season.endsOn,
        gears: (season.gears ?? []).join(', '),
        species: season.species.join(', '),
        area: season.areaId ?? '',
        source: season.source,
      };

/** Closed seasons, by year; those of one year can be taken over into the next. */
export function SeasonsPanel({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  const { role } = useAccount();
  const mayChange = allows(createSeason.access, role);
  const thisYear = new Date(useClock()()).getUTCFullYear();
  const [year, setYear] = useState<number | null>(null);
  const [isCopying, setCopying] = useState(false);
  const seasons = usePreviousWhileLoading(useEndpoint(listSeasons, { query: year === null ? {} : { year } }));
  const create = useAction(createSeason, changed);
  const update = useAction(updateSeason, changed);
  const remove = useAction(deleteSeason, changed);
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const to = year ?? thisYear;
  return (
    <>
      <Entries
        title={texts.seasons}
        description={texts.seasonsText}
        source={seasons}
        rowsOf={(value) => value.seasons}
        nameOf={({ name }) => name}
        factsOf={(season) => <SeasonFacts season={season} areaNames={names} />}
        fields={fieldsOf(areas, seasons.sourced?.value.seasons ?? [])}
        writtenOf={writtenOf}
        acts={{
          create: (written) => create.run({ body: seasonOf(written) }, offline),
          update: (id, written) => update.run({ params: { id }, body: seasonOf(written) }, offline),
          remove: (id) => remove.run({ params: { id } }, offline),
        }}
        mayChange={mayChange}
        empty={{ title: texts.noSeasons, text: mayChange ? texts.noSeasonsText : '' }}
        actions={
          <Button variant="default" size="xs" onClick={() => setCopying(true)}>
            {texts.copy(to - 1, to)}
          </Button>
        }
        above={
          <div className={styles.filters}>
            <NativeSelect
              label={texts.year}
              value={year === null ? '' : String(year)}
              data={[
                { value: '', label: texts.allYears },
                ...Array.from({ length: yearsBack + 2 }, (_, index) => String(thisYear + 1 - index)),
              ]}
              onChange={({ currentTarget }) => setYear(currentTarget.value === '' ? null : Number(currentTarget.value))}
            />
          </div>
        }
      />
      {isCopying ? <CopySeasons to={to} onClose={() => setCopying(false)} /> : null}
    </>
  );
}

type FactsProps = { readonly season: Season; readonly areaNames: ReadonlyMap<string, string> };

function SeasonFacts({ season, areaNames }: FactsProps) {
  return (
    <>
      <span>
        {formatDate(season.startsOn)} – {formatDate(season.endsOn)}
      </span>
      <span>{season.gears === null ? texts.allGears : season.gears.join(', ')}</span>
      <span>
        {season.areaId === null ? texts.wholeZee : (areaNames.get(season.areaId) ?? texts.goneArea(season.areaId))}
      </span>
      <span>{season.species.join(', ')}</span>
      <span>{season.source}</span>
    </>
  );
}

/** Takes the seasons of the year before over into `to`. */
function CopySeasons({ to, onClose }: { readonly to: number; readonly onClose: () => void }) {
  const copy = useAction(copySeasons, changed);
  const send = async () => {
    const outcome = await copy.run({ body: { from: to - 1, to } }, offline);
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'queued') return null;
    const { seasons: made, skipped } = outcome.data;
    if (made.length + skipped === 0) return texts.nothingToCopy(to - 1);
    notify({ tone: 'success', message: texts.copied(made.length, skipped) });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.copy(to - 1, to)}
      body={texts.copyBody(to - 1, to)}
      confirm={texts.copy(to - 1, to)}
      onClose={onClose}
      onConfirm={send}
    />
  );
}
