import { allows } from '@kianda/contract';
import { titleCase } from '@kianda/format';
import { EmptyState, ErrorBoundary, ReportErrorContext, SkeletonCards } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react';
import { useAccount } from '../client/context.tsx';
import { ErrorCard } from '../shell/error-card.tsx';
import { isMissingPart, PartMissing } from '../shell/part-missing.tsx';
import { shellTexts } from '../shell/texts.pt.ts';
import { useErrorReport } from '../shell/use-error-report.ts';
import { useOpenSection } from '../shell/use-section.ts';
import { screenThatCame } from './first-section.ts';
import { pages } from './pages.ts';
import styles from './placeholder/placeholder.module.css';
import { Placeholder } from './placeholder/placeholder.tsx';
import { defaultSectionId, findSection } from './sections.ts';
import { FigureDiscussions } from './shared/discussions/figure-discussions.tsx';

/** Title of any section id: of its entry, or made from the id. */
export function sectionTitle(sectionId: string): string {
  return findSection(sectionId)?.title ?? titleCase(sectionId);
}

const UnknownSection = lazy(() => import('./placeholder/unknown-section.tsx'));

const screens: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = Object.fromEntries(
  Object.entries(pages).map(([id, load]) => [id, lazy(load)]),
);

/** The chosen section: its screen, the placeholder, or the word that this account may not open it. */
export function SectionView({ sectionId }: { readonly sectionId: string }) {
  const { role } = useAccount();
  const open = useOpenSection();
  const report = useErrorReport();
  const home = () => open(defaultSectionId);
  const section = findSection(sectionId);
  // Chosen once: another kind of the same screen would begin it anew.
  const [Screen] = useState(() => screenThatCame(sectionId) ?? screens[section?.id ?? sectionId]);
  if (section !== undefined && !allows(section.access, role)) return <Forbidden name={section.title} onHome={home} />;
  if (section === undefined)
    return (
      <Suspense fallback={<SkeletonCards />}>
        <UnknownSection sectionId={sectionId} onHome={home} />
      </Suspense>
    );
  if (Screen === undefined) return <Placeholder sectionId={sectionId} onHome={home} />;
  return (
    <ReportErrorContext value={report}>
      <ErrorBoundary
        onError={(error, stack) => (isMissingPart(error) ? undefined : report(error, stack))}
        fallback={(error, reset) =>
          isMissingPart(error) ? <PartMissing /> : <ErrorCard error={error} onRetry={reset} />
        }
      >
        <Suspense fallback={<SkeletonCards />}>
          <FigureDiscussions sectionId={sectionId}>
            <Screen />
          </FigureDiscussions>
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
