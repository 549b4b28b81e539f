import type { BodyOf } from '@kianda/contract';
import type { recordUsage, UsageDevice, UsageEntry } from '@kianda/contract/people/usage/usage-recording.contract';

type Report = BodyOf<typeof recordUsage>;

/** Whether this browser asks not to be followed. */
export function browserRefusesTracking(view: Window): boolean {
  const { doNotTrack } = view.navigator;
  const privacy: unknown = Reflect.get(view.navigator, 'globalPrivacyControl');
  return doNotTrack === '1' || privacy === true;
}

/** Kind of this device, guessed from its screen and pointer. */
export function deviceOf(view: Window): UsageDevice {
  if (!view.matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(view.screen.width, view.screen.height) < 600 ? 'mobile' : 'tablet';
}

/** Outcome of a report: stored, refused for good, or not delivered this time. */
export type Delivery = 'recorded' | 'refused' | 'undelivered';

export type UsageReporter = {
  /** The section in view; the same one again changes nothing. */
  readonly show: (section: string) => void;
  /** A file was handed over in the present section. */
  readonly exported: () => void;
  /** The page went out of view or came back: only time in view counts. */
  readonly setVisible: (isVisible: boolean) => void;
  /** Sends what there is; what is not delivered waits for the next time. `last`: the page may be gone right after. */
  readonly flush: (last?: boolean) => Promise<void>;
};

/** Counts what one page does and reports it in small batches. Nobody waits for it, and once refused it is silent. */
export function createUsageReporter(deps: {
  readonly send: (report: Report, last: boolean) => Promise<Delivery>;
  readonly clock: () => number;
  readonly device: UsageDevice;
  /** Made anew by each load of the console. */
  readonly visit: string;
}): UsageReporter {
  const { send, clock, device, visit } = deps;
  /** At most one entry a section, so that nothing grows while the network is away. */
  let waiting = new Map<string, UsageEntry>();
  let current: string | null = null;
  let visibleSince: number | null = null;
  let isRefused = false;
  let isSending = false;

  function add(section: string, part: Partial<UsageEntry>): void {
    const before = waiting.get(section) ?? { section, opened: 0, seconds: 0, exports: 0 };
    waiting.set(section, {
      section,
      opened: Math.min(1_000, before.opened + (part.opened ?? 0)),
      seconds: Math.min(86_400, before.seconds + (part.seconds ?? 0)),
      exports: Math.min(1_000, before.exports + (part.exports ?? 0)),
    });
  }

  /** Books the time in view since the last booking. */
  function book(): void {
    if (current === null || visibleSince === null) return;
    const now = clock();
    add(current, { seconds: Math.max(0, (now - visibleSince) / 1000) });
    visibleSince = now;
  }

  return {
    show(section) {
      if (isRefused || section === current) return;
      book();
      current = section;
      visibleSince ??= clock();
      add(section, { opened: 1 });
    },
    exported() {
      if (!isRefused && current !== null) add(current, { exports: 1 });
    },
    setVisible(isVisible) {
      if (isVisible) visibleSince ??= clock();
      else {
        book();
        visibleSince = null;
      }
    },
    async flush(last = false) {
      if (isRefused || isSending) return;
      book();
      const entries = [...waiting.values()].slice(0, 50);
      if (entries.length === 0) return;
      const rest = [...waiting].slice(50);
      waiting = new Map(rest);
      isSending = true;
      try {
        const delivery = await send({ visit, device, entries }, last);
        if (delivery === 'refused') {
          isRefused = true;
          waiting = new Map();
        }
        if (delivery === 'undelivered') for (const { section, ...part } of entries) add(section, part);
      } finally {
        isSending = false;
      }
    },
  };
}
