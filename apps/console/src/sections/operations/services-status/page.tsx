import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import {
  FactList,
  More,
  PageHeader,
  PageStack,
  Panel,
  PanelFailure,
  PanelFrame,
  PanelGrid,
  ProvenanceBadge,
  RelativeTime,
  SkeletonTiles,
} from '@kianda/ui';
import { Badge, Button, Group } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { ConditionLine } from '../../shared/condition/condition-line.tsx';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { Announcements } from './announcements/announcements.tsx';
import { type ServiceCardView, useStatus } from './api/use-status.ts';
import { ServiceCard } from './components/service-card.tsx';
import styles from './page.module.css';
import { statusTexts as texts } from './texts.pt.ts';

/** Section `services-status`: is it working, since when, and what can be done about it. */
export default function ServicesStatusPage() {
  const { status, client, publicPage, main, others, refresh } = useStatus();
  const mode = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value.mode;
  const summary = status.sourced?.value.summary;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={
            <Group gap="xs">
              {mode === undefined ? null : <Badge variant="light">{texts.environments[mode]}</Badge>}
              {status.sourced === undefined ? null : <ProvenanceBadge provenance={status.sourced.provenance} />}
            </Group>
          }
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={status.isRefreshing}
              onClick={refresh}
            >
              {texts.actions.verifyAll}
            </Button>
          }
        />
        <ConditionLine />
        {summary === undefined ? null : (
          <p className={styles.summary} role="status">
            <strong>{texts.operational(summary.online, summary.total)}</strong>
            <span>
              {texts.updated} <RelativeTime at={summary.last_updated} />
            </span>
          </p>
        )}
        <PanelGrid minWidth={420}>
          <Panel title={texts.client.title} source={client}>
            {({ message, company, status: state, version, contact }) => (
              <>
                <p>{message}</p>
                <FactList
                  items={[
                    [texts.client.company, company],
                    [texts.client.status, texts.client.states[state]],
                    [texts.client.version, version],
                    [texts.client.support, contact.support === '' ? '—' : contact.support],
                  ]}
                />
              </>
            )}
          </Panel>
          <Announcements />
        </PanelGrid>
        {status.sourced === undefined ? (
          status.error === null ? (
            <SkeletonTiles count={8} />
          ) : (
            <PanelFrame title={texts.servicesTitle}>
              <PanelFailure error={status.error} onRetry={refresh} />
            </PanelFrame>
          )
        ) : (
          <>
            <Cards title={texts.servicesTitle} services={main} />
            <Others services={others} />
          </>
        )}
        <QuickActions publicPage={publicPage} />
      </PageStack>
    </div>
  );
}

function Cards({ title, services }: { readonly title: string; readonly services: readonly ServiceCardView[] }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <PanelGrid minWidth={290}>
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} />
        ))}
      </PanelGrid>
    </section>
  );
}

/** Cards of the services: faulty ones are always in sight, healthy ones beyond the first eight are folded. */
function Others({ services }: { readonly services: readonly ServiceCardView[] }) {
  const isWell = ({ state }: ServiceCardView) => state === 'operational';
  const well = services.filter(isWell);
  const unwell = services.filter((service) => !isWell(service));
  return (
    <>
      {unwell.length === 0 ? null : <Cards title={texts.others} services={unwell} />}
      {well.length === 0 ? null : (
        <More of={texts.others} count={well.length}>
          <Cards title={unwell.length === 0 ? texts.others : texts.othersWell} services={well} />
        </More>
      )}
    </>
  );
}

function QuickActions({ publicPage }: { readonly publicPage: string | null }) {
  const inside = [
    [texts.actions.test, useSectionLink('services-test')],
    [texts.actions.integration, useSectionLink('services-integration')],
    [texts.actions.health, useSectionLink('system-health')],
  ] as const;
  const outside = [
    ['/workflow/client-info', texts.actions.clientInfo],
    ['/workflow/services', texts.actions.services],
    ...(publicPage === null ? [] : [[publicPage, texts.actions.publicPage] as const]),
  ] as const;
  return (
    <PanelFrame title={texts.actions.title}>
      <Group gap="xs">
        {outside.map(([href, label]) => (
          <Button
            key={href}
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            rightSection={<IconExternalLink size={14} aria-hidden="true" />}
          >
            {label}
            <span className="k-visually-hidden">{texts.newTab}</span>
          </Button>
        ))}
        {inside.map(([label, open]) =>
          open === undefined ? null : (
            <Button key={label} variant="default" onClick={open}>
              {label}
            </Button>
          ),
        )}
      </Group>
    </PanelFrame>
  );
}
