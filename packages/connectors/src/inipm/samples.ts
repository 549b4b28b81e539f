import type { SpecimenRecord } from '../core/records.ts';
import type { FieldValues, IntakeFormat, RowOutcome } from '../intake/format.ts';
import { behaviours, habitats } from './wire.ts';

const lengthKinds = ['total', 'furcal', 'padrão', 'carapaça', 'manto'] as const;
/** Animals measured on board or at the quay, one row each. */
export const sampleFormat: IntakeFormat = {
  label: 'Amostragem biológica',
  layout: 'table',
  fields: [
    {
      ...{ name: 'campanha', label: 'Campanha', unit: null, kind: 'code', required: true },
      description: 'Nome ou código da campanha ou do programa de amostragem',
      aliases: ['survey', 'programa'],
    },
    {
      ...{ name: 'estacao', label: 'Estação', unit: null, kind: 'code', required: true },
      description: 'Código da estação, do lance ou da amostra',
      aliases: ['lance', 'station', 'haul', 'amostra'],
    },
    {
      ...{ name: 'exemplar', label: 'Exemplar', unit: null, kind: 'integer', required: true, min: 1, max: 1_000_000 },
      description: 'Número do exemplar na estação',
      aliases: ['n exemplar', 'individuo', 'specimen'],
    },
    {
      ...{ name: 'data', label: 'Data', unit: null, kind: 'date', required: true },
      description: 'Dia da captura do exemplar',
      aliases: ['data captura', 'date'],
    },
    // The waters off Angola and their neighbours: a latitude whose sign was left out lies far to the north.
    {
      ...{ name: 'lat', label: 'Latitude', unit: '°', kind: 'latitude', required: true, min: -30, max: 5 },
      description: 'Graus decimais (sul negativo) ou 12º20\'30"S',
      aliases: ['latitude'],
    },
    {
      ...{ name: 'lon', label: 'Longitude', unit: '°', kind: 'longitude', required: true, min: -20, max: 20 },
      description: 'Graus decimais (oeste negativo) ou 13º14\'00"E',
      aliases: ['longitude', 'long'],
    },
    {
      ...{ name: 'profundidade_m', label: 'Profundidade', unit: 'm', kind: 'number', required: false },
      ...{ min: 0, max: 6_000, aliases: ['profundidade', 'depth', 'prof'] },
      description: 'Profundidade a que foi apanhado',
    },
    {
      ...{ name: 'arte', label: 'Arte', unit: null, kind: 'text', required: true },
      description: 'Arte de pesca ou de amostragem',
      aliases: ['gear', 'arte de pesca'],
    },
    {
      ...{ name: 'nome_cientifico', label: 'Nome científico', unit: null, kind: 'text', required: true },
      description: 'Género e espécie',
      aliases: ['especie', 'scientific name', 'nome cientifico'],
    },
    {
      ...{ name: 'comprimento_cm', label: 'Comprimento', unit: 'cm', kind: 'number', required: false },
      ...{ min: 0.1, max: 3_000, aliases: ['comprimento', 'length', 'ct cm'] },
      description: 'Comprimento do exemplar',
    },
    {
      ...{ name: 'tipo_comprimento', label: 'Tipo de comprimento', unit: null, kind: 'choice', required: false },
      ...{ choices: lengthKinds, aliases: ['tipo comprimento', 'length type'] },
      description: lengthKinds.join(', '),
    },
    {
      ...{ name: 'peso_g', label: 'Peso', unit: 'g', kind: 'number', required: false },
      ...{ min: 0.01, max: 2_000_000, aliases: ['peso', 'weight', 'peso total g'] },
      description: 'Peso do exemplar inteiro',
    },
    {
      ...{ name: 'sexo', label: 'Sexo', unit: null, kind: 'choice', required: false, choices: ['F', 'M', 'I'] },
      description: 'F fêmea, M macho, I indeterminado',
      aliases: ['sex'],
    },
    {
      ...{ name: 'maturacao', label: 'Maturação', unit: null, kind: 'integer', required: false, min: 1, max: 6 },
      description: 'Estado de 1 (imaturo) a 6 (pós-desova)',
      aliases: ['maturidade', 'maturity', 'estado'],
    },
    {
      ...{ name: 'habitat', label: 'Habitat', unit: null, kind: 'choice', required: false, choices: habitats },
      description: habitats.join(', '),
    },
    {
      ...{ name: 'comportamento', label: 'Comportamento', unit: null, kind: 'choice', required: false },
      ...{ choices: behaviours, aliases: ['behaviour', 'behavior'] },
      description: behaviours.join(', '),
    },
  ],
  examples: [
    {
      ...{ campanha: 'INIPM-2026-03', estacao: 'L012', exemplar: '1', data: '15/07/2026' },
      ...{ lat: '-12,3500', lon: '13,2500', profundidade_m: '85', arte: 'arrasto de fundo' },
      ...{ nome_cientifico: 'Trachurus trecae', comprimento_cm: '21,5', tipo_comprimento: 'total', peso_g: '88,2' },
      ...{ sexo: 'F', maturacao: '3', habitat: 'plataforma', comportamento: 'cardume' },
    },
    {
      ...{ campanha: 'INIPM-2026-03', estacao: 'L012', exemplar: '2', data: '2026-07-15' },
      ...{ lat: '12º21\'00"S', lon: '13º15\'00"E', profundidade_m: '85', arte: 'arrasto de fundo' },
      ...{ nome_cientifico: 'Dentex angolensis', comprimento_cm: '24,0', tipo_comprimento: 'furcal', peso_g: '' },
      ...{ sexo: '', maturacao: '', habitat: '', comportamento: '—' },
    },
  ],
  toRecords,
};

/** A name of a species: genus and epithet, with or without a subspecies. */
const binomial = /^[A-Z][a-zë-]+ [a-z-]{2,}( [a-z-]{2,})?$/;
/** Heavier for its length than any fish: a decimal comma lost, or grams for kilograms. */
const mostGramsPerCubicCentimeter = 0.6;
const leastGramsPerCubicCentimeter = 0.0002;

function toRecords(values: FieldValues, { nowMs }: { readonly nowMs: number }): RowOutcome {
  const errors: { field: string; message: string }[] = [];
  const refuse = (field: string, message: string) => errors.push({ field, message: `${field}: ${message}` });
  const date = String(values.data);
  const scientificName = String(values.nome_cientifico).replaceAll(/\s+/g, ' ');
  const lengthCentimeters = numberOf(values.comprimento_cm);
  const weightGrams = numberOf(values.peso_g);
  if (Date.parse(date) > nowMs) refuse('data', `no futuro: ${date}`);
  if (!binomial.test(scientificName))
    refuse('nome_cientifico', `esperado género e espécie; recebido «${scientificName}»`);
  if (lengthCentimeters === null && weightGrams === null) refuse('comprimento_cm', 'sem comprimento nem peso');
  if (lengthCentimeters !== null && weightGrams !== null) {
    const density = weightGrams / lengthCentimeters ** 3;
    if (density > mostGramsPerCubicCentimeter || density < leastGramsPerCubicCentimeter)
      refuse('peso_g', `${weightGrams} g não cabem em ${lengthCentimeters} cm`);
  }
  if (errors.length > 0) return { errors };
  const [survey, station] = [String(values.campanha), String(values.estacao)];
  const record: SpecimenRecord = {
    ...{ kind: 'specimen', sourceId: `inipm:${survey}/${station}/${values.exemplar}`, survey, station },
    ...{ scientificName, date, lon: Number(values.lon), lat: Number(values.lat) },
    depthMeters: numberOf(values.profundidade_m),
    gear: String(values.arte).toLowerCase(),
    ...{ lengthCentimeters, weightGrams, maturity: numberOf(values.maturacao) },
    lengthKind: lengthCentimeters === null ? null : textOf(values.tipo_comprimento),
    sex: values.sexo === 'F' || values.sexo === 'M' ? values.sexo : null,
    ...{ habitat: textOf(values.habitat), behaviour: textOf(values.comportamento) },
  };
  return { records: [record] };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
