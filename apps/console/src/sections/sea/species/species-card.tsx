import type { DataOf } from '@kianda/contract';
import { taxonById } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { licenceName } from '@kianda/contract/sea/biodiversity/licence-name';
import { speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { redListCategories } from '@kianda/contract/sea/biodiversity/species.resource';
import { speciesCatch } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { formatCount, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel, ProvenanceBadge, SkeletonBar } from '@kianda/ui';
import { barsOption } from '@kianda/viz/charts/figure/options.ts';
import { Anchor } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../shell/use-section.ts';
import { Card, CardColumns, CardSide } from '../../shared/card/card.tsx';
import { Facts as FactList, type FactProps, Fact as SharedFact } from '../../shared/card/facts.tsx';
import { FigureChart } from '../../shared/figure-chart.tsx';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { speciesTexts as texts } from './texts.pt.ts';

const SpeciesMap = lazy(() => import('./species-map.tsx'));

type Taxon = DataOf<typeof taxonById>;
type Profile = DataOf<typeof speciesProfile>;
type Dataset = Profile['datasets'][number];
type Props = {
  readonly aphiaId: number;
  readonly onOpen: (aphiaId: number) => void;
  readonly onBack: () => void;
};

/** Everything known of one taxon: names, place, season, years, depth, and where the records come from. */
export default function SpeciesCard({ aphiaId, onOpen, onBack }: Props) {
  const taxon = useEndpoint(taxonById, { params: { aphiaId } }, { refetchSeconds: 0 });
  const profile = useEndpoint(speciesProfile, { params: { aphiaId } }, { refetchSeconds: 0 });
  const name = taxon.sourced?.value;
  return (
    <Card back={texts.back} onBack={onBack}>
      <CardColumns>
        <Panel
          id="mapa"
          title={texts.map.title}
          description={texts.map.description(
            formatCount(profile.sourced?.value.cells.length ?? 0, 'célula', 'células'),
          )}
          source={profile}
          skeleton={<SkeletonBar height={520} />}
        >
          {({ cells, cellDegrees }) => (
            <Suspense fallback={<SkeletonBar height={520} />}>
              <SpeciesMap cells={cells} cellDegrees={cellDegrees} />
            </Suspense>
          )}
        </Panel>
        <Panel id="taxon" title={name?.vernacularName ?? name?.scientificName ?? texts.facts.scientific} source={taxon}>
          {(value) => <Facts taxon={value} profile={profile.sourced?.value} onOpen={onOpen} />}
        </Panel>
      </CardColumns>
      <Charts profile={profile} />
      <Panel id="fontes" title={texts.sources.title} description={texts.sources.description} source={profile} flush>
        {({ datasets }) => (
          <DataTable
            id="fontes-da-especie"
            label={texts.sources.table}
            columns={datasetColumns}
            rows={datasets}
            rowId={({ id, source }) => `${source}/${id}`}
          />
        )}
      </Panel>
    </Card>
  );
}

const datasetPages: Readonly<Record<string, string>> = {
  obis: 'https://obis.org/dataset/',
  gbif: 'https://www.gbif.org/dataset/',
};

const datasetColumns: readonly Column<Dataset>[] = [
  {
    id: 'dataset',
    label: texts.sources.dataset,
    value: ({ id }) => id,
    // Providers give records the id of their data set alone: its page has the title.
    render: ({ id, source }) => {
      const page = datasetPages[source];
      return page === undefined ? (
        id
      ) : (
        <Anchor href={`${page}${encodeURIComponent(id)}`} target="_blank" rel="noreferrer" title={id}>
          {texts.sources.page(source.toUpperCase(), id.slice(0, 8))}
        </Anchor>
      );
    },
  },
  { id: 'source', label: texts.sources.source, value: ({ source }) => source.toUpperCase() },
  {
    id: 'licence',
    label: texts.sources.licence,
    value: ({ licence }) => licence,
    render: ({ licence }) =>
      licence === null ? (
        <abbr title={texts.sources.unlicensed}>{UNKNOWN}</abbr>
      ) : (
        <span title={licence}>{licenceName(licence)}</span>
      ),
  },
  {
    id: 'records',
    label: texts.sources.records,
    value: ({ occurrences }) => occurrences,
    render: ({ occurrences }) => formatNumber(occurrences),
    align: 'end',
  },
];

type FactsProps = {
  readonly taxon: Taxon;
  readonly profile: Profile | undefined;
  readonly onOpen: (aphiaId: number) => void;
};

function Facts({ taxon, profile, onOpen }: FactsProps) {
  const years = profile?.byYear ?? [];
  const [first, last] = [years[0]?.year, years.at(-1)?.year];
  const environments = Object.entries(texts.environments).flatMap(([key, label]) =>
    taxon.environment[key as keyof Taxon['environment']] === true ? [label] : [],
  );
  const common = [...new Set([...(taxon.vernacularName === null ? [] : [taxon.vernacularName]), ...namesOf(taxon)])];
  return (
    <FactList>
      <Fact label={texts.facts.scientific}>
        <em>{taxon.acceptedName ?? taxon.scientificName}</em> {taxon.authority ?? ''}
      </Fact>
      <Fact label={texts.facts.common}>{common.join(' · ') || null}</Fact>
      <Fact label={texts.facts.lineage} reason={texts.noLineage}>
        {taxon.lineage.map(({ name }) => name).join(' › ') || null}
      </Fact>
      <Fact label={texts.facts.environment}>{environments.join(', ') || null}</Fact>
      <Fact label={texts.facts.redList}>
        {taxon.extinct === true ? texts.extinct : categoryOf(taxon.redListCategory)}
      </Fact>
      <Fact label={texts.facts.specimens}>
        <SpecimenLink name={taxon.acceptedName ?? taxon.scientificName} />
      </Fact>
      <Catch name={taxon.acceptedName ?? taxon.scientificName} />
      <Fact label={texts.facts.records}>
        {profile === undefined ? null : (
          <>
            {formatNumber(profile.occurrences)}
            <RecordsLink taxon={taxon} />
          </>
        )}
      </Fact>
      <Fact label={texts.facts.years}>
        {first === undefined || last === undefined ? null : first === last ? String(first) : `${first}–${last}`}
      </Fact>
      <Fact label={texts.facts.synonyms} reason={texts.noneOf}>
        {taxon.synonyms.length === 0
          ? null
          : taxon.synonyms.slice(0, 12).map(({ aphiaId, scientificName }) => (
              <div key={aphiaId}>
                <Anchor component="button" type="button" onClick={() => onOpen(aphiaId)}>
                  <em>{scientificName}</em>
                </Anchor>
              </div>
            ))}
      </Fact>
      <Fact label={texts.facts.citation}>{taxon.citation}</Fact>
    </FactList>
  );
}

/** Category of the red list in words; other words as the records have them. */
const categoryOf = (category: string | null): string | null =>
  category === null ? null : ((redListCategories as Readonly<Record<string, string>>)[category] ?? category);

const portuguese = ['por', 'pt'];
const namesOf = ({ vernaculars }: Taxon): readonly string[] =>
  vernaculars.filter(({ language }) => portuguese.includes(language)).map(({ name }) => name);

const Fact = ({ reason = texts.unknown, ...fact }: Partial<Pick<FactProps, 'reason'>> & Omit<FactProps, 'reason'>) => (
  <SharedFact reason={reason} {...fact} />
);

/** Years that have a bar each; a longer time has one for each decade. */
const mostYears = 40;

/** Bars of a time without gaps: a year, or a decade, without records has a bar of none. */
export function yearBars(byYear: Profile['byYear']): readonly Bar[] {
  const [first, last] = [byYear[0]?.year, byYear.at(-1)?.year];
  if (first === undefined || last === undefined) return [];
  const step = last - first < mostYears ? 1 : 10;
  const start = Math.floor(first / step) * step;
  const bars = Array.from({ length: Math.floor((last - start) / step) + 1 }, () => 0);
  for (const { year, occurrences } of byYear) {
    const place = Math.floor((year - start) / step);
    bars[place] = (bars[place] ?? 0) + occurrences;
  }
  return bars.map((value, index) => {
    const from = start + index * step;
    return { label: step === 1 ? String(from) : `${from}–${from + step - 1}`, value };
  });
}

/** Season, years and depth as bars. */
function Charts({ profile }: { readonly profile: ReturnType<typeof useEndpoint<typeof speciesProfile>> }) {
  const missing = profile.sourced?.value;
  return (
    <CardColumns>
      <Panel
        id="anos"
        title={texts.years.title}
        source={profile}
        description={texts.years.description(formatNumber(missing?.withoutDate))}
      >
        {({ byYear }) => <Bars title={texts.years.title} column={texts.columns.year} bars={yearBars(byYear)} />}
      </Panel>
      <CardSide>
        <Panel id="epoca" title={texts.season.title} description={texts.season.description} source={profile}>
          {({ byMonth }) => (
            <Bars
              title={texts.season.title}
              column={texts.columns.month}
              bars={byMonth.map((value, index) => ({ label: texts.months[index] ?? '', value }))}
            />
          )}
        </Panel>
        <Panel
          id="profundidade"
          title={texts.depth.title}
          source={profile}
          description={texts.depth.description(formatNumber(missing?.withoutDepth))}
        >
          {({ byDepth }) => (
            <Bars
              title={texts.depth.title}
              column={texts.columns.depth}
              bars={byDepth.map(({ from, to, occurrences }) => ({
                label: texts.depthClass(formatNumber(from), to === null ? null : formatNumber(to)),
                value: occurrences,
              }))}
            />
          )}
        </Panel>
      </CardSide>
    </CardColumns>
  );
}

type Bar = { readonly label: string; readonly value: number };
const barHeight = 24;

function Bars({
  title,
  column,
  bars,
}: {
  readonly title: string;
  readonly column: string;
  readonly bars: readonly Bar[];
}) {
  const chart = useMemo(
    () => ({
      marks: bars.map(({ label, value }) => ({ label, value: formatCount(value, texts.record, texts.records) })),
      columns: [column, texts.columns.records],
      rows: bars.map(({ label, value }) => [label, value]),
      option: barsOption(bars, texts.records),
    }),
    [bars, column],
  );
  return (
    <FigureChart
      title={title}
      source={texts.chartSource}
      height={Math.max(160, 70 + bars.length * barHeight)}
      {...chart}
    />
  );
}

/** Catch that was declared of the species in the newest year that has any. */
function Catch({ name }: { readonly name: string }) {
  const caught = useEndpoint(speciesCatch, { query: { name } }, { refetchSeconds: 0 });
  const figure = caught.figure('newest_tons');
  const year = caught.sourced?.value.by_year.at(-1)?.year;
  return (
    <Fact label={texts.facts.caught} reason={figure?.missingReason ?? texts.noCatch}>
      {figure?.value == null || year === undefined ? null : (
        <>
          {texts.caught(formatQuantity(figure.value, 't', { maxDecimals: 0 }), year)}{' '}
          <ProvenanceBadge provenance={figure.provenance} compact />
        </>
      )}
    </Fact>
  );
}

/** Most characters of a filter that an address of the features takes, with room to spare. */
const longestFilter = 3_500;

/** Filter of the features that leaves the records of a taxon, by its name and its synonyms. */
export function recordsFilter({
  acceptedName,
  scientificName,
  synonyms,
}: Pick<Taxon, 'acceptedName' | 'scientificName' | 'synonyms'>): string {
  const names = [acceptedName ?? scientificName, ...synonyms.map((synonym) => synonym.scientificName)];
  const quoted = [...new Set(names)].map((name) => `'${name.replaceAll("'", "''")}'`);
  let length = 0;
  const fitting = quoted.filter((name) => {
    length += name.length + 2;
    return length < longestFilter;
  });
  return `species IN (${fitting.join(', ')})`;
}

/** The way to the records themselves, where they are seen one by one and downloaded. */
function RecordsLink({ taxon }: { readonly taxon: Taxon }) {
  const open = useOpenSection();
  const mayOpen = useSectionLink('geo-features') !== undefined;
  return mayOpen ? (
    <>
      {' · '}
      <Anchor
        component="button"
        type="button"
        onClick={() => open('geo-features', { collection: 'occurrences', filter: recordsFilter(taxon) })}
      >
        {texts.download}
      </Anchor>
    </>
  ) : null;
}

/** The way to the animals of the species that were measured. */
function SpecimenLink({ name }: { readonly name: string }) {
  const open = useOpenSection();
  return (
    <Anchor component="button" type="button" onClick={() => open('biological-samples', { q: name })}>
      {texts.specimens}
    </Anchor>
  );
}
