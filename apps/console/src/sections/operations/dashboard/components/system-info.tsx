import { PanelFrame } from '@kianda/ui';
import { FigureList } from '../../../shared/figure-list.tsx';
import { useSystemInfo } from '../api/use-system-info.ts';
import { dashboardTexts } from '../texts.pt.ts';

/** Contents and version of this installation, line by line. */
export function SystemInfo() {
  const { rows, provenance } = useSystemInfo();
  return (
    <PanelFrame title={dashboardTexts.info.title} provenance={provenance}>
      <FigureList rows={rows} within={provenance} />
    </PanelFrame>
  );
}
