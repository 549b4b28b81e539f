import type { Provenance, Sourced } from '@kianda/contract';
import { Button } from '@mantine/core';
import { type ReactNode, use, useId } from 'react';
import { cx } from '../cx.ts';
import { named } from '../named.ts';
import { ProvenanceBadge } from '../provenance/provenance-badge.tsx';
import { uiTexts } from '../texts.pt.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FigureToolContext } from './figure-tool.ts';
import styles from './panel.module.css';
import { useReportError } from './report-context.ts';
import { SkeletonLines } from './skeletons.tsx';

/** A failure in words that a person can act on. */
export type PanelError = {
  readonly message: string;
  readonly requestId?: string | undefined;
  /** `offline`, `network` and `timeout` are failures of the line. */
  readonly kind?: string | undefined;
};

/** Data of a panel: the shape that `useEndpoint` returns. */
export type PanelSource<T> = {
  readonly sourced: Sourced<T> | undefined;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  readonly error: PanelError | null;
  readonly refresh: () => void;
};

type Frame = {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
  /** Anchor of the panel in the address. */
  readonly id?: string | undefined;
  /** No padding around the content: tables and maps. */
  readonly flush?: boolean;
};

type Props<T> = Frame & {
  readonly source: PanelSource<T>;
  readonly children: (value: T, provenance: Provenance) => ReactNode;
  /** Has the final geometry, so that nothing moves when the data arrive. */
  readonly skeleton?: ReactNode;
  readonly isEmpty?: (value: T) => boolean;
  readonly empty?: ReactNode;
};

/** A titled part of a page that loads, shows, empties and fails on its own. */
export function Panel<T>(props: Props<T>) {
  const { source, children, skeleton, isEmpty, empty, ...frame } = props;
  const { sourced, error } = source;
  return (
    <PanelFrame {...frame} provenance={originOf(sourced, isEmpty)} busy={source.isLoading || source.isRefreshing}>
      {sourced === undefined && error !== null ? (
        <PanelFailure of={props.title} error={error} onRetry={source.refresh} />
      ) : null}
      {sourced === undefined && error === null ? (skeleton ?? <SkeletonLines lines={4} />) : null}
      {sourced !== undefined && error !== null ? (
        <p className={styles.notice} role="status">
          {uiTexts.panel.refreshFailed}{' '}
          <button
            type="button"
            className={styles.inlineRetry}
            aria-label={named(uiTexts.panel.retry, props.title)}
            onClick={source.refresh}
          >
            {uiTexts.panel.retry}
          </button>
        </p>
      ) : null}
      {sourced !== undefined
        ? isEmpty?.(sourced.value)
          ? emptyOf(sourced, empty)
          : children(sourced.value, sourced.provenance)
        : null}
    </PanelFrame>
  );
}

/** Origin of what is shown. Where there is nothing, and no sample in its place, there is nothing to have one: the reason is in the text. */
function originOf<T>(sourced: Sourced<T> | undefined, isEmpty: Props<T>['isEmpty']): Provenance | undefined {
  const isNothing =
    sourced?.provenance.state === 'fallback' && sourced.example === undefined && isEmpty?.(sourced.value) === true;
  return isNothing ? undefined : sourced?.provenance;
}

/** Nothing there; but where only an example was to be had, nobody knows whether there is anything. */
function emptyOf({ example, provenance }: Sourced<unknown>, empty: ReactNode): ReactNode {
  if (example === undefined || provenance.state !== 'fallback') {
    return empty ?? <EmptyState title={uiTexts.panel.emptyTitle} />;
  }
  return <EmptyState title={uiTexts.panel.unknownTitle}>{provenance.reason}</EmptyState>;
}

type FrameProps = Frame & {
  readonly provenance?: Provenance | undefined;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

/** The frame alone, for content that has no single source. */
export function PanelFrame(props: FrameProps) {
  const titleId = useId();
  const report = useReportError();
  const tool = use(FigureToolContext);
  return (
    <section
      id={props.id}
      aria-labelledby={titleId}
      aria-busy={props.busy}
      className={cx(styles.panel, props.className)}
    >
      <header className={styles.header}>
        <div className={styles.titles}>
          <div className={styles.titleRow}>
            <h2 id={titleId} className={styles.title}>
              {props.title}
            </h2>
            {tool?.button({ title: props.title, id: props.id })}
          </div>
          {props.description === undefined ? null : <p className={styles.description}>{props.description}</p>}
        </div>
        <div className={styles.side}>
          {props.provenance === undefined ? null : <ProvenanceBadge provenance={props.provenance} />}
          {props.actions}
        </div>
      </header>
      <div className={cx(styles.body, props.flush === true && styles.flush)}>
        <ErrorBoundary
          onError={report}
          fallback={(error, reset) => (
            <PanelFailure
              of={props.title}
              error={{ message: uiTexts.panel.crashed }}
              detail={error.message}
              onRetry={reset}
            />
          )}
        >
          {props.children}
        </ErrorBoundary>
      </div>
      {props.footer === undefined ? null : <footer className={styles.footer}>{props.footer}</footer>}
    </section>
  );
}

type FailureProps = {
  /** Title of the panel that failed: a page may show several. */
  readonly of?: string;
  readonly error: PanelError;
  readonly detail?: string;
  readonly onRetry: () => void;
};

/** Message of a failure, what still works, and the button that tries again. */
export function PanelFailure({ of, error, detail, onRetry }: FailureProps) {
  const { retry } = uiTexts.panel;
  // A request that never left is known by its number to nobody.
  const isOffline = error.kind === 'offline';
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.failureTitle}>{uiTexts.panel.errorTitle}</p>
      <p>{error.message}</p>
      {detail === undefined ? null : <p className={styles.failureDetail}>{detail}</p>}
      <p className={styles.failureNote}>
        {noteOf(error)}
        {isOffline || error.requestId === undefined ? null : (
          <>
            {' '}
            <span className="k-mono">{uiTexts.panel.request(error.requestId)}</span>
          </>
        )}
      </p>
      <Button variant="default" aria-label={of === undefined ? retry : named(retry, of)} onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}

/** Word on the rest of the page: none where the line itself is in doubt. */
function noteOf({ kind }: PanelError): string | null {
  if (kind === 'offline') return uiTexts.panel.noCopy;
  return kind === 'network' || kind === 'timeout' ? null : uiTexts.panel.stillRight;
}
