import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { modelStats } from '@kianda/contract/models/registry/models.contract';
import { listAlerts, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { derivedSeries } from '@kianda/contract/sea/ocean/derived.contract';
import { listStations, oceanographicData, type Station, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { Instant, ProvenanceBadge } from '@kianda/ui';
import type { ReactNode } from 'react';
import { useRead } from '../client/use-read.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { interfaceLink } from '../shared/interface-link.ts';
import { useSession } from '../shared/session-context.ts';
import styles from './showcase.module.css';
import { showcaseTexts as texts } from './texts.pt.ts';

const fields = {};
const everySeconds = 120;
type Target = { readonly name: string; readonly href: string };

/** Services of the platform, each with a figure of now and the way to where it comes from. */
export function ShowcasePage() {
  const [, , fragment] = useAddress(fields);
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.groups}>
        <SeaGroup />
        <LifeGroup />
        <ToolsGroup />
      </div>
    </PageFrame>
  );
}

/** Ways to the pages and the sections, with the names that links show. */
function useTargets() {
  const session = useSession();
  const toInterface = (id: keyof typeof texts.names): Target => ({
    name: texts.names[id],
    href: interfaceLink(session, id),
  });
  const toSection = (id: string, name: string): Target => ({ name, href: session.sectionLink(id) });
  return { toInterface, toSection };
}

/** Temperature, waves, wind and fronts of the sea. */
function SeaGroup() {
  const { toInterface } = useTargets();
  return (
    <Group title={texts.groups.sea}>
      <Show
        words={texts.sst}
        target={toInterface('realtime_angola')}
        endpoint={zeeSeries}
        input={{ params: { variable: 'analysedSst' }, query: { days: 14 } }}
        figure={({ points }) => quantity(newestOf(points)?.mean ?? null, '°C', 1)}
      />
      <Show
        words={texts.waves}
        target={toInterface('enhanced_ocean_system')}
        endpoint={listStations}
        input={{}}
        figure={({ stations }) => quantity(meanHeight(stations), 'm', 1)}
      />
      <Show
        words={texts.wind}
        target={toInterface('advanced_animations')}
        endpoint={oceanographicData}
        input={{}}
        figure={({ current_conditions }) => quantity(current_conditions.current_speed, 'm/s', 2)}
      />
      <Show
        words={texts.front}
        target={toInterface('dashboard_cientifico')}
        endpoint={derivedSeries}
        input={{ params: { product: 'front-latitude' }, query: { days: 14 } }}
        figure={({ points }) => {
          const latitude = newestOf(points)?.value ?? null;
          return latitude === null ? null : texts.degreesSouth(formatNumber(-latitude, { maxDecimals: 1 }));
        }}
      />
    </Group>
  );
}

/** Species, vessels and stations. */
function LifeGroup() {
  const { toInterface, toSection } = useTargets();
  return (
    <Group title={texts.groups.life}>
      <Show
        words={texts.species}
        target={toInterface('dashboard_principal')}
        endpoint={biodiversitySummary}
        input={{}}
        figure={({ species }) => formatNumber(species)}
      />
      <Show
        words={texts.vessels}
        target={toSection('global-fishing-watch', texts.sections.fishing)}
        endpoint={vesselPresence}
        input={{}}
        figure={({ vessel_count }) => number(vessel_count)}
      />
      <Show
        words={texts.catalogue}
        target={toInterface('realtime_angola')}
        endpoint={listStations}
        input={{}}
        figure={({ stations }) => formatNumber(stations.length)}
      />
    </Group>
  );
}

/** Models, services and alerts of the platform. */
function ToolsGroup() {
  const { toInterface, toSection } = useTargets();
  return (
    <Group title={texts.groups.tools}>
      <Show
        words={texts.models}
        target={toInterface('ml_demo')}
        endpoint={modelStats}
        input={{}}
        figure={({ models_active }) => formatNumber(models_active)}
      />
      <Show
        words={texts.services}
        target={toInterface('health_dashboard')}
        endpoint={systemHealth}
        input={{}}
        figure={({ statistics: { online_services: online, total_services: all } }) =>
          texts.ofTotal(formatNumber(online), formatNumber(all))
        }
      />
      <Show
        words={texts.alerts}
        target={toSection('auto-alerts', texts.sections.alerts)}
        endpoint={listAlerts}
        input={{ query: { limit: 1 } }}
        figure={({ active }) => formatNumber(active)}
      />
    </Group>
  );
}

const number = (value: number | null) => (value === null ? null : formatNumber(value));
const quantity = (value: number | null, unit: string, maxDecimals: number) =>
  value === null ? null : formatQuantity(value, unit, { maxDecimals });

const newestOf = <T extends { readonly time: string }>(points: readonly T[]): T | undefined =>
  points.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)).at(-1);

/** Mean of the stations' latest significant heights, m; null where none has one. */
function meanHeight(stations: readonly Station[]): number | null {
  const heights = stations.flatMap(({ latest }) => {
    const value = latest.find(({ variable }) => variable === 'waveHeight')?.value ?? null;
    return value === null ? [] : [value];
  });
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

/** Sources of an answer, two of them by name. */
function sourcesOf(source: string): string {
  const [first = '', second, ...rest] = source.split(' + ');
  if (second === undefined) return first;
  return rest.length === 0 ? `${first}, ${second}` : texts.more(`${first}, ${second}`, rest.length);
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.cards}>{children}</div>
    </section>
  );
}

type Words = { readonly title: string; readonly says: string };
type ShowProps<E extends Endpoint> = {
  readonly words: Words;
  readonly target: Target;
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The figure in words; null where it is not known. */
  readonly figure: (data: DataOf<E>) => string | null;
};

/** One thing that the platform does: a figure of now, where and when it is from, and the way there. */
function Show<E extends Endpoint>({ words, target, endpoint, input, figure }: ShowProps<E>) {
  const { sourced, error, errorStatus } = useRead(endpoint, input, everySeconds);
  const value = sourced === undefined ? null : figure(sourced.value);
  const failure = errorStatus === 403 ? texts.noAccess : (error?.message ?? null);
  const why = sourced === undefined ? failure : value === null ? texts.unknown : null;
  const isLoading = sourced === undefined && error === null;
  const origin = sourced?.provenance;
  return (
    <article className={styles.card} aria-busy={isLoading}>
      <h3>{words.title}</h3>
      <p className={styles.figure}>{isLoading ? '…' : (value ?? UNKNOWN)}</p>
      <p className={styles.origin}>
        {why}
        {origin === undefined || origin.state === 'fallback' || why !== null ? null : (
          <>
            {sourcesOf(origin.source)} · <Instant at={origin.observedAt ?? origin.retrievedAt} />{' '}
            <ProvenanceBadge provenance={origin} compact />
          </>
        )}
      </p>
      <p className={styles.says}>{words.says}</p>
      <a href={target.href} target="_blank" rel="noopener">
        {texts.open(target.name)}
      </a>
    </article>
  );
}
