import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { listNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { formatNumber } from '@kianda/format';
import { cx } from '@kianda/ui';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../client/context.tsx';
import { useEndpoint } from '../client/use-endpoint.ts';
import { favouriteGroup, menuFor, menuGroupOf, soonGroupId } from '../sections/menu.ts';
import { initiallyExpanded, isGroup, type Section, type SectionGroup } from '../sections/sections.ts';
import { BrandMark } from './brand.tsx';
import { SectionIcon } from './section-icons.tsx';
import styles from './sidebar.module.css';
import { shellTexts } from './texts.pt.ts';
import { useMenuSettings } from './use-menu-settings.ts';
import { useSectionId } from './use-section.ts';

type Props = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly isOverlay: boolean;
  readonly onClose: () => void;
};

/** The tree of sections. Beside the page on wide screens, over it on narrow ones. */
export function Sidebar({ id, isOpen, isOverlay, onClose }: Props) {
  const current = useSectionId();
  const { role } = useAccount();
  const catalogue = useEndpoint(listInterfaces, {}, { refetchSeconds: 300 });
  const total = catalogue.sourced?.value.total ?? null;
  const count = total === null ? null : formatNumber(total);
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const settings = useMenuSettings();
  const isRail = settings.isRail && !isOverlay;
  const menu = menuFor(role, shellTexts.soon);
  const favourites = favouriteGroup(menu, settings.favourites, shellTexts.favourites);
  const currentGroup = menuGroupOf(menu, current);
  const isExpanded = (group: string) =>
    !isRail && (toggled[group] ?? (initiallyExpanded.includes(group) || group === currentGroup));
  const toggle = (group: string) => {
    // A rail has no room for the entries of a group.
    if (isRail) settings.setRail(false);
    setToggled({ ...toggled, [group]: !isExpanded(group) });
  };
  const openAlerts =
    useEndpoint(listNotifications, { query: { limit: 30 } }, { refetchSeconds: 60 }).sourced?.value.activeAlerts ?? 0;
  const entry = (section: Section, nested: boolean) => (
    <Entry
      key={section.id}
      section={section}
      openWork={section.id === 'auto-alerts' ? openAlerts : 0}
      label={section.id === 'scientific-interfaces' ? shellTexts.portalLabel(count) : section.label}
      isCurrent={section.id === current}
      nested={nested}
      isRail={isRail}
      isFavourite={settings.favourites.includes(section.id)}
      onFavourite={() => settings.toggleFavourite(section.id)}
      onChoose={onClose}
    />
  );
  return (
    <aside
      id={id}
      className={cx(styles.sidebar, isOverlay && styles.overlay, isOpen && styles.open, 'k-no-print')}
      data-rail={isRail}
      inert={isOverlay && !isOpen}
    >
      <div className={styles.brand}>
        <BrandMark />
        <div className={styles.names}>
          <span className={styles.product}>{shellTexts.product}</span>
          <span className={styles.subtitle}>{shellTexts.subtitle}</span>
        </div>
        <Version />
        {isOverlay ? (
          <button type="button" className={styles.close} aria-label={shellTexts.closeMenu} onClick={onClose}>
            <IconX size={18} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <nav aria-label={shellTexts.navigation} className={styles.nav}>
        <ul className={styles.list}>
          {[...favourites, ...menu].map((item) =>
            isGroup(item) ? (
              <Group
                key={item.id}
                group={item}
                badge={item.id === 'scientific-hub' && count !== null ? shellTexts.interfaceCount(count) : item.badge}
                isExpanded={isExpanded(item.id)}
                isRail={isRail}
                onToggle={() => toggle(item.id)}
              >
                {item.children.map((child) => entry(child, true))}
              </Group>
            ) : (
              entry(item, false)
            ),
          )}
        </ul>
      </nav>
      {isOverlay ? null : <RailButton isRail={isRail} onToggle={() => settings.setRail(!isRail)} />}
      <OperatorCard onChoose={onClose} />
    </aside>
  );
}

function RailButton({ isRail, onToggle }: { readonly isRail: boolean; readonly onToggle: () => void }) {
  const label = isRail ? shellTexts.widenMenu : shellTexts.narrowMenu;
  return (
    <button
      type="button"
      className={cx(styles.entry, styles.railButton)}
      title={isRail ? label : undefined}
      onClick={onToggle}
    >
      <span className={styles.icon} aria-hidden="true">
        <IconLayoutSidebarLeftCollapse size={18} />
      </span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}

type GroupProps = {
  readonly group: SectionGroup;
  readonly badge: string | undefined;
  readonly isExpanded: boolean;
  readonly isRail: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

function Group({ group, badge, isExpanded, isRail, onToggle, children }: GroupProps) {
  const listId = `grupo-${group.id}`;
  return (
    <li>
      <button
        type="button"
        className={cx(styles.entry, group.id === soonGroupId && styles.quiet)}
        aria-expanded={isExpanded}
        aria-controls={listId}
        title={isRail ? group.label : undefined}
        onClick={onToggle}
      >
        <span className={styles.icon} aria-hidden="true">
          <SectionIcon id={group.id} />
        </span>
        <span className={styles.label}>{group.label}</span>
        {badge === undefined ? null : <span className={styles.badge}>{badge}</span>}
        <IconChevronDown size={16} aria-hidden="true" className={cx(styles.chevron, isExpanded && styles.turned)} />
      </button>
      <ul id={listId} className={styles.children} hidden={!isExpanded}>
        {children}
      </ul>
    </li>
  );
}

type EntryProps = {
  readonly section: Section;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly nested: boolean;
  /** Open work behind the entry; 0 shows nothing. */
  readonly openWork: number;
  readonly isRail: boolean;
  readonly isFavourite: boolean;
  readonly onFavourite: () => void;
  readonly onChoose: () => void;
};

function Entry({ section, label, isCurrent, nested, openWork, isRail, isFavourite, ...does }: EntryProps) {
  const { onFavourite, onChoose } = does;
  return (
    <li className={styles.row}>
      <Link
        to="/"
        search={{ section: section.id }}
        className={cx(styles.entry, nested && styles.nested, isCurrent && styles.current)}
        aria-current={isCurrent ? 'page' : undefined}
        title={isRail ? label : undefined}
        onClick={onChoose}
      >
        {nested ? null : (
          <span className={styles.icon} aria-hidden="true">
            <SectionIcon id={section.id} />
          </span>
        )}
        <span className={styles.label}>{label}</span>
        {openWork === 0 ? null : (
          <span className={cx(styles.badge, styles.work)} title={shellTexts.openAlerts}>
            {formatNumber(openWork)}
          </span>
        )}
        {section.badge === undefined ? null : (
          <span className={cx(styles.badge, section.isNew === true && styles.new)}>{section.badge}</span>
        )}
      </Link>
      {isRail ? null : (
        <button
          type="button"
          className={cx(styles.star, isFavourite && styles.kept)}
          aria-pressed={isFavourite}
          aria-label={isFavourite ? shellTexts.removeFavourite(label) : shellTexts.addFavourite(label)}
          onClick={onFavourite}
        >
          {isFavourite ? <IconStarFilled size={14} aria-hidden="true" /> : <IconStar size={14} aria-hidden="true" />}
        </button>
      )}
    </li>
  );
}

function Version() {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 });
  return <span className={styles.version}>{shellTexts.version(info.sourced?.value.version ?? '2.0.0')}</span>;
}

function OperatorCard({ onChoose }: { readonly onChoose: () => void }) {
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  if (info === undefined) return <div className={styles.operator} />;
  return (
    <div className={styles.operator}>
      {info.mode === 'demo' ? (
        <p className={styles.mode} title={shellTexts.demoExplain}>
          {shellTexts.demoMode}
        </p>
      ) : null}
      <p>
        <span className={styles.operatorLabel}>{shellTexts.operator}</span> {info.operatorName}
      </p>
      {info.supportEmail === '' ? null : (
        <p>
          <span className={styles.operatorLabel}>{shellTexts.support}</span>{' '}
          <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
        </p>
      )}
      <p>
        <Link to="/" search={{ section: 'notices' }} className={styles.licences} onClick={onChoose}>
          {shellTexts.licences}
        </Link>
      </p>
    </div>
  );
}
