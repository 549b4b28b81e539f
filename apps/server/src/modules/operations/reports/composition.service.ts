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
import type { Extras, Pen } from './writing/report-writer.ts';
import { note, warning } from './writing/report-writer.ts';

type Options = {
  readonly row: ReportRow;
  readonly author: Author;
  readonly nowMs: number;
  readonly read: Reader;
  /** Reads what the platform itself may tell of its sources: terms and citations are nobody's secret. */
  readonly readOwn: Reader;
  readonly extras: Extras;
  readonly log: Logger;
  readonly signal: AbortSignal;
  progress(share: number, message: string): Promise<void>;
};

/** Words of the parts asked for; throws `validation_failed` for one that the template does not have. */
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

/** Box of a region of the ZEE, for maps and for what is asked by box. */
function boxOf(region: keyof typeof oceanRegions): Bbox {
  const [west, south, east, north] = angolaBbox;
  const part = oceanRegions[region];
  return [west, Math.max(south, part.south), east, Math.min(north, part.north)];
}

/** Writes a report from the platform's data as a document. A part that cannot be written says why; all of them: throws. */
export async function composeReport(options: Options): Promise<{ document: PlatformDocument; period: Period }> {
  const { row, author, nowMs, extras, log, signal } = options;
  const template = reportTemplates[row.template];
  const period = periodOf(row.config, template.period, nowMs);
  const region = template.regional ? row.config.region : 'zee';
  const provenance = new Map<string, Provenance>();
  const citations = new Set<string>();
  const noted = (label: string, told: Provenance) => {
    const before = provenance.get(label);
    if (before === undefined || before.state === 'live') provenance.set(label, told);
  };
  const pen: Pen = {
    period,
    region,
    bbox: boxOf(region),
    nowMs,
    signal,
    extras,
    cite: (text) => citations.add(text),
    async read(label, endpoint, input) {
      const reading = await options.read(endpoint, input);
      noted(label, reading.provenance);
      return reading;
    },
  };

  const sections = sectionsOf(row.template, row.config);
  const blocks: Block[] = [];
  const failures: unknown[] = [];
  for (const [index, [id, label]] of sections.entries()) {
    await options.progress(index / (sections.length + 1), `A escrever: ${label}`);
    blocks.push({ kind: 'heading', level: 1, text: label });
    try {
      const write = parts[row.template][id];
      if (write === undefined) throw new Error(`reports: nobody writes ${row.template}/${id}`);
      blocks.push(...(await write(pen)));
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

  const used = await sourcesOf(options.readOwn, [...provenance.values()]);
  const hasMap = blocks.some(({ kind }) => kind === 'map');
  const hasField = blocks.some((block) => block.kind === 'map' && block.field !== undefined);
  const title = row.config.title ?? template.label;
  return {
    period,
    document: {
      title,
      subtitle: template.regional ? `${period.label} · ${oceanRegions[region].label}` : period.label,
      subject: template.description,
      keywords: ['Kianda', 'ZEE de Angola', template.label],
      author: author.name,
      createdMs: nowMs,
      facts: [
        ['Modelo', template.label],
        [
          'Período',
          `${period.label} (${period.days} dias, hora de Luanda; ${reportPeriods[row.config.period ?? template.period].toLowerCase()}${period.endMs > nowMs ? '; o último dia está incompleto' : ''})`,
        ],
        ...(template.regional ? ([['Região', oceanRegions[region].label]] as const) : []),
        ['Pedido por', row.author_name],
      ],
      blocks: [
        ...blocks,
        note('Um traço (—) está onde não há valor, com a razão quando se conhece. Zero é um valor medido.'),
      ],
      provenance: [...provenance].map(([label, told]) => ({ label, provenance: told })),
      licences: [
        ...used.map(({ name, licence }) => `${name}: ${licence}`),
        ...(hasMap
          ? [
              'Linha de costa: Natural Earth 1:10m (domínio público). ZEE: aproximação de trabalho; não representa limites legais.',
            ]
          : []),
        ...(hasField ? ['Escalas de cor: cmocean (licença MIT).'] : []),
      ],
      citations: [
        ...used.map(({ citation }) => citation),
        ...citations,
        ...(hasField
          ? [
              'Thyng, K. M., et al. (2016). True colors of oceanography. Oceanography 29(3): 9–13. doi:10.5670/oceanog.2016.66',
            ]
          : []),
        `Kianda (${new Date(nowMs).getUTCFullYear()}). ${title}, ${period.label}.`,
      ],
    },
  };
}

/** Connectors whose providers are named in what a report rests upon, with their terms. */
async function sourcesOf(read: Reader, told: readonly Provenance[]) {
  const sources = new Set(told.flatMap((one) => (one.state === 'fallback' ? [] : one.source.split(' + '))));
  const { data } = await read(listConnectors);
  const own = data.connectors.filter(({ name, provider }) =>
    [...sources].some((source) => source.startsWith(provider) || source.startsWith(name)),
  );
  return [...new Map(own.map((one) => [one.citation, one])).values()];
}
