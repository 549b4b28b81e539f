import type { BiomassMethod, BiomassType } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber } from '@kianda/format';
import type { Distribution } from '@kianda/science/biomass/distribution';
import type { SeaParameters } from '@kianda/science/biomass/parameters';

/** How each type is computed. */
export const methodOf: Readonly<Record<BiomassType, BiomassMethod>> = {
  terrestrial: 'ndvi_regression',
  marine_phytoplankton: 'chl_to_npp',
  marine_fish: 'trophic_transfer',
  agricultural: 'ndvi_regression',
  forest: 'ndvi_regression',
};

const noLand = 'Sem fonte de vegetação ligada: a plataforma não recebe NDVI de nenhum fornecedor.';
const landRegression = 'Regressão linear da biomassa pelo NDVI (Gizachew et al. 2016, erro de 44 t/ha no miombo).';

export const methodWords: Readonly<Record<BiomassType, string>> = {
  terrestrial: landRegression,
  marine_phytoplankton:
    'Clorofila da superfície até ao fundo da zona eufótica (Morel e Berthon 1989), vezes a razão carbono : clorofila (Sathyendranath et al. 2009). Massa fresca.',
  marine_fish:
    'Produção primária líquida (VGPM, Behrenfeld e Falkowski 1997) transferida de nível em nível (Pauly e Christensen 1995), dividida pela renovação da biomassa (P/B). Massa fresca.',
  agricultural: landRegression,
  forest: landRegression,
};

/** Why a type has no figure, and what would bring one. */
export const landAbsence: Readonly<
  Partial<Record<BiomassType, { readonly absence: string; readonly remedy: string }>>
> = {
  terrestrial: {
    absence: noLand,
    remedy:
      'Ligar um conector de NDVI (MODIS MOD13Q1, serviço da ORNL DAAC): a regressão calcula-se sobre os píxeis da caixa até 17,5° E.',
  },
  agricultural: {
    absence: `${noLand} Também não há carta do uso do solo que separe as culturas.`,
    remedy: 'Ligar o NDVI e carregar uma carta do uso do solo com a classe «culturas».',
  },
  forest: {
    absence: `${noLand} Também não há carta do uso do solo que separe a floresta.`,
    remedy: 'Ligar o NDVI e carregar uma carta do uso do solo com a classe «floresta».',
  },
};

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
