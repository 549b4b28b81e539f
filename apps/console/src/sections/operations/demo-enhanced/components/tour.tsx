import { More, PanelFrame, ProvenanceBadge, SkeletonBar, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { findSection } from '../../../sections.ts';
import { LeadFigure } from '../../../shared/figure-list.tsx';
import { useSeenSteps } from '../api/use-seen-steps.ts';
import { stepGroups, type TourStep, useTour } from '../api/use-tour.ts';
import { demoTexts, stepTexts } from '../texts.pt.ts';
import styles from './demo.module.css';

const texts = demoTexts.tour;
/** Groups of steps shown at once. */
const firstGroups = 2;

/** Name of a step: its own, or that of the section it opens. */
function titleOf({ id, section }: TourStep): string {
  const own = stepTexts[id];
  return 'title' in own ? own.title : (findSection(section)?.title ?? section);
}

/** The guided tour: what this account may open, one live figure each, with what it has seen already. */
export function Tour() {
  const steps = useTour();
  const { seen, mark, restart } = useSeenSteps();
  const openSection = useOpenSection();
  const open = (step: TourStep) => {
    mark(step.id);
    openSection(step.section, step.search);
  };
  const isSeen = (step: TourStep) => seen?.includes(step.id) === true;
  const done = steps.filter(isSeen).length;
  const next = steps.find((step) => !isSeen(step));
  const groups = stepGroups.filter((group) => steps.some((step) => step.group === group));
  return (
    <PanelFrame
      id="percurso"
      title={texts.title}
      description={texts.text}
      actions={
        <>
          {done > 0 ? (
            <Button size="xs" variant="subtle" onClick={restart}>
              {texts.restart}
            </Button>
          ) : null}
          {seen === undefined || next === undefined ? null : (
            <Button size="xs" onClick={() => open(next)}>
              {done === 0 ? texts.start : texts.next(titleOf(next))}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.progress}>
        {seen === undefined ? (
          <SkeletonBar width="180px" />
        ) : (
          <>
            <progress value={done} max={steps.length} aria-label={texts.progressLabel} />
            <span role="status">{texts.progress(done, steps.length)}</span>
          </>
        )}
      </div>
      {groups.slice(0, firstGroups).map((group) => (
        <StepGroup key={group} group={group} steps={steps} isSeen={isSeen} onOpen={open} />
      ))}
      {groups.length <= firstGroups ? null : (
        <div className={styles.group}>
          <More of={texts.title}>
            {groups.slice(firstGroups).map((group) => (
              <StepGroup key={group} group={group} steps={steps} isSeen={isSeen} onOpen={open} />
            ))}
          </More>
        </div>
      )}
    </PanelFrame>
  );
}

type GroupProps = {
  readonly group: TourStep['group'];
  /** All of the tour, by which those of the group are numbered. */
  readonly steps: readonly TourStep[];
  readonly isSeen: (step: TourStep) => boolean;
  readonly onOpen: (step: TourStep) => void;
};

function StepGroup({ group, steps, isSeen, onOpen }: GroupProps) {
  return (
    <section aria-labelledby={`percurso-${group}`} className={styles.group}>
      <h3 id={`percurso-${group}`} className={styles.groupTitle}>
        {texts.groups[group]}
      </h3>
      <ol className={styles.steps} start={steps.findIndex((step) => step.group === group) + 1}>
        {steps
          .filter((step) => step.group === group)
          .map((step) => (
            <li key={step.id}>
              <StepCard
                step={step}
                number={steps.indexOf(step) + 1}
                isSeen={isSeen(step)}
                onOpen={() => onOpen(step)}
              />
            </li>
          ))}
      </ol>
    </section>
  );
}

type CardProps = {
  readonly step: TourStep;
  readonly number: number;
  readonly isSeen: boolean;
  readonly onOpen: () => void;
};

/** One capability: its figure with its origin, what is seen there, and the way in. */
function StepCard({ step, number, isSeen, onOpen }: CardProps) {
  const { id, figure, unit, format } = step;
  const title = titleOf(step);
  const words = stepTexts[id];
  return (
    <article aria-labelledby={`etapa-${id}`} className={styles.card}>
      <header className={styles.head}>
        <h4 id={`etapa-${id}`} className={styles.name}>
          {title}
        </h4>
        {isSeen ? (
          <StatusPill tone="good">{texts.seen}</StatusPill>
        ) : (
          <span className={styles.number}>{texts.step(number)}</span>
        )}
      </header>
      <LeadFigure
        value={figure}
        caption={words.caption}
        {...(unit === undefined ? {} : { unit })}
        {...(format === undefined ? {} : { format })}
      />
      <p className={styles.text}>{words.text}</p>
      <footer className={styles.foot}>
        {figure === undefined ? (
          <SkeletonBar width="80px" height={16} />
        ) : (
          <ProvenanceBadge provenance={figure.provenance} />
        )}
        <Button size="xs" variant="light" onClick={onOpen} aria-label={texts.open(title)}>
          {texts.openShort}
        </Button>
      </footer>
    </article>
  );
}
