import type { DataOf, Provenance } from '@kianda/contract';
import type { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import type {
  listFishingZones,
  listPorts,
  listProtectedAreas,
} from '@kianda/contract/sea/geography/geography.contract';
import { fieldVariables, type listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatInstant, formatPlainCoordinates } from '@kianda/format';
import type { Answer } from '../../../../platform/http/bind.ts';
import type { PublishedRow } from '../interfaces.tables.ts';
import { siteTexts as texts } from './site.texts.ts';
import { escaped, figuresHtml, originOf, type SiteFigure, tableHtml } from './site-html.rules.ts';

/** Answers of the platform, as everyone with an account may read them. */
export type SiteReadings = {
  readonly overview: Answer<DataOf<typeof dashboardOverview>>;
  readonly fisheries: Answer<DataOf<typeof fisheriesStats>>;
  readonly fields: Answer<DataOf<typeof listFields>>;
  readonly zones: Answer<DataOf<typeof listFishingZones>>;
  readonly ports: Answer<DataOf<typeof listPorts>>;
  readonly areas: Answer<DataOf<typeof listProtectedAreas>>;
  readonly published: readonly PublishedRow[];
};

export type SitePage = { readonly path: string; readonly title: string; readonly lead: string; readonly body: string };

type Overview = SiteReadings['overview'];

function figureOf({ provenance, fields, missing }: Overview | SiteReadings['fisheries'], path: string) {
  return (label: string, value: number | null, unit: string, decimals = 1): SiteFigure => ({
    ...{ label, value, unit, decimals },
    provenance: fields?.[path] ?? provenance,
    missing: missing?.[path],
  });
}

function seaFigures(overview: Overview): readonly SiteFigure[] {
  const { sea_temperature, chlorophyll, wave_height, current_speed } = overview.data.real_time_data;
  const at = (name: string) => figureOf(overview, `real_time_data.${name}`);
  return [
    at('sea_temperature')(texts.figures.temperature, sea_temperature, '°C'),
    at('chlorophyll')(texts.figures.chlorophyll, chlorophyll, 'mg/m³', 2),
    at('wave_height')(texts.figures.waves, wave_height, 'm'),
    at('current_speed')(texts.figures.current, current_speed, 'm/s', 2),
  ];
}

function zeeFigures(overview: Overview): readonly SiteFigure[] {
  const { area_km2, monitoring_stations, species_recorded, fishing_zones } = overview.data.zee_angola;
  const at = (name: string) => figureOf(overview, `zee_angola.${name}`);
  return [
    at('area_km2')(texts.figures.area, area_km2, 'km²', 0),
    at('monitoring_stations')(texts.figures.stations, monitoring_stations, '', 0),
    at('species_recorded')(texts.figures.species, species_recorded, '', 0),
    at('fishing_zones')(texts.figures.zones, fishing_zones, '', 0),
  ];
}

function home({ overview }: SiteReadings): SitePage {
  const links = Object.entries(texts.home.links)
    .map(([file, name]) => `<li><a href="${file}">${escaped(name)}</a></li>`)
    .join('');
  const body = [
    `<h2>${texts.home.now}</h2>${figuresHtml(seaFigures(overview))}`,
    `<h2>${texts.home.zee}</h2>${figuresHtml(zeeFigures(overview))}`,
    `<h2>${texts.home.more}</h2><ul>${links}</ul>`,
  ].join('');
  return { path: 'index.html', title: texts.home.title, lead: texts.home.lead, body };
}

function ocean({ overview, fields }: SiteReadings): SitePage {
  const newest = new Map(fields.data.fields.map((field) => [field.variable, field] as const).toReversed());
  const rows = [...newest.values()].map(({ variable, zeeMean, unit, time, provider }) => [
    fieldVariables[variable].label,
    zeeMean,
    unit,
    formatInstant(time),
    provider,
  ]);
  const body = [
    figuresHtml(seaFigures(overview)),
    `<h2>${texts.ocean.fields}</h2><p>${escaped(originOf(fields.provenance))}</p>`,
    tableHtml(texts.ocean.fields, texts.ocean.headings, rows),
  ].join('');
  return { path: 'oceano.html', title: texts.ocean.title, lead: texts.ocean.lead, body };
}

const origin = (provenance: Provenance) => `<p>${escaped(originOf(provenance))}</p>`;

function fisheries({ fisheries: stats, zones, ports }: SiteReadings): SitePage {
  const { year, total_catch_tons, main_species, published } = stats.data;
  const total = figureOf(stats, 'total_catch_tons')(texts.figures.catch(year), total_catch_tons, 't', 0);
  const body = [
    figuresHtml([total]),
    main_species.length === 0
      ? ''
      : `<h2>${texts.fisheries.species}</h2>${origin(stats.provenance)}${tableHtml(
          texts.fisheries.species,
          texts.fisheries.speciesHeadings,
          main_species.map(({ name, catch_tons, percentage }) => [name, catch_tons, percentage]),
        )}`,
    `<h2>${texts.fisheries.published}</h2>`,
    tableHtml(
      texts.fisheries.published,
      texts.fisheries.publishedHeadings,
      published.map(({ label, value, unit, period, source }) => [label, value, unit, period, source]),
    ),
    `<h2>${texts.fisheries.zones}</h2>${origin(zones.provenance)}`,
    tableHtml(
      texts.fisheries.zones,
      texts.fisheries.zonesHeadings,
      zones.data.features.map(({ properties }) => [properties.name, properties.segment]),
    ),
    `<h2>${texts.fisheries.ports}</h2>${origin(ports.provenance)}`,
    tableHtml(
      texts.fisheries.ports,
      texts.fisheries.portsHeadings,
      ports.data.features.map(({ properties, geometry }) => [
        properties.name,
        properties.kind,
        formatPlainCoordinates([geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0]),
        properties.source,
      ]),
    ),
  ].join('');
  return { path: 'pescas.html', title: texts.fisheries.title, lead: texts.fisheries.lead, body };
}

function areas({ areas: protectedAreas }: SiteReadings): SitePage {
  const rows = protectedAreas.data.features.map(({ properties }) => [
    properties.name,
    properties.designation,
    properties.status,
    properties.reportedAreaKm2 ?? properties.gisAreaKm2,
    properties.source,
  ]);
  const body =
    rows.length === 0
      ? `<p>${texts.areas.none}</p>`
      : origin(protectedAreas.provenance) + tableHtml(texts.areas.table, texts.areas.headings, rows);
  return { path: 'areas.html', title: texts.areas.title, lead: texts.areas.lead, body };
}

const reportPath = ({ report_id }: PublishedRow) => `relatorios/${report_id}.html`;

function reports({ published }: SiteReadings): readonly SitePage[] {
  const items = published.map(
    (row) =>
      `<li><a href="${reportPath(row)}">${escaped(row.name)}</a> <small>${escaped(texts.reports.publishedAt(formatInstant(row.published_at.toISOString())))}</small></li>`,
  );
  const body = items.length === 0 ? `<p>${texts.reports.none}</p>` : `<ul>${items.join('')}</ul>`;
  return [
    { path: 'relatorios.html', title: texts.reports.title, lead: texts.reports.lead, body },
    ...published.map((row) => ({
      path: reportPath(row),
      title: row.name,
      lead: texts.reports.publishedAt(formatInstant(row.published_at.toISOString())),
      body: `<div class="texto">${escaped(row.body)}</div>`,
    })),
  ];
}

function about(readings: SiteReadings): SitePage {
  const { published: _published, ...answers } = readings;
  const sources = Object.values(answers).flatMap(({ provenance, fields = {} }) =>
    [provenance, ...Object.values(fields)].flatMap((one) => (one.state === 'fallback' ? [] : one.source.split(' + '))),
  );
  const list = [...new Set(sources)].toSorted((one, other) => one.localeCompare(other, 'pt'));
  const body = [
    ...texts.about.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    `<h2>${texts.about.sources}</h2><ul>${list.map((source) => `<li>${escaped(source)}</li>`).join('')}</ul>`,
  ].join('');
  return { path: 'sobre.html', title: texts.about.title, lead: texts.about.lead, body };
}

/** All pages of the portal, from what the platform answered. */
export function pagesOf(readings: SiteReadings): readonly SitePage[] {
  return [home(readings), ocean(readings), fisheries(readings), areas(readings), ...reports(readings), about(readings)];
}
