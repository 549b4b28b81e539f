import { allows } from '@kianda/contract';
import { cx, PanelGrid } from '@kianda/ui';
import { Badge, Button } from '@mantine/core';
import {
  IconArrowRight,
  IconBroadcast,
  IconChartHistogram,
  IconDeviceMobile,
  IconMap2,
  IconMessageChatbot,
  IconTopologyStar3,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { plannedSections } from '../../../planned.ts';
import { findSection } from '../../../sections.ts';
import { useCatalogue } from '../../../use-catalogue.ts';
import { type CardTarget, type InterfaceCard, interfaceCards } from '../api/interface-cards.ts';
import { dashboardTexts } from '../texts.pt.ts';
import styles from './interface-cards.module.css';

const texts = dashboardTexts.cards;
const icons: Readonly<Record<InterfaceCard['id'], ComponentType<{ size: number }>>> = {
  scientific: IconMap2,
  realtime: IconBroadcast,
  assistant: IconMessageChatbot,
  learning: IconTopologyStar3,
  analytics: IconChartHistogram,
  mobile: IconDeviceMobile,
};

/** Section that shows one interface of the catalogue embedded. */
const portalId = 'scientific-interfaces';

/** Six ways into the platform. What has no page yet says so instead of opening nothing. */
export function InterfaceCards() {
  const stateOf = useTargetState();
  const open = useOpenSection();
  const follow = (target: CardTarget) =>
    target.kind === 'section' ? open(target.id) : open(portalId, { interface: target.id });
  return (
    <section aria-labelledby="interfaces-destaque">
      <h2 id="interfaces-destaque" className={styles.heading}>
        {texts.title}
      </h2>
      <PanelGrid minWidth={300}>
        {interfaceCards.map(({ id, name, description, target, isNew }) => {
          const Icon = icons[id];
          const state = stateOf(target);
          return (
            <article key={id} aria-labelledby={`cartao-${id}`} className={styles.card}>
              <span className={cx(styles.icon, state !== 'open' && styles.dim)} aria-hidden="true">
                <Icon size={20} />
              </span>
              <div className={styles.words}>
                <h3 id={`cartao-${id}`} className={styles.name}>
                  {name}
                  {isNew ? (
                    <Badge size="sm" variant="light" className={styles.badge}>
                      {texts.fresh}
                    </Badge>
                  ) : null}
                </h3>
                <p className={styles.description}>{description}</p>
                {state === 'open' ? (
                  <Button
                    variant="subtle"
                    className={styles.open}
                    rightSection={<IconArrowRight size={15} aria-hidden="true" />}
                    aria-label={texts.openNamed(name)}
                    onClick={() => follow(target)}
                  >
                    {texts.open}
                  </Button>
                ) : (
                  <Button variant="subtle" className={styles.open} disabled loading={state === 'waiting'}>
                    {state === 'forbidden' ? texts.forbidden : texts.inactive}
                  </Button>
                )}
              </div>
            </article>
          );
        })}
      </PanelGrid>
    </section>
  );
}

type TargetState = 'open' | 'inactive' | 'forbidden' | 'waiting';

function useTargetState(): (target: CardTarget) => TargetState {
  const { role } = useAccount();
  const catalogue = useCatalogue();
  return (target) => {
    if (target.kind === 'section') {
      const section = findSection(target.id);
      if (section === undefined || !allows(section.access, role)) return 'forbidden';
      // A section without a screen would open the placeholder.
      return plannedSections.has(target.id) ? 'inactive' : 'open';
    }
    if (catalogue.sourced === undefined) return catalogue.error === null ? 'waiting' : 'inactive';
    const entry = catalogue.sourced.value.interfaces.find((candidate) => candidate.id === target.id);
    return entry?.isActive === true ? 'open' : 'inactive';
  };
}
