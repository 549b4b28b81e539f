import type { AphiaRecordWire, ClassificationWire, VernacularsWire } from '@kianda/connectors/worms/wire';
import { dayMs, hash32 } from '@kianda/geo';
import type { BiotaTaxon } from '../../world/types.ts';
import { rankId, ranks } from '../obis/rows.ts';

type Rank = (typeof ranks)[number];
type Environment = Pick<AphiaRecordWire, 'isMarine' | 'isBrackish' | 'isFreshwater' | 'isTerrestrial'>;

/** One name of the simulated register. */
export type Name = {
  readonly id: number;
  readonly name: string;
  readonly authority: string | null;
  readonly rank: string;
  readonly rankNumber: number;
  readonly parentId: number;
  readonly groups: Readonly<Record<Rank, string | null>>;
  readonly environment: Environment;
  readonly vernaculars: VernacularsWire;
  /** The accepted name of a synonym; null for accepted names. */
  readonly accepted: Name | null;
};

export type Register = {
  readonly byId: ReadonlyMap<number, Name>;
  readonly all: readonly Name[];
};

const rankNumbers: Record<Rank, number> = { kingdom: 10, phylum: 30, class: 60, order: 100, family: 140, genus: 180 };

/** Real synonyms of species of the simulated sea: accepted name, synonym, author, reason. */
const synonyms: readonly (readonly [accepted: string, name: string, authority: string, reason: string | null])[] = [
  ['Katsuwonus pelamis', 'Euthynnus pelamis', '(Linnaeus, 1758)', null],
  ['Physeter macrocephalus', 'Physeter catodon', 'Linnaeus, 1758', 'synonym'],
  ['Morus capensis', 'Sula capensis', '(Lichtenstein, 1823)', null],
  ['Sardinella maderensis', 'Sardinella eba', '(Valenciennes, 1847)', null],
  ['Chaceon maritae', 'Geryon maritae', 'Manning & Holthuis, 1981', 'original combination'],
  ['Delphinus delphis', 'Delphinus capensis', 'Gray, 1828', 'synonym'],
];

/** The register: all species, the groups above them up to Biota, and some synonyms. */
export function createRegister(taxa: readonly BiotaTaxon[]): Register {
  const byId = new Map<number, Name>();
  const root = { ...empty, id: 1, name: 'Biota', rank: 'Superdomain', rankNumber: 5, parentId: 1 };
  byId.set(root.id, root);
  for (const taxon of taxa) {
    let parentId = root.id;
    const groups = { ...empty.groups };
    for (const rank of ranks) {
      groups[rank] = taxon[rank];
      const id = rankId(rank, taxon[rank]);
      if (!byId.has(id))
        byId.set(id, {
          ...empty,
          id,
          name: taxon[rank],
          rank: rank.slice(0, 1).toUpperCase() + rank.slice(1),
          rankNumber: rankNumbers[rank],
          parentId,
          groups: { ...groups },
        });
      parentId = id;
    }
    byId.set(taxon.id, {
      id: taxon.id,
      name: taxon.scientificName,
      authority: taxon.authority,
      rank: taxon.rank,
      rankNumber: 220,
      parentId,
      groups,
      environment: environmentOf(taxon),
      vernaculars:
        taxon.vernacularPt === undefined
          ? []
          : [{ vernacular: taxon.vernacularPt, language_code: 'por', language: 'Portuguese' }],
      accepted: null,
    });
  }
  for (const [index, [acceptedName, name, authority]] of synonyms.entries()) {
    const accepted = [...byId.values()].find((candidate) => candidate.name === acceptedName);
    if (accepted === undefined) continue;
    const genus = name.split(' ')[0] ?? '';
    byId.set(96_000_001 + index, {
      ...accepted,
      id: 96_000_001 + index,
      name,
      authority,
      groups: { ...accepted.groups, genus },
      vernaculars: [],
      accepted,
    });
  }
  return { byId, all: [...byId.values()].sort((a, b) => a.id - b.id) };
}

const empty: Pick<Name, 'authority' | 'groups' | 'environment' | 'vernaculars' | 'accepted'> = {
  authority: null,
  groups: { kingdom: null, phylum: null, class: null, order: null, family: null, genus: null },
  environment: { isMarine: 1, isBrackish: null, isFreshwater: null, isTerrestrial: null },
  vernaculars: [],
  accepted: null,
};

function environmentOf({ group, habitat }: BiotaTaxon): Environment {
  if (group === 'bird') return { isMarine: 1, isBrackish: null, isFreshwater: null, isTerrestrial: 1 };
  const estuarine = habitat === 'mangrove' || habitat === 'coastal';
  return { isMarine: 1, isBrackish: estuarine ? 1 : 0, isFreshwater: 0, isTerrestrial: 0 };
}

/** When a name was last touched: each comes back to its editor every ten to thirty weeks. */
export function modifiedMs({ id }: Name, nowMs: number): number {
  const everyMs = (70 + (hash32('revision', id) % 140)) * dayMs;
  const startMs = Date.UTC(2008, 0, 15) + (hash32('first revision', id) % (70 * 86_400)) * 1000;
  return startMs + Math.max(0, Math.floor((nowMs - startMs) / everyMs)) * everyMs;
}

export function recordOf(name: Name, nowMs: number): AphiaRecordWire {
  const accepted = name.accepted ?? name;
  const reason = synonyms.find(([, synonym]) => synonym === name.name)?.[3] ?? null;
  const page = `https://www.marinespecies.org/aphia.php?p=taxdetails&id=${name.id}`;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return {
    AphiaID: name.id,
    url: page,
    scientificname: name.name,
    authority: name.authority,
    status: name.accepted === null ? 'accepted' : 'unaccepted',
    unacceptreason: name.accepted === null ? null : reason,
    taxonRankID: name.rankNumber,
    rank: name.rank,
    valid_AphiaID: accepted.id,
    valid_name: accepted.name,
    valid_authority: accepted.authority,
    parentNameUsageID: name.parentId,
    ...name.groups,
    citation: `WoRMS (${today.slice(0, 4)}). ${name.name}${name.authority === null ? '' : ` ${name.authority}`}. Accessed at: ${page} on ${today}`,
    lsid: `urn:lsid:marinespecies.org:taxname:${name.id}`,
    ...name.environment,
    isExtinct: null,
    match_type: 'exact',
    modified: new Date(modifiedMs(name, nowMs)).toISOString(),
  };
}

/** From Biota down to the name, one within the other. */
export function classificationOf(register: Register, name: Name): ClassificationWire {
  let node: ClassificationWire = { AphiaID: name.id, rank: name.rank, scientificname: name.name, child: null };
  for (let above = name; above.parentId !== above.id; ) {
    const parent = register.byId.get(above.parentId);
    if (parent === undefined) break;
    node = { AphiaID: parent.id, rank: parent.rank, scientificname: parent.name, child: node };
    above = parent;
  }
  return node;
}
