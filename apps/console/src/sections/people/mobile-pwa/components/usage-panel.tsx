import { usageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatQuantity } from '@kianda/format';
import { EmptyState, Panel } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { BarList } from '../../../shared/bar-list.tsx';
import { mobileTexts } from '../texts.pt.ts';

const texts = mobileTexts.usage;

/** Visits by kind of device, for whoever may see how the platform is used. */
export function UsagePanel() {
  const report = useEndpoint(usageReport, { query: { period: '30d' } }, { refetchSeconds: 300 });
  const isOff = report.sourced?.value.recording.enabled === false;
  return (
    <Panel
      id="utilizacao"
      title={texts.title}
      description={texts.text}
      source={report}
      isEmpty={({ devices }) => devices.every(({ visits }) => visits === 0)}
      empty={<EmptyState title={texts.empty}>{isOff ? texts.off : null}</EmptyState>}
    >
      {({ devices }) => (
        <BarList
          caption={texts.caption}
          labelHeader={texts.device}
          valueHeader={texts.visits}
          noteHeader={texts.share}
          bars={devices.map(({ device, visits, share }) => ({
            id: device,
            label: texts.devices[device],
            value: visits,
            note: formatQuantity(share, '%', { maxDecimals: 1 }),
          }))}
        />
      )}
    </Panel>
  );
}
