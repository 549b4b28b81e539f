import { createHash } from 'node:crypto';
import {
  type Incident,
  incidentSeverities,
  incidentStates,
  type Maintenance,
  statusServices,
} from '@kianda/contract/operations/services/announcements.contract';
import { serviceConditions } from '@kianda/contract/operations/services/status-page.contract';
import { formatDay, formatPlainNumber, formatShortInstant, UNKNOWN } from '@kianda/format';
import { isUnderWay } from '../condition.rules.ts';
import type { ServiceStatus, StatusSnapshot } from '../status.service.ts';
import { escapeMarkup } from './markup.ts';
import { style } from './style.ts';
import { pageTexts as texts } from './texts.pt.ts';

export type StatusSite = {
  readonly operatorName: string;
  readonly supportEmail: string;
  /** Without a final slash. */
  readonly publicUrl: string;
};

/** Content policy of the page: its own style, by its hash, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const slots = 90;
/** Height as well as colour: what failed stands out without the other. */
const barHeights = { down: 28, degraded: 24, operational: 18, maintenance: 12, none: 5 } as const;
const dayMs = 86_400_000;

/** The whole page, for people without an account: no script, no name of a person, no address, no version. */
export function statusHtml(snapshot: StatusSnapshot, site: StatusSite, nowMs: number): string {
  const { incidents, maintenances } = snapshot;
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const next = maintenances.filter(({ to }) => Date.parse(to) > nowMs).toReversed();
  const past = [
    ...incidents
      .filter(({ resolvedAt }) => resolvedAt !== null)
      .map((incident) => ({ at: incident.startedAt, html: incidentHtml(incident) })),
    ...maintenances
      .filter(({ to }) => Date.parse(to) <= nowMs)
      .map((window) => ({ at: window.from, html: maintenanceHtml(window, nowMs) })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const checked =
    snapshot.checkedAt === null ? texts.notChecked : texts.checked(formatShortInstant(snapshot.checkedAt));
  return document(
    site,
    `<p class="whole ${snapshot.overall}" id="estado"><strong>${escapeMarkup(texts.whole[snapshot.overall])}</strong></p>
<p class="note">${escapeMarkup(checked)} <a href="/status">${texts.refresh}</a></p>
${section(
  texts.open,
  open.map((incident) => incidentHtml(incident)),
)}
${section(
  texts.next,
  next.map((window) => maintenanceHtml(window, nowMs)),
)}
<section aria-labelledby="servicos"><h2 id="servicos">${texts.services}</h2>
<ul class="services">${snapshot.services.map((service) => serviceHtml(service, nowMs)).join('\n')}</ul>
<p class="note">${texts.excluded}</p></section>
${past.length === 0 ? `<section><h2>${texts.history}</h2><p>${texts.noHistory}</p></section>` : ''}
${section(
  texts.history,
  past.map(({ html }) => html),
)}`,
  );
}

/** Page for visitors where the operator did not open the status page. */
export function offHtml(): string {
  return `<!doctype html>
<html lang="pt-PT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${texts.offTitle}</title><style>${style}</style></head>
<body><main><h1>${texts.offTitle}</h1><p>${texts.off}</p></main></body></html>
`;
}

function document(site: StatusSite, body: string): string {
  const support =
    site.supportEmail === ''
      ? ''
      : `<span>${texts.support}: <a href="mailto:${escapeMarkup(encodeURI(site.supportEmail))}">${escapeMarkup(site.supportEmail)}</a></span>`;
  return `<!doctype html>
<html lang="pt-PT">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(texts.title(site.operatorName))}</title>
<link rel="alternate" type="application/atom+xml" title="${texts.heading}" href="/status/feed.atom">
<style>${style}</style></head>
<body>
<header><p class="operator">${escapeMarkup(site.operatorName)}</p><h1>${texts.heading}</h1></header>
<main>${body}</main>
<footer><a href="/status/feed.atom">${texts.feed}</a> ${support}</footer>
</body></html>
`;
}

function section(title: string, articles: readonly string[]): string {
  return articles.length === 0 ? '' : `<section><h2>${title}</h2>${articles.join('\n')}</section>`;
}

/** 0–100 rounded down, so that only a service that never failed reads 100 %; null is a dash. */
function sharePercent(share: number | null): string {
  if (share === null) return UNKNOWN;
  return `${formatPlainNumber(Math.floor(share * 100) / 100, { maxDecimals: 2 })} %`;
}

function serviceHtml(service: ServiceStatus, nowMs: number): string {
  const { id, name, state, reason, uptime } = service;
  const spans = (['day', 'week', 'quarter'] as const).map(
    (span) => `<div><dt>${texts.spans[span]}</dt><dd>${sharePercent(uptime[span])}</dd></div>`,
  );
  return `<li id="servico-${id}"><div class="line"><h3>${escapeMarkup(name)}</h3>
<span class="state ${state}">${serviceConditions[state]}</span></div>
${state === 'operational' ? '' : `<p class="note">${escapeMarkup(reason)}</p>`}
${barSvg(service, nowMs)}
<dl aria-label="${texts.uptime}">${spans.join('')}</dl></li>`;
}

function barSvg({ name, uptime, days }: ServiceStatus, nowMs: number): string {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const rects = Array.from({ length: slots }, (_, slot) => {
    const day = new Date(nowMs - (slots - 1 - slot) * dayMs).toISOString().slice(0, 10);
    const known = byDay.get(day);
    const [kind, text]: readonly [keyof typeof barHeights, string] =
      known === undefined
        ? ['none', texts.noData]
        : known.offline > 0
          ? ['down', texts.offline(sharePercent(known.offline))]
          : known.unknown > 0 && known.warning === 0
            ? ['none', texts.unseen(sharePercent(known.unknown))]
            : known.warning > 0
              ? ['degraded', texts.slow(sharePercent(known.warning))]
              : known.maintenance > 0
                ? ['maintenance', texts.planned]
                : ['operational', texts.allGood];
    const height = barHeights[kind];
    return `<rect class="${kind}" x="${slot * 4}" y="${28 - height}" width="3" height="${height}"><title>${texts.day(formatDay(day), text)}</title></rect>`;
  });
  const label = escapeMarkup(texts.bar(name, sharePercent(uptime.quarter)));
  return `<svg class="bar" role="img" aria-label="${label}" viewBox="0 0 ${slots * 4} 28" preserveAspectRatio="none">${rects.join('')}</svg>`;
}

function incidentHtml(incident: Incident): string {
  const updates = incident.updates.map(
    ({ at, state, text }) => `<li><p class="when"><strong>${incidentStates[state]}</strong>
<time datetime="${at}">${formatShortInstant(at)}</time></p><p class="text">${escapeMarkup(text)}</p></li>`,
  );
  return `<article id="incidente-${incident.id}"><h3>${escapeMarkup(incident.title)}</h3>
<p class="note">${texts.severity}: ${incidentSeverities[incident.severity]} · ${affected(incident.services)} ·
${texts.began(formatShortInstant(incident.startedAt))}</p><ol>${updates.join('')}</ol></article>`;
}

function maintenanceHtml(maintenance: Maintenance, nowMs: number): string {
  const { id, title, text, services, from, to } = maintenance;
  const mark = isUnderWay(maintenance, nowMs)
    ? ` <span class="state maintenance">${serviceConditions.maintenance}</span>`
    : '';
  return `<article id="manutencao-${id}"><h3>${texts.maintenance}: ${escapeMarkup(title)}${mark}</h3>
<p class="note">${texts.fromTo(formatShortInstant(from), formatShortInstant(to))} · ${affected(services)}</p>
<p class="text">${escapeMarkup(text)}</p></article>`;
}

function affected(services: readonly string[]): string {
  return `${texts.affected}: ${escapeMarkup(publicNames(services))}`;
}

/** Public names of services; a service without one is left out. */
export function publicNames(services: readonly string[]): string {
  const names: Readonly<Record<string, string>> = statusServices;
  return services.flatMap((id) => names[id] ?? []).join(', ');
}
