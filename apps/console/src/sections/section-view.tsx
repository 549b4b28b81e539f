import { allows } from '@kianda/contract';
import { EmptyState, ErrorBoundary, ReportErrorContext, SkeletonCards, titleCase } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { useAccount } from '../client/context.tsx';
import { ErrorCard } from '../shell/error-card.tsx';
import { shellTexts } from '../shell/texts.pt.ts';
import { useErrorReport } from '../shell/use-error-report.ts';
import { useOpenSection } from '../shell/use-section.ts';
import { pages } from './pages.ts';
import styles from './placeholder/placeholder.module.css';
import { Placeholder } from './placeholder/placeholder.tsx';
import { defaultSectionId, findSection } from './sections.ts';

/** Title of any section id: of its entry, or made from the id. */
export function sectionTitle(sectionId: string): string {
  return findSection(sectionId)?.title ?? titleCase(sectionId);
}

const screens = new Map<string, LazyExoticComponent<ComponentType>>();

/** One lazy component per section, made once: a new one at each render would remount the screen. */
function screenOf(sectionId: string): LazyExoticComponent<ComponentType> | undefined {
  const known = screens.get(sectionId);
  if (known !== undefined) return known;
  const load = pages[sectionId];
  if (load === undefined) return undefined;
  const made = lazy(load);
  screens.set(sectionId, made);
  return made;
}

/** The chosen section: its screen, the placeholder, or the word that this account may not open it. */
export function SectionView({ sectionId }: { readonly sectionId: string }) {
  const { role } = useAccount();
  const open = useOpenSection();
  const report = useErrorReport();
  const home = () => open(defaultSectionId);
  const section = findSection(sectionId);
  if (section !== undefined && !allows(section.access, role)) return <Forbidden name={section.title} onHome={home} />;
  const Screen = screenOf(sectionId);
  if (Screen === undefined) return <Placeholder sectionId={sectionId} onHome={home} />;
  return (
    <ReportErrorContext value={report}>
      <ErrorBoundary onError={report} fallback={(error, reset) => <ErrorCard error={error} onRetry={reset} />}>
        <Suspense fallback={<SkeletonCards />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    </ReportErrorContext>
  );
}

function Forbidden({ name, onHome }: { readonly name: string; readonly onHome: () => void }) {
  return (
    <div className={styles.card}>
      <EmptyState
        icon={<IconLock size={22} />}
        title={shellTexts.forbiddenTitle}
        action={
          <Button variant="default" onClick={onHome}>
            {shellTexts.home}
          </Button>
        }
      >
        {shellTexts.forbiddenBody(name)}
      </EmptyState>
    </div>
  );
}
