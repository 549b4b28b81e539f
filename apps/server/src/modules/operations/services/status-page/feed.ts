import { incidentSeverities, incidentStates } from '@kianda/contract/operations/services/announcements.contract';
import { formatShortInstant } from '@kianda/format';
import type { StatusSnapshot } from '../status.service.ts';
import { escapeMarkup } from './markup.ts';
import { publicNames, type StatusSite } from './page.ts';
import { pageTexts as texts } from './texts.pt.ts';

type Entry = {
  readonly id: string;
  readonly anchor: string;
  readonly title: string;
  readonly published: string;
  readonly updated: string;
  readonly category: 'incidente' | 'manutencao';
  readonly text: string;
};

/** Atom 1.0 (RFC 4287), newest change first. `emptySince` is the feed's date while it has no entry. */
export function atomFeed(snapshot: StatusSnapshot, site: StatusSite, emptySince: string): string {
  const entries = [...incidentEntries(snapshot), ...maintenanceEntries(snapshot)].toSorted((a, b) =>
    a.updated < b.updated ? 1 : -1,
  );
  const address = `${site.publicUrl}/status`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-PT">
<id>${escapeMarkup(`${address}/feed.atom`)}</id>
<title>${escapeMarkup(texts.title(site.operatorName))}</title>
<updated>${entries[0]?.updated ?? emptySince}</updated>
<author><name>${escapeMarkup(site.operatorName)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeMarkup(`${address}/feed.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeMarkup(address)}"/>
${entries.map((entry) => entryXml(entry, address)).join('\n')}
</feed>
`;
}

function entryXml({ id, anchor, title, published, updated, category, text }: Entry, address: string): string {
  return `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeMarkup(title)}</title>
<published>${published}</published>
<updated>${updated}</updated>
<category term="${category}"/>
<link rel="alternate" type="text/html" href="${escapeMarkup(`${address}#${anchor}`)}"/>
<content type="text">${escapeMarkup(text)}</content>
</entry>`;
}

function incidentEntries({ incidents }: StatusSnapshot): Entry[] {
  return incidents.map((incident) => ({
    id: incident.id,
    anchor: `incidente-${incident.id}`,
    title: `${incident.title} (${incidentStates[incident.state]})`,
    published: incident.updates.at(-1)?.at ?? incident.startedAt,
    updated: incident.updates[0]?.at ?? incident.startedAt,
    category: 'incidente',
    text: [
      `${texts.severity}: ${incidentSeverities[incident.severity]}`,
      `${texts.affected}: ${publicNames(incident.services)}`,
      ...incident.updates.map(({ at, state, text }) => `${formatShortInstant(at)}, ${incidentStates[state]}: ${text}`),
    ].join('\n'),
  }));
}

function maintenanceEntries({ maintenances }: StatusSnapshot): Entry[] {
  return maintenances.map(({ id, title, text, services, from, to, writtenAt }) => ({
    id,
    anchor: `manutencao-${id}`,
    title: `${texts.maintenance}: ${title}`,
    published: writtenAt,
    updated: writtenAt,
    category: 'manutencao',
    text: [
      texts.fromTo(formatShortInstant(from), formatShortInstant(to)),
      `${texts.affected}: ${publicNames(services)}`,
      text,
    ].join('\n'),
  }));
}
