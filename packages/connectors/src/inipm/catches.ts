import type { CatchRecord } from '../core/records.ts';
import { type FieldValues, type IntakeFormat, intakeField, type RowOutcome } from '../intake/format.ts';
import { speciesNameFits } from './asfis.ts';

const segments = ['industrial', 'semi-industrial', 'artesanal', 'continental'] as const;
/** The whole country lands about 600,000 t a year: more in one row is a wrong unit. */
const mostTonnes = 50_000;

/** Catch by day, port, segment, gear and species, as INIPM reports it. Tonnes, or kilograms in `peso_kg`. */
export const catchFormat: IntakeFormat = {
  label: 'Capturas desembarcadas',
  layout: 'table',
  fields: [
    intakeField('data', 'Data', 'dd/mm/aaaa', 'Dia do desembarque', 'date', true, ['data desembarque', 'dia', 'date']),
    intakeField('porto', 'Porto', null, 'Porto ou local de desembarque', 'text', true, [
      'local',
      'local de desembarque',
      'port',
    ]),
    intakeField('provincia', 'Província', null, 'Província do porto', 'text', false, ['province']),
    {
      ...intakeField('segmento', 'Segmento', null, 'Segmento da frota', 'choice', true, ['frota', 'segment']),
      choices: segments,
    },
    intakeField('arte', 'Arte', null, 'Arte de pesca: cerco, arrasto, palangre, emalhar, linha…', 'text', true, [
      'arte de pesca',
      'gear',
    ]),
    intakeField('especie', 'Espécie', null, 'Nome comum', 'text', false, ['nome comum', 'species']),
    intakeField('nome_cientifico', 'Nome científico', null, 'Nome científico', 'text', false, ['scientific name']),
    intakeField('codigo_fao', 'Código FAO', 'ASFIS', 'Código de três letras da FAO (ASFIS)', 'code', true, [
      'fao',
      'asfis',
      'codigo',
      'codigo asfis',
      'alpha 3',
    ]),
    {
      ...intakeField('quantidade_t', 'Quantidade', 't', 'Peso vivo em toneladas (ou peso_kg)', 'number', false, [
        'quantidade',
        'toneladas',
        'captura t',
        'tonnes',
      ]),
      min: 0,
      max: mostTonnes,
    },
    {
      ...intakeField('peso_kg', 'Peso', 'kg', 'Peso vivo em quilogramas (ou quantidade_t)', 'number', false, [
        'peso',
        'quilogramas',
        'kg',
        'captura kg',
      ]),
      min: 0,
      max: mostTonnes * 1000,
    },
    {
      ...intakeField('esforco_dias', 'Esforço', 'dias', 'Dias de pesca', 'number', false, ['esforco', 'dias de pesca']),
      min: 0,
      max: 100_000,
    },
    {
      ...intakeField('embarcacoes', 'Embarcações', 'n.º', 'Embarcações que descarregaram', 'integer', false, [
        'n embarcacoes',
        'barcos',
        'vessels',
      ]),
      min: 0,
      max: 10_000,
    },
    intakeField('observacoes', 'Observações', null, 'Texto livre', 'text', false, ['notas', 'obs']),
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
