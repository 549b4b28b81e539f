import type { CatchRecord } from '../core/records.ts';
import type { FieldValues, IntakeFormat, RowOutcome } from '../intake/format.ts';
import { speciesNameFits } from './asfis.ts';

const segments = ['industrial', 'semi-industrial', 'artesanal', 'continental'] as const;
/** The whole country lands about 600,000 t a year: more in one row is a wrong unit. */
const mostTonnes = 50_000;

/** Catch by day, port, segment, gear and species, as INIPM reports it. Tonnes, or kilograms in `peso_kg`. */
export const catchFormat: IntakeFormat = {
  label: 'Capturas desembarcadas',
  layout: 'table',
  fields: [
    {
      name: 'data',
      label: 'Data',
      unit: 'dd/mm/aaaa',
      description: 'Dia do desembarque',
      kind: 'date',
      required: true,
      aliases: ['data desembarque', 'dia', 'date'],
    },
    {
      name: 'porto',
      label: 'Porto',
      unit: null,
      description: 'Porto ou local de desembarque',
      kind: 'text',
      required: true,
      aliases: ['local', 'local de desembarque', 'port'],
    },
    {
      name: 'provincia',
      label: 'Província',
      unit: null,
      description: 'Província do porto',
      kind: 'text',
      required: false,
      aliases: ['province'],
    },
    {
      name: 'segmento',
      label: 'Segmento',
      unit: null,
      description: 'Segmento da frota',
      kind: 'choice',
      required: true,
      aliases: ['frota', 'segment'],
      choices: segments,
    },
    {
      name: 'arte',
      label: 'Arte',
      unit: null,
      description: 'Arte de pesca: cerco, arrasto, palangre, emalhar, linha…',
      kind: 'text',
      required: true,
      aliases: ['arte de pesca', 'gear'],
    },
    {
      name: 'especie',
      label: 'Espécie',
      unit: null,
      description: 'Nome comum',
      kind: 'text',
      required: false,
      aliases: ['nome comum', 'species'],
    },
    {
      name: 'nome_cientifico',
      label: 'Nome científico',
      unit: null,
      description: 'Nome científico',
      kind: 'text',
      required: false,
      aliases: ['scientific name'],
    },
    {
      name: 'codigo_fao',
      label: 'Código FAO',
      unit: 'ASFIS',
      description: 'Código de três letras da FAO (ASFIS)',
      kind: 'code',
      required: true,
      aliases: ['fao', 'asfis', 'codigo', 'codigo asfis', 'alpha 3'],
    },
    {
      name: 'quantidade_t',
      label: 'Quantidade',
      unit: 't',
      description: 'Peso vivo em toneladas (ou peso_kg)',
      kind: 'number',
      required: false,
      aliases: ['quantidade', 'toneladas', 'captura t', 'tonnes'],
      min: 0,
      max: mostTonnes,
    },
    {
      name: 'peso_kg',
      label: 'Peso',
      unit: 'kg',
      description: 'Peso vivo em quilogramas (ou quantidade_t)',
      kind: 'number',
      required: false,
      aliases: ['peso', 'quilogramas', 'kg', 'captura kg'],
      min: 0,
      max: mostTonnes * 1000,
    },
    {
      name: 'esforco_dias',
      label: 'Esforço',
      unit: 'dias',
      description: 'Dias de pesca',
      kind: 'number',
      required: false,
      aliases: ['esforco', 'dias de pesca'],
      min: 0,
      max: 100_000,
    },
    {
      name: 'embarcacoes',
      label: 'Embarcações',
      unit: 'n.º',
      description: 'Embarcações que descarregaram',
      kind: 'integer',
      required: false,
      aliases: ['n embarcacoes', 'barcos', 'vessels'],
      min: 0,
      max: 10_000,
    },
    {
      name: 'observacoes',
      label: 'Observações',
      unit: null,
      description: 'Texto livre',
      kind: 'text',
      required: false,
      aliases: ['notas', 'obs'],
    },
  ],
  examples: [
    {
      data: '15/07/2026',
      porto: 'Namibe',
      provincia: 'Namibe',
      segmento: 'industrial',
      arte: 'cerco',
      especie: 'Carapau do Cunene',
      nome_cientifico: 'Trachurus trecae',
      codigo_fao: 'HMZ',
      quantidade_t: '1.234,5',
      peso_kg: '',
      esforco_dias: '42',
      embarcacoes: '7',
      observacoes: '',
    },
    {
      data: '2026-07-15',
      porto: 'Baía Farta',
      provincia: 'Benguela',
      segmento: 'artesanal',
      arte: 'emalhar',
      especie: 'Sardinela lombuda',
      nome_cientifico: 'Sardinella aurita',
      codigo_fao: 'SAA',
      quantidade_t: '',
      peso_kg: '3.250',
      esforco_dias: '12',
      embarcacoes: '12',
      observacoes: 'descarga na praia',
    },
  ],
  toRecords,
};

function toRecords(values: FieldValues, { nowMs }: { readonly nowMs: number }): RowOutcome {
  const errors: { field: string; message: string }[] = [];
  const date = String(values.data);
  const code = String(values.codigo_fao);
  const scientificName = textOf(values.nome_cientifico);
  const given = numberOf(values.quantidade_t);
  const kilograms = numberOf(values.peso_kg);
  const tonnes = given ?? (kilograms === null ? null : kilograms / 1000);
  if (Date.parse(date) > nowMs) errors.push({ field: 'data', message: `data: no futuro: ${date}` });
  if (date < '1950-01-01') errors.push({ field: 'data', message: `data: anterior a 1950: ${date}` });
  if (!/^[A-Z]{3}$/.test(code))
    errors.push({
      field: 'codigo_fao',
      message: `codigo_fao: esperado um código ASFIS de três letras; recebido «${code}»`,
    });
  else if (scientificName !== null && !speciesNameFits(code, scientificName))
    errors.push({
      field: 'nome_cientifico',
      message: `nome_cientifico: «${scientificName}» não corresponde ao código ${code}`,
    });
  if (given !== null && kilograms !== null && Math.abs(given * 1000 - kilograms) > 0.01 * Math.max(1, kilograms))
    errors.push({ field: 'peso_kg', message: `quantidade_t e peso_kg diferem: ${given} t, ${kilograms} kg` });
  if (tonnes === null) errors.push({ field: 'quantidade_t', message: 'quantidade_t: em falta (ou peso_kg)' });
  else if (tonnes > mostTonnes)
    errors.push({ field: 'quantidade_t', message: `quantidade_t: acima de ${mostTonnes} t` });
  if (errors.length > 0 || tonnes === null) return { errors };
  const record: CatchRecord = {
    kind: 'catch',
    date,
    port: String(values.porto),
    province: textOf(values.provincia),
    segment: segments.find((segment) => segment === values.segmento) ?? 'artesanal',
    gear: String(values.arte).toLowerCase(),
    speciesCode: code,
    commonName: textOf(values.especie),
    scientificName,
    tonnes,
    effortDays: numberOf(values.esforco_dias),
    vessels: numberOf(values.embarcacoes),
    notes: textOf(values.observacoes),
  };
  return { records: [record] };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
