import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { EmptyState, PanelFrame } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { analysisTabs } from '../search.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { HovmollerTab } from './hovmoller-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SeriesTab } from './series-tab.tsx';
import { TransectTab } from './transect-tab.tsx';

const texts = temporalTexts.analysis;
const parts = { series: SeriesTab, hovmoller: HovmollerTab, transect: TransectTab, profile: ProfileTab } as const;

/** The variable at one place, along a line, along the coast, and below the surface. */
export function AnalysisPanel({ view }: { readonly view: View }) {
  const { tab, variable } = view.search;
  const { kind } = describeTemporal(variable).source;
  const hasFields = kind !== 'tracks';
  const Part = parts[tab];
  return (
    <PanelFrame title={texts.title}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          view.change({ tab: analysisTabs.find((name) => name === next) ?? 'series' }, { replace: true })
        }
      >
        <Tabs.List aria-label={texts.title}>
          {analysisTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {texts.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          {hasFields || tab === 'profile' ? (
            <Part key={variable} view={view} />
          ) : (
            <EmptyState title={temporalTexts.stage.noFields}>{view.records.get(variable)?.reason}</EmptyState>
          )}
        </Tabs.Panel>
      </Tabs>
    </PanelFrame>
  );
}
