/**
 * Call-sign series by country, ISO 3166-1 alpha-3 (ITU Radio Regulations, Appendix 42: Table of allocation of
 * international call sign series). A series is the first characters of a call sign, or a run of them; the whole of a
 * letter is one character. Series of international organizations (C7, 4U, 4Y) belong to no country.
 */
const seriesByCountry =
  'USA AA-AL,K,N,W ESP AM-AO,EA-EH PAK AP-AS,6P-6S IND AT-AW,VT-VW,8T-8Y AUS AX,VH-VN,VZ ARG AY-AZ,LO-LW,L2-L9 BWA A2,8O ' +
  'TON A3 OMN A4 BTN A5 ARE A6 QAT A7 LBR A8,D5,EL,5L-5M,6Z BHR A9 CHN B,XS,3H-3U,VR,XX HKG VR MAC XX CHL CA-CE,XQ-XR,3G ' +
  'CAN CF-CK,CY-CZ,VA-VG,VO,VX-VY,XJ-XO CUB CL-CM,CO,T4 MAR CN,5C-5G BOL CP PRT CQ-CU URY CV-CX NRU C2 AND C3 ' +
  'CYP C4,H2,P3,5B GMB C5 BHS C6 MOZ C8-C9 DEU DA-DR,Y2-Y9 KOR DS-DT,D7-D9,HL,6K-6N PHL DU-DZ,4D-4I AGO D2-D3 CPV D4 ' +
  'COM D6 IRL EI-EJ ARM EK UKR EM-EO,UR-UZ IRN EP-EQ,9B-9D MDA ER EST ES ETH ET,9E-9F BLR EU-EW KGZ EX TJK EY TKM EZ ' +
  'THA E2,HS ERI E3 PSE E4 COK E5 NIU E6 BIH E7 FRA F,HW-HY,TH,TK,TM,TO-TQ,TV-TX ' +
  'GBR G,M,VP-VQ,VS,ZB-ZJ,ZN-ZO,ZQ,2 HUN HA,HG CHE HB,HE ECU HC-HD POL HF,SN-SR,3Z HTI HH,4V DOM HI COL HJ-HK,5J-5K ' +
  'PRK HM,P5-P9 IRQ HN,YI PAN HO-HP,H3,H8-H9,3E-3F HND HQ-HR NIC HT,H6-H7,YN SLV HU,YS VAT HV SAU HZ,7Z,8Z SLB H4 ITA I ' +
  'JPN JA-JS,7J-7N,8J-8N MNG JT-JV NOR JW-JX,LA-LN,3Y JOR JY IDN JZ,PK-PO,YB-YH,7A-7I,8A-8I DJI J2 GRD J3 GRC J4,SV-SZ ' +
  'GNB J5 LCA J6 DMA J7 VCT J8 LUX LX LTU LY BGR LZ PER OA-OC,4T LBN OD AUT OE FIN OF-OJ CZE OK-OL SVK OM BEL ON-OT ' +
  'DNK OU-OZ,XP,5P-5Q NLD PA-PI CUW PJ SXM PJ BES PJ BRA PP-PY,ZV-ZZ SUR PZ PNG P2 ABW P4 RUS R,UA-UI SWE SA-SM,7S,8S ' +
  'EGY SSA-SSM,SU,6A-6B SDN SSN-SSZ,ST,6T-6U BGD S2-S3 SVN S5 SGP S6,9V SYC S7 ZAF S8,ZR-ZU STP S9 TUR TA-TC,YM ' +
  'GTM TD,TG CRI TE,TI ISL TF CMR TJ CAF TL COG TN GAB TR TUN TS,3V TCD TT CIV TU BEN TY MLI TZ TUV T2 KIR T3 SOM T5,6O ' +
  'AFG T6,YA SMR T7 PLW T8 UZB UJ-UM KAZ UN-UQ ATG V2 BLZ V3 KNA V4 NAM V5 FSM V6 MHL V7 BRN V8 MEX XA-XI,4A-4C,6D-6J ' +
  'BFA XT KHM XU VNM XV,3W LAO XW MMR XY-XZ VUT YJ SYR YK,6C LVA YL ROU YO-YR SRB YT-YU VEN YV-YY,4M ALB ZA ' +
  'NZL ZK-ZM PRY ZP ZWE Z2 MKD Z3 SSD Z8 MCO 3A MUS 3B GNQ 3C SWZ 3DA-3DM FJI 3DN-3DZ GIN 3X AZE 4J-4K GEO 4L MNE 4O ' +
  'LKA 4P-4S TLS 4W ISR 4X,4Z LBY 5A TZA 5H-5I NGA 5N-5O MDG 5R-5S,6X MRT 5T NER 5U TGO 5V WSM 5W UGA 5X KEN 5Y-5Z ' +
  'SEN 6V-6W JAM 6Y YEM 7O LSO 7P MWI 7Q DZA 7R,7T-7Y BRB 8P MDV 8Q GUY 8R HRV 9A GHA 9G MLT 9H ZMB 9I-9J KWT 9K ' +
  'SLE 9L MYS 9M,9W NPL 9N COD 9O-9T BDI 9U RWA 9X TTO 9Y-9Z';

/**
 * Territories under the administration that holds their call signs, and digits where they have none of their own (ITU,
 * Table of Maritime Identification Digits): both are the administration's to give.
 */
const territoriesOf =
  'FRA GLP,MTQ,GUF,REU,NCL,PYF,SPM,WLF,ATF,MYT,BLM,MAF GBR AIA,BMU,CYM,GIB,MSR,SHN,TCA,VGB,FLK,PCN,IMN,GGY,JEY,SGS,IOT ' +
  'USA PRI,VIR,ASM,MNP,GUM DNK FRO,GRL NLD CUW,SXM,BES,ABW NZL COK,NIU,TKL AUS CXR,CCK,NFK CHN HKG,MAC,TWN NOR SJM ' +
  'CHE LIE FIN ALA';

const pairsOf = (table: string): [key: string, values: readonly string[]][] => {
  const words = table.split(' ');
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, (words[index + 1] ?? '').split(',')]] : []));
};

const administrations: ReadonlyMap<string, string> = new Map(
  pairsOf(territoriesOf).flatMap(([country, territories]) =>
    territories.map((one): [string, string] => [one, country]),
  ),
);

/** The country whose administration gives the numbers and call signs of a country or territory, alpha-3. */
export const administrationOf = (country: string): string => administrations.get(country) ?? country;

const alphabet = '23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** First characters of each series, run by run: `CQ-CU` is five of them. */
function membersOf(series: string): string[] {
  const [from = '', to = from] = series.split('-');
  const stem = from.slice(0, -1);
  const first = alphabet.indexOf(from.at(-1) ?? '');
  const last = alphabet.indexOf(to.at(-1) ?? '');
  return alphabet
    .slice(first, last + 1)
    .split('')
    .map((end) => stem + end);
}

const countriesBySeries: ReadonlyMap<string, readonly string[]> = readSeries();

function readSeries(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [country, runs] of pairsOf(seriesByCountry)) {
    for (const start of runs.flatMap(membersOf)) found.set(start, [...(found.get(start) ?? []), country]);
  }
  return found;
}

/**
 * Forms of a ship station's call sign (Radio Regulations, Nos. 19.55 and 19.56): two characters and two letters, which one
 * digit may follow; or two characters, the second of them a letter, or two and a letter, and four digits. The digit
 * after letters is not 0 or 1.
 */
const shipForms = [/^[A-Z\d]{2}[A-Z]{2}[2-9]?$/, /^[A-Z\d][A-Z][2-9]\d{3}$/, /^[A-Z\d]{2}[A-Z][2-9]\d{3}$/];

/**
 * Countries of the series of a ship's call sign, alpha-3; none for what is not a ship's call sign (empty, `0`, a number
 * painted on the hull) and for series that no country has.
 */
export function countriesOfCallSign(callSign: string | null): readonly string[] {
  const text = (callSign ?? '').toUpperCase().replaceAll(/[\s.-]/g, '');
  if (!shipForms.some((form) => form.test(text))) return [];
  for (const length of [3, 2, 1]) {
    const countries = countriesBySeries.get(text.slice(0, length));
    if (countries !== undefined) return countries;
  }
  return [];
}
