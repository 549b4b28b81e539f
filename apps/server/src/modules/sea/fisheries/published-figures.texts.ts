/** A figure somebody published, quoted with its source; never mixed with the connector's series. */
export type PublishedFigure = {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly period: string;
  readonly source: string;
};

const ine = 'INE, Anuário de Estatísticas das Pescas 2018–2021 (imprensa)';

/** National totals as published. The parts of 2018–2021 do not add up to the total; they are quoted as they stand. */
export const publishedFigures: readonly PublishedFigure[] = [
  { label: 'Captura total', value: 596_060, unit: 't', period: '2021', source: ine },
  { label: 'Captura total', value: 1_770_643, unit: 't', period: '2018–2021', source: ine },
  { label: 'Pesca industrial', value: 897_360, unit: 't', period: '2018–2021', source: ine },
  { label: 'Pesca artesanal marítima', value: 616_440, unit: 't', period: '2018–2021', source: ine },
  { label: 'Pesca semi-industrial', value: 168_553, unit: 't', period: '2018–2021', source: ine },
  { label: 'Pesca artesanal continental', value: 79_745, unit: 't', period: '2018–2021', source: ine },
  {
    label: 'Captura total admissível',
    value: 394_346,
    unit: 't',
    period: '2023',
    source: 'Decreto Presidencial 8/23 (imprensa)',
  },
  {
    label: 'Pessoas empregadas na pesca',
    value: 125_442,
    unit: 'pessoas',
    period: '2016',
    source: 'FAO, perfil do país',
  },
  { label: 'Captura', value: 486_490, unit: 't', period: '2016', source: 'FAO, perfil do país' },
];
