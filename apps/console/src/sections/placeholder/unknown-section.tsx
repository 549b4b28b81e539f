import { allows } from '@kianda/contract';
import { EmptyState } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useAccount } from '../../client/context.tsx';
import { useOpenSection } from '../../shell/use-section.ts';
import { plannedSections } from '../planned.ts';
import { allSections } from '../sections.ts';
import { nearestSections } from './nearest.ts';
import styles from './placeholder.module.css';
import { placeholderTexts } from './texts.pt.ts';

type Props = { readonly sectionId: string; readonly onHome: () => void };

/** Page of an address that names no section: the sections with the nearest names, and the way home. */
export default function UnknownSection({ sectionId, onHome }: Props) {
  const { role } = useAccount();
  const open = useOpenSection();
  const offered = allSections.filter(({ id, access }) => allows(access, role) && !plannedSections.has(id));
  const nearest = nearestSections(sectionId, offered);
  return (
    <div className={styles.card}>
      <EmptyState
        icon={<IconMapQuestion size={22} />}
        title={placeholderTexts.unknownTitle}
        action={
          <Group justify="center">
            {nearest.map((section) => (
              <Button key={section.id} onClick={() => open(section.id)}>
                {section.title}
              </Button>
            ))}
            <Button variant="default" onClick={onHome}>
              {placeholderTexts.action}
            </Button>
          </Group>
        }
      >
        {placeholderTexts.unknownBody(sectionId, nearest.length > 0)}
      </EmptyState>
    </div>
  );
}
