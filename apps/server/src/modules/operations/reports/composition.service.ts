import type { Provenance } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { reportPeriods, reportTemplates } from '@kianda/contract/operations/reports/report-types';
import type { ReportConfig } from '@kianda/contract/operations/reports/reports.contract';
import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { angolaBbox, type Bbox } from '@kianda/geo';
import type { Block, PlatformDocument } from '../../../platform/documents/index.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { type Period, periodOf } from './period.rules.ts';
import type { Author, Reader } from './reader.service.ts';
import type { ReportRow } from './reports.types.ts';
import { parts } from './templates/index.ts';
import type { PlatformFacts, ReportWriter } from './writing/report-writer.ts';
import { note, warning } from './writing/report-writer.ts';

type Options = {
  readonly row: ReportRow;
  readonly author: Author;
  readonly nowMs: number;
  readonly read: Reader;
  /** Reads with the platform's own role: terms and citations are open to every author. */
  readonly readOwn: Reader;
  readonly platformFacts: PlatformFacts;
  readonly log: Logger;
  readonly signal: AbortSignal;
  progress(share: number, message: string): Promise<void>;
};

/** Titles of the requested parts; throws `validation_failed` for one that the template does not have. */
export function sectionsOf(
  template: ReportRow['template'],
  config: ReportConfig,
): readonly (readonly [string, string])[] {
  const known = Object.entries<string>(reportTemplates[template].sections);
  const { sections } = config;
  if (sections === undefined) return known;
  const wrong = sections.find((id) => known.every(([name]) => name !== id));
  if (wrong !== undefined) {
    throw new AppError('validation_failed', {
      issues: [{ path: 'body.config.sections', message: `«${wrong.slice(0, 40)}» não é uma parte deste modelo` }],
    });
  }
  return known.filter(([id]) => sections.includes(id));
}

/** Box of a region of the ZEE, for maps and for endpoints that take a box. */
function boxOf(region: keyof typeof oceanRegions): Bbox {
  const [west, south, east, north] = angolaBbox;
  const part = oceanRegions[region];
  return [west, Math.max(south, part.south), east, Math.min(north, part.north)];
}

type Sources = { readonly provenance: Map<string, Provenance>; readonly citations: Set<string> };
type Source = Awaited<ReturnType<typeof sourcesOf>> extends Iterable<infer S> ? S : never;

/** Reads for the parts of a report, and notes the worst provenance of each label. */
function writerFor(options: Options, period: Period, region: ReportWriter['region'], sources: Sources): ReportWriter {
  const { nowMs, platformFacts, signal } = options;
  return {
    period,
    region,
    bbox: boxOf(region),
    nowMs,
    signal,
    platformFacts,
    cite: (text) => sources.citations.add(text),
    async read(label, endpoint, input) {
      const reading = await options.read(endpoint, input);
      const before = sources.provenance.get(label);
      if (before === undefined || before.state === 'live') sources.provenance.set(label, reading.provenance);
      return reading;
    },
  };
}

/** Writes every part. A part that cannot be written shows its reason; where all of them fail, the first failure is thrown. */
async function writeParts(options: Options, writer: ReportWriter): Promise<Block[]> {
  const { row, log, signal } = options;
  const sections = sectionsOf(row.template, row.config);
  const blocks: Block[] = [];
  const failures: unknown[] = [];
  for (const [index, [id, label]] of sections.entries()) {
    await options.progress(index / (sections.length + 1), `A escrever: ${label}`);
    blocks.push({ kind: 'heading', level: 1, text: label });
    try {
      const write = parts[row.template][id];
      if (write === undefined) throw new Error(`reports: no part ${row.template}/${id}`);
      blocks.push(...(await write(writer)));
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
      const reason = error instanceof AppError ? error.message : 'ocorreu um erro interno; veja os registos do sistema';
      if (!(error instanceof AppError))
        log.error({ err: error, part: `${row.template}/${id}` }, 'parte de um relatório falhada');
      blocks.push(warning(`— Esta parte não se pôde escrever: ${reason}`));
    }
  }
  if (failures.length === sections.length) throw failures[0];
  return blocks;
}

function factsOf({ row, nowMs }: Options, period: Period, region: ReportWriter['region']): PlatformDocument['facts'] {
  const template = reportTemplates[row.template];
  const length = reportPeriods[row.config.period ?? template.period].toLowerCase();
  const incomplete = period.endMs > nowMs ? '; o último dia está incompleto' : '';
  return [
    ['Modelo', template.label],
    ['Período', `${period.label} (${period.days} dias, hora de Luanda; ${length}${incomplete})`],
    ...(template.regional ? ([['Região', oceanRegions[region].label]] as const) : []),
    ['Pedido por', row.author_name],
  ];
}

/** Licences and citations of the sources, the maps and the colour scales of a document. */
function creditsOf(blocks: readonly Block[], used: readonly Source[], citations: ReadonlySet<string>, own: string) {
  const hasMap = blocks.some(({ kind }) => kind === 'map');
  const hasField = blocks.some((block) => block.kind === 'map' && block.field !== undefined);
  const coast =
    'Linha de costa: Natural Earth 1:10m (domínio público). ZEE: aproximação de trabalho; não representa limites legais.';
  const colours =
    'Thyng, K. M., et al. (2016). True colors of oceanography. Oceanography 29(3): 9–13. doi:10.5670/oceanog.2016.66';
  return {
    licences: [
      ...used.map(({ name, licence }) => `${name}: ${licence}`),
      ...(hasMap ? [coast] : []),
      ...(hasField ? ['Escalas de cor: cmocean (licença MIT).'] : []),
    ],
    citations: [...used.map(({ citation }) => citation), ...citations, ...(hasField ? [colours] : []), own],
  };
}

/** Writes a report from the platform's data as a document. Throws where none of its parts can be written. */
export async function composeReport(options: Options): Promise<{ document: PlatformDocument; period: Period }> {
  const { row, author, nowMs } = options;
  const template = reportTemplates[row.template];
  const period = periodOf(row.config, template.period, nowMs);
  const region = template.regional ? row.config.region : 'zee';
  const sources: Sources = { provenance: new Map(), citations: new Set() };
  const blocks = await writeParts(options, writerFor(options, period, region, sources));
  const used = await sourcesOf(options.readOwn, [...sources.provenance.values()]);
  const title = row.config.title ?? template.label;
  const citation = `Kianda (${new Date(nowMs).getUTCFullYear()}). ${title}, ${period.label}.`;
  return {
    period,
    document: {
      title,
      subtitle: template.regional ? `${period.label} · ${oceanRegions[region].label}` : period.label,
      subject: template.description,
      keywords: ['Kianda', 'ZEE de Angola', template.label],
      author: author.name,
      createdMs: nowMs,
      facts: factsOf(options, period, region),
      blocks: [
        ...blocks,
        note('Um traço (—) está onde não há valor, com a razão quando se conhece. Zero é um valor medido.'),
      ],
      provenance: [...sources.provenance].map(([label, provenance]) => ({ label, provenance })),
      ...creditsOf(blocks, used, sources.citations, citation),
    },
  };
}

/** Connectors whose providers a report's provenance names, with their terms. */
async function sourcesOf(read: Reader, provenances: readonly Provenance[]) {
  const sources = new Set(provenances.flatMap((from) => (from.state === 'fallback' ? [] : from.source.split(' + '))));
  const { data } = await read(listConnectors);
  const used = data.connectors.filter(({ name, provider }) =>
    [...sources].some((source) => source.startsWith(provider) || source.startsWith(name)),
  );
  return [...new Map(used.map((connector) => [connector.citation, connector])).values()];
}
