import { administrationOf, countriesOfCallSign } from './call-sign-series.ts';

/**
 * Maritime identification digits by country, ISO 3166-1 alpha-3 (ITU, Table of Maritime Identification Digits). Shared
 * digits list every country that uses them.
 */
const digitsByCountry =
  'ALB 201 AND 202 AUT 203 PRT 204,255,263 BEL 205 BLR 206 BGR 207 VAT 208 CYP 209,210,212 DEU 211,218 GEO 213 MDA 214 ' +
  'MLT 215,229,248,249,256 ARM 216 DNK 219,220 ESP 224,225 FRA 226,227,228 FIN 230 FRO 231 GBR 232,233,234,235 GIB 236 ' +
  'GRC 237,239,240,241 HRV 238 MAR 242 HUN 243 NLD 244,245,246 ITA 247 IRL 250 ISL 251 LIE 252 LUX 253 MCO 254 ' +
  'NOR 257,258,259 POL 261 MNE 262 ROU 264 SWE 265,266 SVK 267 SMR 268 CHE 269 CZE 270 TUR 271 UKR 272 RUS 273 ' +
  'MKD 274 LVA 275 EST 276 LTU 277 SVN 278 SRB 279 AIA 301 USA 303,338,366,367,368,369 ATG 304,305 CUW 306 BES 306 ' +
  'SXM 306 ABW 307 BHS 308,309,311 BMU 310 BLZ 312 BRB 314 CAN 316 CYM 319 CRI 321 CUB 323 DMA 325 DOM 327 GLP 329 ' +
  'GRD 330 GRL 331 GTM 332 HND 334 HTI 336 JAM 339 KNA 341 LCA 343 MEX 345 MTQ 347 MSR 348 NIC 350 ' +
  'PAN 351,352,353,354,355,356,357,370,371,372,373,374 PRI 358 SLV 359 SPM 361 TTO 362 TCA 364 VCT 375,376,377 VGB 378 ' +
  'VIR 379 AFG 401 SAU 403 BGD 405 BHR 408 BTN 410 CHN 412,413,414 TWN 416 LKA 417 IND 419 IRN 422 AZE 423 IRQ 425 ' +
  'ISR 428 JPN 431,432 TKM 434 KAZ 436 UZB 437 JOR 438 KOR 440,441 PSE 443 PRK 445 KWT 447 LBN 450 KGZ 451 MAC 453 ' +
  'MDV 455 MNG 457 NPL 459 OMN 461 PAK 463 QAT 466 SYR 468 ARE 470,471 TJK 472 YEM 473,475 HKG 477 BIH 478 ' +
  'ATF 501,607,618,635 AUS 503 MMR 506 BRN 508 FSM 510 PLW 511 NZL 512 KHM 514,515 CXR 516 COK 518 FJI 520 CCK 523 ' +
  'IDN 525 KIR 529 LAO 531 MYS 533 MNP 536 MHL 538 NCL 540 NIU 542 NRU 544 PYF 546 PHL 548 TLS 550 PNG 553 PCN 555 ' +
  'SLB 557 ASM 559 WSM 561 SGP 563,564,565,566 THA 567 TON 570 TUV 572 VNM 574 VUT 576,577 WLF 578 ZAF 601 AGO 603 ' +
  'DZA 605 SHN 608,665 BDI 609 BEN 610 BWA 611 CAF 612 CMR 613 COG 615 COM 616,620 CPV 617 CIV 619 DJI 621 EGY 622 ' +
  'ETH 624 ERI 625 GAB 626 GHA 627 GMB 629 GNB 630 GNQ 631 GIN 632 BFA 633 KEN 634 LBR 636,637 SSD 638 LBY 642 LSO 644 ' +
  'MUS 645 MDG 647 MLI 649 MOZ 650 MRT 654 MWI 655 NER 656 NGA 657 NAM 659 REU 660 RWA 661 SDN 662 SEN 663 SYC 664 ' +
  'SOM 666 SLE 667 STP 668 SWZ 669 TCD 670 TGO 671 TUN 672 TZA 674,677 UGA 675 COD 676 ZMB 678 ZWE 679 ARG 701 BRA 710 ' +
  'BOL 720 CHL 725 COL 730 ECU 735 FLK 740 GUF 745 GUY 750 PRY 755 PER 760 SUR 765 URY 770 VEN 775';

const countriesByDigits: ReadonlyMap<string, readonly string[]> = readTable(digitsByCountry.split(' '));

function readTable(words: readonly string[]): Map<string, string[]> {
  const countries = new Map<string, string[]>();
  for (let index = 0; index + 1 < words.length; index += 2) {
    const country = words[index] ?? '';
    for (const digits of (words[index + 1] ?? '').split(',')) {
      countries.set(digits, [...(countries.get(digits) ?? []), country]);
    }
  }
  return countries;
}

/** A ship station has nine digits, the first of them 2 to 7; craft of a ship (98…) carry their country after the 98. */
const shipMmsi = /^(?:98)?([2-7]\d{2})\d{4,6}$/;

/** Countries whose digits a ship's MMSI begins with, alpha-3; none for numbers that are not a ship's. */
export function countriesOfMmsi(mmsi: string): readonly string[] {
  const digits = mmsi.length === 9 ? shipMmsi.exec(mmsi)?.[1] : undefined;
  return digits === undefined ? [] : (countriesByDigits.get(digits) ?? []);
}

const countriesWithDigits: ReadonlySet<string> = new Set([...countriesByDigits.values()].flat());

/** The country whose digits a flag's ships carry: its own, else those of its administration; null for no country. */
function digitsCountryOf(flag: string): string | null {
  const country = flag.toUpperCase();
  return [country, administrationOf(country)].find((one) => countriesWithDigits.has(one)) ?? null;
}

/**
 * True when the flag a vessel shows (alpha-3) is another than that of its MMSI. Null where one of them is unknown: that
 * is no mismatch.
 */
export function flagContradictsMmsi(mmsi: string, flag: string | null): boolean | null {
  const countries = countriesOfMmsi(mmsi);
  const country = flag === null ? null : digitsCountryOf(flag);
  return country === null || countries.length === 0 ? null : !countries.includes(country);
}

/**
 * True when the call sign is of the series of another administration than the MMSI. Null where the country of one of
 * them is unknown. A territory may have the call sign of its administration, and the other way round.
 */
export function callSignContradictsMmsi(mmsi: string, callSign: string | null): boolean | null {
  const ofMmsi = new Set(countriesOfMmsi(mmsi).map(administrationOf));
  const ofCallSign = countriesOfCallSign(callSign).map(administrationOf);
  if (ofMmsi.size === 0 || ofCallSign.length === 0) return null;
  return !ofCallSign.some((country) => ofMmsi.has(country));
}

/** A flag that a source gives a vessel, and the mark by which it is known to be that vessel. */
export type StatedFlag = {
  readonly source: string;
  readonly flag: string;
  readonly mark: 'mmsi' | 'imo' | 'callsign';
};

/** Evidence against the country of an MMSI: the call sign, and the flags of other sources. */
export type MmsiContradictions = {
  readonly ofMmsi: readonly string[];
  /** Countries of the call sign's series; none where it does not contradict. */
  readonly ofCallSign: readonly string[];
  readonly flags: readonly StatedFlag[];
};

/** Null where nothing that is known contradicts the MMSI. */
export function mmsiContradictions(
  mmsi: string,
  callSign: string | null,
  flags: readonly StatedFlag[],
): MmsiContradictions | null {
  const against = flags.filter(({ flag }) => flagContradictsMmsi(mmsi, flag) === true);
  const ofCallSign = callSignContradictsMmsi(mmsi, callSign) === true ? countriesOfCallSign(callSign) : [];
  if (against.length === 0 && ofCallSign.length === 0) return null;
  return { ofMmsi: countriesOfMmsi(mmsi), ofCallSign, flags: against };
}
