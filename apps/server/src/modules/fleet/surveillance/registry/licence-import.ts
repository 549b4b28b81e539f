import { randomUUID } from 'node:crypto';
import type { FieldValues, RowError, RowFormat } from '@kianda/connectors';
import {
  createLicence,
  type Fleet,
  fleets,
  mostSuspensions,
  type Suspension,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { readTable, tableTemplate } from '../../../ingestion/intake/index.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import { type LicenceInput, licenceColumns } from './licences.service.ts';
import type { RegistryRepository } from './registry.repository.ts';

type Areas = readonly { readonly id: string; readonly name: string }[];
type Given = { readonly fileName: string; readonly columns?: readonly (string | null)[] | undefined };

/** A registry of a whole country has some thousands of licences. */
const limitBytes = 10 * 1024 * 1024;

const field = (
  name: string,
  label: string,
  description: string,
  more: Partial<RowFormat<LicenceInput>['fields'][number]> = {},
) => ({ name, label, unit: null, description, required: false, kind: 'text' as const, ...more });

const fields: RowFormat<LicenceInput>['fields'] = [
  field('numero', 'Número', 'Número da licença, único no registo.', {
    required: true,
    aliases: ['n', 'n.º', 'licença', 'n.º da licença', 'número da licença'],
  }),
  field('embarcacao', 'Embarcação', 'Nome da embarcação.', {
    required: true,
    aliases: ['nome', 'navio', 'nome da embarcação'],
  }),
  field('mmsi', 'MMSI', 'Nove algarismos.'),
  field('imo', 'IMO', 'Sete algarismos.', { aliases: ['número IMO'] }),
  field('indicativo', 'Indicativo', 'Indicativo de chamada.', { aliases: ['indicativo de chamada', 'callsign'] }),
  field('matricula', 'Matrícula', 'Matrícula nacional, pintada no casco.', { aliases: ['registo', 'conjunto'] }),
  field('bandeira', 'Bandeira', 'Três letras (ISO 3166); AGO se faltar.', { aliases: ['pavilhão', 'flag'] }),
  field('titular', 'Titular', 'A quem foi passada.', { aliases: ['armador', 'empresa', 'proprietário'] }),
  field('artes', 'Artes', 'Artes de pesca, separadas por vírgulas.', {
    required: true,
    aliases: ['arte', 'arte de pesca', 'artes de pesca'],
  }),
  field('frota', 'Frota', 'Artesanal, semi-industrial ou industrial.', {
    kind: 'choice',
    choices: Object.values(fleets),
    aliases: ['segmento'],
  }),
  field('zonas', 'Zonas', 'Nomes ou ids das áreas que permite, separados por vírgulas; vazio: toda a ZEE.', {
    aliases: ['zona', 'zona de pesca', 'área', 'áreas'],
  }),
  field('inicio', 'Início', 'Primeiro dia.', {
    required: true,
    kind: 'date',
    aliases: ['desde', 'válida desde', 'emissão', 'data de início'],
  }),
  field('fim', 'Fim', 'Último dia.', {
    required: true,
    kind: 'date',
    aliases: ['até', 'válida até', 'validade', 'data de fim'],
  }),
  field(
    'suspensoes',
    'Suspensões',
    'Primeiro/último dia e motivo, separadas por ponto e vírgula; sem último dia, até ser levantada.',
    { aliases: ['suspensão', 'suspensa', 'períodos de suspensão'] },
  ),
  field('fonte', 'Fonte', 'De onde vem; o nome do ficheiro se faltar.', { aliases: ['origem', 'despacho'] }),
];

const examples = [
  {
    numero: 'SNFPA-2026-0001',
    embarcacao: 'PALANCA',
    mmsi: '603990001',
    indicativo: 'D2AB1',
    matricula: '1234-N',
    bandeira: 'AGO',
    titular: 'Pescas do Namibe',
    artes: 'cerco',
    frota: 'Industrial',
    inicio: '2026-01-01',
    fim: '2026-12-31',
    suspensoes: '2026-03-01/2026-03-15 Despacho 12; 2026-09-01/',
    fonte: 'Registo de exemplo',
  },
];

/** Columns by the licence's own names, and the message about each. */
const columnMessages: Readonly<Record<string, readonly [column: string, message: string]>> = {
  number: ['numero', 'no máximo 60 caracteres'],
  vesselName: ['embarcacao', 'no máximo 120 caracteres'],
  mmsi: ['mmsi', 'o MMSI tem nove algarismos'],
  imo: ['imo', 'o IMO tem sete algarismos'],
  callsign: ['indicativo', 'no máximo 10 caracteres'],
  registration: ['matricula', 'no máximo 40 caracteres'],
  flag: ['bandeira', 'a bandeira tem três letras'],
  holder: ['titular', 'no máximo 200 caracteres'],
  gears: ['artes', 'até 30 artes de 60 caracteres'],
  areaIds: ['zonas', 'até 50 zonas'],
  validFrom: ['inicio', 'uma data entre 1900 e 2200'],
  validTo: ['fim', 'uma data entre 1900 e 2200, não antes do início'],
  suspensions: ['suspensoes', `até ${mostSuspensions} suspensões, com datas entre 1900 e 2200`],
  source: ['fonte', 'entre 2 e 300 caracteres'],
};

const fleetOf = new Map(Object.entries(fleets).map(([id, label]) => [label as string, id as Fleet]));
const listOf = (text: string): string[] =>
  text
    .split(/[,;/|+]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** `2026-03-01/2026-03-15 Despacho 12; 2026-09-01/`. */
function suspensionsOf(text: string | null, errors: RowError[]): Suspension[] {
  const parts = (text ?? '').split(';').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [, from, to, reason = ''] = /^(\d{4}-\d{2}-\d{2})\s*\/\s*(\d{4}-\d{2}-\d{2})?(.*)$/.exec(part) ?? [];
      if (from !== undefined) return [{ from, to: to ?? null, reason: reason.trim() }];
      errors.push({
        field: 'suspensoes',
        message: `suspensoes: esperado AAAA-MM-DD/AAAA-MM-DD e o motivo, recebido «${part.slice(0, 60)}»`,
      });
      return [];
    });
}

/** The file of licences for one reading: it knows the areas, and which numbers came before in the same file. */
function licenceFormat(areas: Areas, fileName: string): RowFormat<LicenceInput> {
  const areaIds = new Map(areas.flatMap(({ id, name }) => [[plain(id), id] as const, [plain(name), id] as const]));
  const seen = new Set<string>();

  function zonesOf(text: string | null, errors: RowError[]): string[] | null {
    if (text === null) return null;
    return listOf(text).flatMap((name) => {
      const id = areaIds.get(plain(name));
      if (id !== undefined) return [id];
      errors.push({ field: 'zonas', message: `zonas: não há nenhuma área «${name.slice(0, 60)}»` });
      return [];
    });
  }

  function toRecords(values: FieldValues) {
    const text = (name: string): string | null => (typeof values[name] === 'string' ? (values[name] as string) : null);
    const errors: RowError[] = [];
    const number = text('numero') ?? '';
    const parsed = createLicence.body.safeParse({
      number,
      vesselName: text('embarcacao'),
      mmsi: text('mmsi')?.replaceAll(' ', '') ?? null,
      imo: text('imo')?.replace(/^imo\s*/i, '') ?? null,
      callsign: text('indicativo'),
      registration: text('matricula'),
      flag: text('bandeira')?.toUpperCase() ?? 'AGO',
      holder: text('titular'),
      gears: listOf(text('artes') ?? ''),
      fleet: fleetOf.get(text('frota') ?? '') ?? null,
      areaIds: zonesOf(text('zonas'), errors),
      validFrom: text('inicio'),
      validTo: text('fim'),
      suspensions: suspensionsOf(text('suspensoes'), errors),
      source: text('fonte') ?? `Ficheiro ${fileName}`.slice(0, 300),
    });
    if (!parsed.success)
      errors.push(...parsed.error.issues.map(({ path, code, message }) => toldOf(path[0], code, message)));
    if (seen.has(number)) errors.push({ field: 'numero', message: `numero: «${number}» repete-se no ficheiro` });
    seen.add(number);
    return errors.length > 0 || !parsed.success ? { errors } : { records: [parsed.data] };
  }

  return { label: 'Licenças de pesca', layout: 'table', fields, examples, toRecords };
}

function toldOf(path: PropertyKey | undefined, code: string, message: string): RowError {
  const [column, expected] = columnMessages[String(path)] ?? [null, 'linha inválida'];
  // Messages of the registry's own rules are Portuguese already.
  return { field: column, message: `${column ?? 'linha'}: ${code === 'custom' ? message : expected}` };
}

export type LicenceImport = ReturnType<typeof createLicenceImport>;

/** Licences from a table, read and shown before anything is written. */
export function createLicenceImport({
  repository,
  clock,
  audit,
}: {
  repository: RegistryRepository;
  clock: Clock;
  audit: SurveillanceAudit;
}) {
  async function read(body: AsyncIterable<Uint8Array>, { fileName, columns }: Given) {
    const areas = await repository.areas();
    const { preview, records } = await readTable(body, () => licenceFormat(areas, fileName), {
      columns: columns ?? null,
      limitBytes,
      nowMs: clock.nowMs(),
    });
    const known = await repository.numbersAmong(records.map(({ number }) => number));
    return { preview, records, updated: known.size, created: records.length - known.size };
  }

  return {
    async preview(body: AsyncIterable<Uint8Array>, given: Given) {
      const { preview, created, updated } = await read(body, given);
      return { preview, created, updated };
    },

    /** Throws `validation_failed` where a column is missing or no row is good: nothing is written then. */
    async run(body: AsyncIterable<Uint8Array>, given: Given, actor: Actor) {
      const { preview, records, created, updated } = await read(body, given);
      if (preview.missing.length > 0 || records.length === 0) {
        const missing = preview.missing.join(', ');
        const detail = missing === '' ? 'Nenhuma linha válida para gravar.' : `Faltam colunas para: ${missing}.`;
        throw new AppError('validation_failed', { detail });
      }
      const now = new Date(clock.nowMs());
      await repository.putLicences(records.map((record) => ({ id: randomUUID(), ...licenceColumns(record, now) })));
      await recordAct(audit, actor, {
        event: 'data.import',
        severity: 'high',
        resource: 'licences',
        metadata: { file: given.fileName, created, updated, rejected: preview.rejected },
      });
      return { created, updated, rejected: preview.rejected };
    },

    template: (kind: 'csv' | 'xlsx') => tableTemplate(licenceFormat([], ''), kind),
  };
}
