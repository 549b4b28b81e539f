import { formatFlag, formatNumber } from '@kianda/format';
import { EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { absenceReason } from '../../../shared/absence.ts';
import { BarList } from '../../../shared/bar-list.tsx';
import type { Realtime } from '../api/use-realtime.ts';
import { realtimeTexts } from '../texts.pt.ts';

const texts = realtimeTexts.flags;
const wholeNumber = { maxDecimals: 0 } as const;
const shownFlags = 6;

/** Vessels of the presence window by flag State, the largest first. */
export function FlagsPanel({ presence }: { readonly presence: Realtime['presence'] }) {
  return (
    <Panel
      title={texts.title}
      source={presence}
      skeleton={<SkeletonLines lines={7} />}
      isEmpty={(data) => data.by_flag.length === 0}
      empty={<EmptyState title={texts.empty}>{absenceReason(presence.sourced) ?? texts.emptyText}</EmptyState>}
    >
      {({ by_flag }) => {
        const rest = by_flag.slice(shownFlags);
        const total = (key: 'vessels' | 'hours') => rest.reduce((sum, row) => sum + row[key], 0);
        const bars = by_flag.slice(0, shownFlags).map(({ flag, vessels, hours }) => ({
          id: flag,
          label: formatFlag(flag),
          value: vessels,
          note: texts.hours(formatNumber(hours, wholeNumber)),
        }));
        return (
          <BarList
            caption={texts.caption}
            labelHeader={texts.flag}
            valueHeader={texts.vessels}
            noteHeader={texts.presence}
            format={wholeNumber}
            bars={
              rest.length === 0
                ? bars
                : [
                    ...bars,
                    {
                      id: 'outras',
                      label: texts.others,
                      value: total('vessels'),
                      note: texts.hours(formatNumber(total('hours'), wholeNumber)),
                    },
                  ]
            }
          />
        );
      }}
    </Panel>
  );
}
