import type { HomeTile } from '@kianda/contract/operations/home/home-tiles';
import { named, Panel, type PanelSource } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SectionSearch } from '../../../../search.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { findSection, type SectionId } from '../../../sections.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import styles from '../home.module.css';
import { homeTexts as texts } from '../texts.pt.ts';
import { TileFailure } from './tile-failure.tsx';

type Props<T> = {
  readonly tile: HomeTile;
  readonly source: PanelSource<T>;
  /** The section where all of it is. */
  readonly section?: SectionId;
  readonly search?: Omit<SectionSearch, 'section'>;
  readonly skeleton?: ReactNode;
  readonly isEmpty?: (value: T) => boolean;
  readonly empty?: ReactNode;
  readonly flush?: boolean;
  readonly actions?: ReactNode;
  readonly children: (value: T) => ReactNode;
};

/** A tile of the home: its title, what it shows, and the way into the section behind it. */
export function TilePanel<T>({ tile, section, search, children, ...panel }: Props<T>) {
  const { sourced, error, refresh } = panel.source;
  if (sourced === undefined && error !== null) {
    return <TileFailure tile={tile} reason={error.message} onRetry={refresh} />;
  }
  return (
    <Panel
      {...panel}
      title={texts.tiles[tile]}
      className={styles.panel}
      footer={section === undefined ? undefined : <SectionButton tile={tile} section={section} search={search} />}
    >
      {children}
    </Panel>
  );
}

type LinkProps = {
  readonly tile: HomeTile;
  readonly section: SectionId;
  readonly search: Omit<SectionSearch, 'section'> | undefined;
};

function SectionButton({ tile, section, search }: LinkProps) {
  const mayOpen = useSectionLink(section) !== undefined;
  const open = useOpenSection();
  const title = findSection(section)?.title ?? section;
  if (!mayOpen) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={`k-no-print ${styles.openButton}`}
      rightSection={<IconArrowRight size={14} aria-hidden="true" />}
      // Several tiles lead into one section.
      aria-label={named(texts.openOf(title), texts.tiles[tile])}
      onClick={() => open(section, search ?? {})}
    >
      {texts.openOf(title)}
    </Button>
  );
}
