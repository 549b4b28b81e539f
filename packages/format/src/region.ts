const regionNames = new Intl.DisplayNames(['pt-PT'], { type: 'region' });

/** Portuguese name of a country by its ISO 3166 alpha-2 code; undefined where the code names none. */
export const formatRegion = (alpha2: string): string | undefined => regionNames.of(alpha2);

/** ISO 3166 alpha-3 codes of flags seen here, as the browser's names want them: in two letters. */
const alpha2: Readonly<Record<string, string>> = {
  AGO: 'AO',
  BLZ: 'BZ',
  BRA: 'BR',
  CHN: 'CN',
  CMR: 'CM',
  COD: 'CD',
  COG: 'CG',
  CPV: 'CV',
  ESP: 'ES',
  FRA: 'FR',
  GAB: 'GA',
  GHA: 'GH',
  GIN: 'GN',
  ITA: 'IT',
  JPN: 'JP',
  KOR: 'KR',
  LBR: 'LR',
  MHL: 'MH',
  MRT: 'MR',
  NAM: 'NA',
  NGA: 'NG',
  NOR: 'NO',
  PAN: 'PA',
  POL: 'PL',
  PRT: 'PT',
  RUS: 'RU',
  SEN: 'SN',
  SLE: 'SL',
  STP: 'ST',
  TWN: 'TW',
  UKR: 'UA',
  ZAF: 'ZA',
};

/** Name of a flag by the three letters of its state (ISO 3166-1 alpha-3); the letters where it is not known. */
export function formatFlag(alpha3: string): string {
  const region = alpha2[alpha3];
  return region === undefined ? alpha3 : (formatRegion(region) ?? alpha3);
}
