import type { RealtimeHub } from './hub.ts';

/** Connections to this process; null while it serves no realtime connections. */
export type RealtimeFigures = {
  connections(): number | null;
  listeners(): ReturnType<RealtimeHub['listeners']>;
};

/** Figures that can be handed out before the hub exists: it needs modules that read them. */
export function createRealtimeFigures(): RealtimeFigures & {
  follow(hub: RealtimeHub, isServing: () => boolean): void;
} {
  let followed: { readonly hub: RealtimeHub; readonly isServing: () => boolean } | null = null;
  const serving = () => (followed?.isServing() === true ? followed.hub : null);
  return {
    connections: () => serving()?.connectionCount() ?? null,
    listeners: () => serving()?.listeners() ?? [],
    follow(hub, isServing) {
      followed = { hub, isServing };
    },
  };
}
