import { cx, named, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconExternalLink,
  IconMaximize,
  IconMinimize,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCircular } from '../../../client/links.ts';
import { useFullscreen } from '../use-fullscreen.ts';
import styles from './embedded.module.css';
import { embeddedTexts } from './texts.pt.ts';
import { useFrame } from './use-frame.ts';

export type EmbeddedProps = {
  readonly title: string;
  readonly description?: string | undefined;
  /** Absolute address, already rewritten for this installation. */
  readonly src: string;
  readonly icon?: ReactNode;
  /** Pixels; 800 unless given. */
  readonly height?: number | undefined;
  readonly allowFullscreen?: boolean | undefined;
  readonly showControls?: boolean | undefined;
  /** Takes all the height there is. */
  readonly fill?: boolean | undefined;
  /** Id in the catalogue, for pages that take a token. */
  readonly interfaceId?: string | undefined;
  /** Address of 'Abrir em novo separador'; the page itself unless given. */
  readonly newTabHref?: string | undefined;
};

/** A page in a sandboxed frame, with its true state. */
export function EmbeddedInterface(props: EmbeddedProps) {
  const [attempt, setAttempt] = useState(0);
  if (isCircular(props.src, window.location)) {
    return (
      <section className={styles.card} role="alert">
        <h2 className={styles.cardTitle}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          {embeddedTexts.circularTitle}
        </h2>
        <p>{embeddedTexts.circularText}</p>
        <p className="k-mono">{props.src}</p>
      </section>
    );
  }
  // Another page is another frame: it must never be given the token of the one before it.
  return <Frame key={`${attempt} ${props.src}`} {...props} attempt={attempt} onAgain={() => setAttempt(attempt + 1)} />;
}

type FrameProps = EmbeddedProps & { readonly attempt: number; readonly onAgain: () => void };

function Frame(props: FrameProps) {
  const { title, src, height = 800 } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const onState = (hash: string) => {
    void navigate({
      to: '.',
      search: true,
      hash: hash.replace(/^#/, ''),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  // The view that a shared link asks for; later changes come from the page itself and must not load it again.
  const [address] = useState(() => src + window.location.hash);
  const { onLoad, hasLoaded, ...state } = useFrame({
    address: src,
    interfaceId: props.interfaceId,
    frame,
    onState,
    // The section itself refuses those who may not see it, and says so of one that does not exist.
    onOpen: (section) => void navigate({ to: '.', search: { section } }),
  });
  const [isFullscreen, toggleFullscreen] = useFullscreen(box);
  const shows = state.phase === 'loading' || state.phase === 'online';
  return (
    <div ref={box} className={cx(styles.box, props.fill === true && styles.fill)}>
      <FrameHeader
        {...props}
        isOnline={state.phase === 'online'}
        isFullscreen={isFullscreen}
        onFullscreen={toggleFullscreen}
      />
      <div
        className={styles.stage}
        style={
          isFullscreen
            ? undefined
            : { height: props.fill === true ? undefined : `min(${height}px, calc(100dvh - 170px))` }
        }
      >
        {state.phase === 'failed' ? <Failure {...state} attempt={props.attempt} onRetry={props.onAgain} /> : null}
        {state.phase === 'checking' || state.phase === 'loading' ? (
          <div className={styles.waiting}>
            <p role="status">{embeddedTexts.loading}</p>
            <p>{embeddedTexts.steps[state.phase === 'loading' && hasLoaded ? 'starting' : state.phase]}</p>
            <SkeletonLines lines={6} />
          </div>
        ) : null}
        {shows ? (
          <iframe
            ref={frame}
            className={styles.frame}
            title={embeddedTexts.frameTitle(title)}
            src={address}
            sandbox={sandboxFor(src)}
            allow="fullscreen; geolocation; clipboard-write"
            referrerPolicy="strict-origin-when-cross-origin"
            onLoad={onLoad}
          />
        ) : null}
      </div>
    </div>
  );
}

type HeaderProps = FrameProps & {
  readonly isOnline: boolean;
  readonly isFullscreen: boolean;
  readonly onFullscreen: () => void;
};

function FrameHeader(props: HeaderProps) {
  const { title, description, src, icon, allowFullscreen = true, showControls = true } = props;
  const { isOnline, isFullscreen, onFullscreen } = props;
  return (
    <header className={styles.header}>
      {icon === undefined ? null : (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.titles}>
        <h2 className={styles.title}>{title}</h2>
        {description === undefined ? null : <p className={styles.description}>{description}</p>}
      </div>
      <span role="status" className={styles.state}>
        {isOnline ? <StatusPill tone="good">{embeddedTexts.online}</StatusPill> : null}
      </span>
      {showControls ? (
        <div className={styles.controls}>
          <Control
            label={named(embeddedTexts.refresh, title)}
            icon={<IconRefresh size={18} />}
            onPress={props.onAgain}
          />
          <a
            className={styles.control}
            href={props.newTabHref ?? src}
            target="_blank"
            rel="noopener"
            aria-label={embeddedTexts.newTab}
            title={embeddedTexts.newTab}
          >
            <IconExternalLink size={18} aria-hidden="true" />
          </a>
          {allowFullscreen ? (
            <Control
              label={isFullscreen ? embeddedTexts.leaveFullscreen : embeddedTexts.fullscreen}
              icon={isFullscreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
              onPress={onFullscreen}
            />
          ) : null}
        </div>
      ) : null}
    </header>
  );
}

/**
 * A page of the console's own origin with scripts and its origin could take its sandbox off: it keeps the scripts only. One of
 * another origin may ask the browser to print it, which counts as a dialog.
 */
function sandboxFor(src: string): string {
  const common = 'allow-scripts allow-forms allow-popups allow-downloads';
  return new URL(src).origin === window.location.origin ? common : `${common} allow-same-origin allow-modals`;
}

function Control({
  label,
  icon,
  onPress,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className={styles.control} aria-label={label} title={label} onClick={onPress}>
      <span aria-hidden="true">{icon}</span>
    </button>
  );
}

type FailureProps = {
  readonly reason: string;
  readonly isPassing: boolean;
  /** How many times it was begun again. */
  readonly attempt: number;
  readonly onRetry: () => void;
};

/** Waits before a page is begun again by itself; after them, a person decides. */
const waitsSeconds = [5, 15, 45, 120];

function Failure({ reason, isPassing, attempt, onRetry }: FailureProps) {
  const waitSeconds = isPassing ? waitsSeconds[attempt] : undefined;
  const again = useEffectEvent(onRetry);
  useEffect(() => {
    if (waitSeconds === undefined) return undefined;
    const timer = setTimeout(again, waitSeconds * 1000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  return (
    <div className={styles.failure} role="alert">
      <IconPlugConnectedX size={28} aria-hidden="true" />
      <p className={styles.cardTitle}>{embeddedTexts.errorTitle}</p>
      <p>{embeddedTexts.errorText}</p>
      <p className={styles.reason}>{embeddedTexts.reason(reason)}</p>
      {waitSeconds === undefined ? null : <p>{embeddedTexts.again(waitSeconds)}</p>}
      <Button onClick={onRetry}>{embeddedTexts.retry}</Button>
    </div>
  );
}
