import type { DataOf, Sourced } from '@kianda/contract';
import type { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { formatNumber } from '@kianda/format';
import { Panel, useNow } from '@kianda/ui';
import type { EndpointResult } from '../../../../../client/use-endpoint.ts';
import { cardSource, FallbackNote } from '../../../../shared/card-source.tsx';
import { FigureList, FigureSkeleton, LeadFigure } from '../../../../shared/figure-list.tsx';
import { pick, pickOrReason } from '../../../../shared/sourced.ts';
import type { useOverview } from '../../api/use-overview.ts';
import type { useBiodiversity, useBoundary, useOceanographic } from '../api/use-zee.ts';
import { zeeTexts } from '../texts.pt.ts';

type Overview = ReturnType<typeof useOverview>;
const wholeNumber = { maxDecimals: 0 } as const;
const skeleton = <FigureSkeleton rows={6} />;

type AreaProps = {
  readonly overview: Overview;
  readonly boundary: ReturnType<typeof useBoundary>;
  readonly oceanographic: ReturnType<typeof useOceanographic>;
};

/** Size and bounds of the ZEE: the configured area, beside the one computed from the polygon. */
export function AreaCard({ overview, boundary, oceanographic }: AreaProps) {
  const texts = zeeTexts.area;
  const frame = overview.figure('zee_angola.area_km2')?.provenance;
  return (
    <Panel
      title={texts.title}
      source={{ ...cardSource(overview), sourced: withProvenance(overview.sourced, frame) }}
      skeleton={skeleton}
    >
      {() => (
        <>
          <FallbackNote result={overview} />
          <LeadFigure
            value={overview.figure('zee_angola.area_km2')}
            unit="km²"
            format={wholeNumber}
            caption={texts.caption}
          />
          <FigureList
            within={frame}
            rows={[
              { label: texts.computed, value: areaOf(boundary, 'computed'), unit: 'km²', format: wholeNumber },
              { label: texts.published, value: areaOf(boundary, 'published'), unit: 'km²', format: wholeNumber },
              { label: texts.stations, value: overview.figure('zee_angola.monitoring_stations'), format: wholeNumber },
              { label: texts.zones, value: overview.figure('zee_angola.fishing_zones'), format: wholeNumber },
              {
                label: texts.latitudes,
                value: withOrigin(
                  oceanographic.figure('coordinates.south')?.provenance,
                  pick(oceanographic, ({ coordinates: { south, north } }) =>
                    texts.range(degrees(south, 'S', 'N'), degrees(north, 'S', 'N')),
                  ),
                ),
              },
              {
                label: texts.longitudes,
                value: withOrigin(
                  oceanographic.figure('coordinates.west')?.provenance,
                  pick(oceanographic, ({ coordinates: { west, east } }) =>
                    texts.range(degrees(west, 'W', 'E'), degrees(east, 'W', 'E')),
                  ),
                ),
              },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function areaOf(
  boundary: EndpointResult<DataOf<typeof zeeBoundary>>,
  kind: 'computed' | 'published',
): Sourced<number | null> | undefined {
  const area = boundary.sourced?.value.areas.find((candidate) => candidate.kind === kind);
  const figure = pickOrReason(boundary, () => area?.km2 ?? null);
  if (figure === undefined || area === undefined || figure.provenance.state === 'fallback') return figure;
  return { ...figure, provenance: { ...figure.provenance, source: area.source } };
}

function degrees(value: number, negative: string, positive: string): string {
  return `${formatNumber(Math.abs(value), { maxDecimals: 1 })}° ${value < 0 ? negative : positive}`;
}

function withOrigin<T>(provenance: Sourced<T>['provenance'] | undefined, sourced: Sourced<T> | undefined) {
  return withProvenance(sourced, provenance);
}

function withProvenance<T>(sourced: Sourced<T> | undefined, provenance: Sourced<T>['provenance'] | undefined) {
  return sourced === undefined || provenance === undefined ? sourced : { ...sourced, provenance };
}

type BiodiversityProps = { readonly overview: Overview; readonly summary: ReturnType<typeof useBiodiversity> };

/** Species and occurrences on record. */
export function BiodiversityCard({ overview, summary }: BiodiversityProps) {
  const texts = zeeTexts.biodiversity;
  const species = overview.figure('zee_angola.species_recorded');
  // Sources hold mistyped years: they must not stretch the period, nor vanish unseen.
  const thisYear = new Date(useNow(3_600)).getUTCFullYear();
  return (
    <Panel
      title={texts.title}
      source={{ ...cardSource(overview), sourced: withProvenance(overview.sourced, species?.provenance) }}
      skeleton={skeleton}
    >
      {() => (
        <>
          <FallbackNote result={overview} />
          <LeadFigure value={species} format={wholeNumber} caption={texts.caption} />
          <FigureList
            within={species?.provenance}
            rows={[
              {
                label: texts.occurrences,
                value: pickOrReason(summary, (data) => data.occurrences),
                format: wholeNumber,
              },
              { label: texts.datasets, value: pickOrReason(summary, (data) => data.datasets), format: wholeNumber },
              {
                label: texts.threatened,
                value: pickOrReason(summary, (data) => data.threatened_species),
                format: wholeNumber,
              },
              {
                label: texts.years,
                value: pickOrReason(summary, ({ by_year }) => {
                  const years = by_year.map(({ year }) => year).filter((year) => year <= thisYear);
                  return years.length === 0 ? null : texts.yearsValue(Math.min(...years), Math.max(...years));
                }),
              },
              {
                label: texts.future,
                value: pickOrReason(summary, (data) => data.future_occurrences),
                format: wholeNumber,
              },
              {
                label: texts.largest,
                value: pickOrReason(summary, ({ by_class: [largest] }) =>
                  largest === undefined ? null : texts.class(largest.name, formatNumber(largest.species, wholeNumber)),
                ),
              },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
