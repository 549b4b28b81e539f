import type { GearFamily } from './gear-family.ts';
import type { GearPreset } from './presets.ts';

export type { GearFamily } from './gear-family.ts';

export type GearKind = 'pelagic' | 'bottom' | 'tuna' | 'set' | 'drifting';
/** Kind null: the family is known, and no more. */
export type Gear = { readonly family: GearFamily; readonly kind: GearKind | null };

const gear = (family: GearFamily, kind: GearKind | null = null): Gear => ({ family, kind });

/**
 * ISSCFG codes of FAO (2016) and classes of Global Fishing Watch, as registers write them. Classes that only mean
 * "fishing" are left out, and so are no evidence.
 */
const codes: Readonly<Record<string, readonly Gear[]>> = {
  PS: [gear('seine')],
  LA: [gear('seine')],
  SUX: [gear('seine')],
  SB: [gear('seine')],
  SV: [gear('seine')],
  SX: [gear('seine')],
  OTB: [gear('trawl', 'bottom')],
  OTT: [gear('trawl', 'bottom')],
  PTB: [gear('trawl', 'bottom')],
  TBB: [gear('trawl', 'bottom')],
  TB: [gear('trawl', 'bottom')],
  OTM: [gear('trawl', 'pelagic')],
  PTM: [gear('trawl', 'pelagic')],
  TM: [gear('trawl', 'pelagic')],
  TX: [gear('trawl')],
  DRB: [gear('dredge')],
  DRH: [gear('dredge')],
  DRX: [gear('dredge')],
  GNS: [gear('gillnet', 'set')],
  GND: [gear('gillnet', 'drifting')],
  GNC: [gear('gillnet')],
  GTR: [gear('gillnet', 'set')],
  GN: [gear('gillnet')],
  GEN: [gear('gillnet')],
  FPO: [gear('trap')],
  FYK: [gear('trap')],
  FIX: [gear('trap')],
  LLS: [gear('longline', 'set')],
  LLD: [gear('longline', 'drifting')],
  LL: [gear('longline')],
  LHP: [gear('line')],
  LHM: [gear('line')],
  LTL: [gear('line')],
  LX: [gear('line')],
  TRAWLERS: [gear('trawl')],
  PURSE_SEINES: [gear('seine')],
  TUNA_PURSE_SEINES: [gear('seine', 'tuna')],
  OTHER_PURSE_SEINES: [gear('seine')],
  SEINERS: [gear('seine')],
  OTHER_SEINES: [gear('seine')],
  DRIFTING_LONGLINES: [gear('longline', 'drifting')],
  SET_LONGLINES: [gear('longline', 'set')],
  SET_GILLNETS: [gear('gillnet', 'set')],
  DRIFTNETS: [gear('gillnet', 'drifting')],
  POTS_AND_TRAPS: [gear('trap')],
  POLE_AND_LINE: [gear('line')],
  TROLLERS: [gear('line')],
  SQUID_JIGGER: [gear('jigger')],
  DREDGE_FISHING: [gear('dredge')],
  FIXED_GEAR: [gear('gillnet', 'set'), gear('longline', 'set'), gear('trap')],
};

/** Words that licences are written with, in Portuguese and in English. */
const families: readonly (readonly [RegExp, GearFamily])[] = [
  [/\barrast|\btrawl/, 'trawl'],
  [/\bcerc(o|ador)|\bseine|\bretenida|\bxavega/, 'seine'],
  [/\bpalangr|\bespinhe|\blong ?line/, 'longline'],
  [/\bemalh|\btresmalh|\bgill ?net|\bdrift ?net/, 'gillnet'],
  [/\bgaiol|\barmadilh|\bcovo|\bnassa|\bpots?\b|\btraps?\b/, 'trap'],
  [/\bvara\b|\blinhas?\b|\bcorric|\bpole and line|\btroll(er|ing)/, 'line'],
  [/\bdraga|\bdredge/, 'dredge'],
  [/\btoneira|\bjigg/, 'jigger'],
];
const kinds: readonly (readonly [RegExp, GearKind, readonly GearFamily[]])[] = [
  [/\bpelagic|\bmeia agua|\bmidwater/, 'pelagic', ['trawl']],
  [/\bfundo|\bdemersa|\bbottom|\bcamarao/, 'bottom', ['trawl']],
  [/\batum|\batuneir|\btuna/, 'tuna', ['seine']],
  [/\bfundo|\bset\b|\bfixo|\bdemersa/, 'set', ['longline', 'gillnet']],
  [/\bsuperficie|\bderivant|\bdrift|\bpelagic/, 'drifting', ['longline', 'gillnet']],
];

/** A gear as registers and licences write it, alike: without accents, with one space between words. */
const plainGear = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Gears that a text may mean: one, several, or none where it names no gear. */
export function gearsOf(text: string): readonly Gear[] {
  const plain = plainGear(text);
  const code = codes[plain.replaceAll(' ', '_').toUpperCase()];
  if (code !== undefined) return code;
  return families
    .filter(([words]) => words.test(plain))
    .map(([, family]) =>
      gear(family, kinds.find(([words, , of]) => of.includes(family) && words.test(plain))?.[1] ?? null),
    );
}

/** Gear that one source gives a vessel, and when. */
export type GearClaim = {
  readonly source: string;
  readonly gear: string;
  readonly fromMs: number | null;
  /** Null: still. */
  readonly untilMs: number | null;
};

/** Gear of a vessel by sources other than its licence, each with the gears that it may mean. */
export type GearEvidence = {
  readonly preset: string;
  readonly sources: readonly {
    readonly source: string;
    readonly texts: readonly string[];
    readonly gears: readonly Gear[];
  }[];
};

/**
 * The claims that count at an instant: those that name a gear, of a time not too far from it, from enough sources. Null
 * where too few name any.
 */
export function gearEvidence(claims: readonly GearClaim[], atMs: number, preset: GearPreset): GearEvidence | null {
  const counting = claims.filter(
    ({ gear: text, fromMs, untilMs }) =>
      gearsOf(text).length > 0 &&
      (fromMs === null || fromMs <= atMs + preset.maxAgeMs) &&
      (untilMs === null || untilMs >= atMs - preset.maxAgeMs),
  );
  const sources = [...Map.groupBy(counting, ({ source }) => source)].map(([source, own]) => {
    const texts = [...new Set(own.map(({ gear: text }) => text))];
    return { source, texts, gears: texts.flatMap(gearsOf) };
  });
  return sources.length === 0 || sources.length < preset.minSources ? null : { preset: preset.id, sources };
}

/**
 * True when no source has the vessel fish with any gear of these licences. A licensed gear that is not understood, or
 * one source that agrees, is enough not to accuse.
 */
export function contradictsLicence(evidence: GearEvidence, licensed: readonly string[]): boolean {
  const known = licensed.map(gearsOf);
  if (known.length === 0 || known.some((gears) => gears.length === 0)) return false;
  const allowed = new Set(known.flat().map(({ family }) => family));
  return evidence.sources.every(({ gears }) => gears.every(({ family }) => !allowed.has(family)));
}

/** Licensed gears that the sources agree with: those that remain possible. */
export function supportedGears(evidence: GearEvidence, licensed: readonly string[]): readonly string[] {
  return licensed.filter((text) =>
    evidence.sources.some(({ gears }) =>
      gears.some((one) => gearsOf(text).some(({ family }) => family === one.family)),
    ),
  );
}

const covers = (rule: Gear, used: Gear): boolean =>
  rule.family === used.family && (rule.kind === null || rule.kind === used.kind);

/** True when a rule names the gear of a licence: the same words, or a narrower one. */
export function isGearOf(rule: string, used: string): boolean {
  if (plainGear(rule) === plainGear(used)) return true;
  const own = gearsOf(used);
  return own.length > 0 && own.every((one) => gearsOf(rule).some((wide) => covers(wide, one)));
}

/**
 * True when a rule of these gears covers every gear that the sources name: a vessel that may use another is not
 * accused.
 */
export const isSurelyOf = (rules: readonly string[], evidence: GearEvidence): boolean =>
  evidence.sources.every(({ gears }) =>
    gears.every((used) => rules.some((rule) => gearsOf(rule).some((wide) => covers(wide, used)))),
  );
