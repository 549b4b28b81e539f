import type { BiomassMethod, BiomassType } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber } from '@kianda/format';
import type { Distribution } from '@kianda/science/biomass/distribution';
import type { LandParameters } from '@kianda/science/biomass/land-biomass';
import type { SeaParameters } from '@kianda/science/biomass/parameters';

/** How each type is computed. */
export const methodOf: Readonly<Record<BiomassType, BiomassMethod>> = {
  terrestrial: 'ndvi_regression',
  marine_phytoplankton: 'chl_to_npp',
  marine_fish: 'trophic_transfer',
  agricultural: 'ndvi_regression',
  forest: 'ndvi_regression',
};

const landRegression =
  'Reta da biomassa lenhosa pelo NDVI médio de um ano, do solo nu ao miombo (Gizachew et al. 2016: 81 t/ha, erro de 49 %). Matéria seca.';

export const methodWords: Readonly<Record<BiomassType, string>> = {
  terrestrial: landRegression,
  marine_phytoplankton:
    'Clorofila da superfície até ao fundo da zona eufótica (Morel e Berthon 1989), vezes a razão carbono : clorofila (Sathyendranath et al. 2009). Massa fresca.',
  marine_fish:
    'Produção primária líquida (VGPM, Behrenfeld e Falkowski 1997) transferida de nível em nível (Pauly e Christensen 1995), dividida pela renovação da biomassa (P/B). Massa fresca.',
  agricultural: landRegression,
  forest: landRegression,
};

/** Classes that only a map of land use tells apart, by type. */
const landUse: Readonly<Partial<Record<BiomassType, string>>> = { agricultural: 'culturas', forest: 'floresta' };

/** Why a type of the land has no figure, and what would bring one. `noVegetation`: why there is no NDVI; null where there is. */
export function landAbsence(type: BiomassType, noVegetation: string | null) {
  const use = landUse[type];
  const noMap = use === undefined ? null : `Não há carta do uso do solo que separe a classe «${use}».`;
  const absence = [noVegetation, noMap].filter((reason) => reason !== null).join(' ');
  const remedies = [
    ...(noVegetation === null ? [] : ['executar o conector do NDVI (MODIS MOD13Q1, ORNL DAAC)']),
    ...(use === undefined ? [] : [`carregar uma carta do uso do solo com a classe «${use}»`]),
  ];
  const remedy = remedies.join(' e ');
  return { absence, remedy: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.` };
}

type ParameterWords = {
  readonly symbol: string;
  readonly label: string;
  readonly unit: string;
  readonly source: string;
};

const catches = 'Pauly e Christensen (1995), Nature 374:255–257';

export const parameterWords: Readonly<Record<keyof SeaParameters, ParameterWords>> = {
  chlorophyllFactor: {
    ...{ symbol: 'f₁', label: 'Clorofila verdadeira sobre a do satélite', unit: '' },
    source: 'Objetivo das missões, ± 35 % (McClain 2009, Annu. Rev. Mar. Sci. 1:19–42)',
  },
  productionFactor: {
    ...{ symbol: 'f₂', label: 'Produção verdadeira sobre a do modelo', unit: '' },
    source: 'Fator de 2 face ao ¹⁴C (Campbell et al. 2002, Glob. Biogeochem. Cycles 16:1035)',
  },
  carbonPerChlorophyll: {
    ...{ symbol: 'C:Chl', label: 'Carbono por clorofila', unit: 'g/g' },
    source: '15 a 176 no mar (Sathyendranath et al. 2009, Mar. Ecol. Prog. Ser. 383:73–84)',
  },
  wetPerCarbon: { symbol: 'W:C', label: 'Massa fresca por carbono', unit: 'g/g', source: catches },
  transferEfficiency: {
    ...{ symbol: 'TE', label: 'Eficiência de transferência entre níveis', unit: '' },
    source: `${catches}: 10 %; intervalo de 5 a 15 %`,
  },
  trophicLevel: {
    ...{ symbol: 'TL', label: 'Nível trófico médio do peixe', unit: '' },
    source: `${catches}: 2,8 em afloramento, 3,3 e 3,5 em plataformas`,
  },
  productionPerBiomass: {
    ...{ symbol: 'P/B', label: 'Renovação da biomassa do peixe', unit: '/ano' },
    source:
      'Igual à mortalidade total (Allen 1971, J. Fish. Res. Board Can. 28:1573–1581); o intervalo é da plataforma, não publicado',
  },
};

const gizachew = 'Gizachew et al. (2016), Carbon Balance Manag. 11:13';

export const landParameterWords: Readonly<Record<keyof LandParameters, ParameterWords>> = {
  bareNdvi: {
    ...{ symbol: 'V₀', label: 'NDVI do solo nu', unit: '' },
    source: '0,05 (Carlson e Ripley 1997) a 0,2 (Montandon e Small 2008)',
  },
  woodlandNdvi: {
    ...{ symbol: 'V₁', label: 'NDVI do miombo, média de um ano', unit: '' },
    source: 'Intervalo de trabalho da plataforma, não publicado: dos artigos só se conhecem o erro e a média',
  },
  woodlandTonnesPerHectare: {
    ...{ symbol: 'D', label: 'Biomassa viva do miombo', unit: 't/ha' },
    source: `${gizachew}: 81 t/ha, 95 % entre 74 e 88 (500 parcelas na Tanzânia)`,
  },
  modelFactor: {
    ...{ symbol: 'f', label: 'Biomassa verdadeira sobre a da reta', unit: '' },
    source: `${gizachew}: erro de 44 t/ha, 49 % da média; 57 % na Zâmbia (Halperin et al. 2016)`,
  },
};

const number = (value: number) => formatNumber(value, { maxDecimals: 3 });

/** A distribution in words. */
export function distributionWords(distribution: Distribution): string {
  if (distribution.kind === 'fixed') return 'fixo';
  if (distribution.kind === 'normal') {
    return `normal, ${number(distribution.mean)} ± ${number(distribution.deviation)}`;
  }
  const { low, high } = distribution;
  if (distribution.kind === 'lognormal') return `log-normal, 95 % entre ${number(low)} e ${number(high)}`;
  return `triangular, ${number(low)} a ${number(high)}, moda ${number(distribution.mode)}`;
}
