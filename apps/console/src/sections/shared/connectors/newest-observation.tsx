import { UNKNOWN } from '@kianda/format';
import { RelativeTime } from '@kianda/ui';
import type { Connector } from './fallback.ts';
import { connectorStateTexts as texts } from './texts.pt.ts';

type Props = {
  readonly at: string | null;
  readonly connector: Pick<Connector, 'freshnessBy' | 'lastSuccess'>;
  /** Reason while nothing was obtained yet. */
  readonly unknown: string;
};

/** Time of the newest observation; for a register without one, that its data have no time of their own. */
export function NewestObservation({ at, connector, unknown }: Props) {
  if (at !== null) return <RelativeTime at={at} />;
  if (connector.freshnessBy === 'retrieval' && connector.lastSuccess !== null)
    return <span title={texts.withoutTimeWhy}>{texts.withoutTime}</span>;
  return <span title={unknown}>{UNKNOWN}</span>;
}
