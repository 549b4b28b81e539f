import { allows } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { auditStatus } from '@kianda/contract/people/audit/audit.contract';

import { Instant, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { useAccount } from '../../../../client/context.tsx';
import { FigureList } from '../../../shared/figure-list.tsx';
import { pick } from '../../../shared/sourced.ts';
import { usePlatform } from '../../../shared/use-platform.ts';
import { firstRecordAt, seedsOf, startedAt, useAudit, useHealth, useOverview, usePresence } from '../api/use-demo.ts';
import { demoTexts } from '../texts.pt.ts';
import styles from './demo.module.css';

const texts = demoTexts.installation;

/** In which mode the installation runs, since when, and what that means for what is read here. */
export function InstallationPanel() {
  const { role } = useAccount();
  const platform = usePlatform();
  const health = useHealth();
  const overview = useOverview();
  const presence = usePresence();
  const audit = useAudit();
  const instant = (value: number | string) => <Instant at={value} />;
  return (
    <Panel id="instalacao" title={texts.title} source={platform} skeleton={<SkeletonLines lines={6} />}>
      {({ mode }, provenance) => (
        <div className={styles.installation}>
          <div className={styles.words}>
            <StatusPill tone={mode === 'demo' ? 'info' : 'good'}>{texts.modes[mode]}</StatusPill>
            <p>{texts.meaning[mode]}</p>
            {allows(listConnectors.access, role) ? null : <p>{texts.noProviders}</p>}
          </div>
          <FigureList
            within={provenance}
            rows={[
              { label: texts.since, value: startedAt(health), display: instant },
              ...(allows(auditStatus.access, role)
                ? [{ label: texts.firstRecord, value: firstRecordAt(audit), display: instant }]
                : []),
              { label: texts.seed, value: seedsOf([overview, presence]) },
              { label: texts.operator, value: pick(platform, ({ operatorName }) => operatorName) },
              { label: texts.version, value: pick(platform, ({ version }) => version) },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
