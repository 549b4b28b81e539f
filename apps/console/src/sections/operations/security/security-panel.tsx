import {
  type SecurityCheckResult,
  securityChecks,
  securityStates,
} from '@kianda/contract/operations/security/security.contract';
import { FactList, named, Panel, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../shell/use-section.ts';
import { findSection } from '../../sections.ts';
import styles from './security-panel.module.css';
import { securityTexts as texts } from './texts.pt.ts';

const tones: Readonly<Record<SecurityCheckResult['state'], StatusTone>> = {
  enforced: 'good',
  attention: 'caution',
  missing: 'bad',
  unknown: 'unknown',
};

/** Security checks: the rule in force, the recommended one, and the evidence. */
export function SecurityPanel() {
  const result = useEndpoint(securityChecks, {}, { refetchSeconds: 60 });
  return (
    <Panel
      id="seguranca"
      title={texts.title}
      source={result}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          loading={result.isRefreshing}
          onClick={result.refresh}
        >
          {texts.refresh}
        </Button>
      }
    >
      {({ checks }) => (
        <>
          <ul className={styles.counts}>
            {securityStates.map((state) => (
              <li key={state}>
                <StatusPill tone={tones[state]}>
                  {`${texts.counts[state]}: ${checks.filter((check) => check.state === state).length}`}
                </StatusPill>
              </li>
            ))}
          </ul>
          <ul className={styles.list}>
            {checks.map((check) => (
              <Check key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Check({ check }: { readonly check: SecurityCheckResult }) {
  const open = useOpenSection();
  const { section: sectionId } = check;
  const section = sectionId === null ? undefined : findSection(sectionId);
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {check.title} <StatusPill tone={tones[check.state]}>{texts.states[check.state]}</StatusPill>
        </h3>
        <p className={styles.summary}>{check.summary}</p>
        {section === undefined ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={named(texts.open(section.title), check.title)}
            onClick={() => open(section.id)}
          >
            {texts.open(section.title)}
          </Button>
        )}
      </div>
      {check.evidence.length === 0 ? null : (
        <div className={styles.evidence}>
          <FactList items={check.evidence.map(({ label, value }) => [label, value] as const)} />
        </div>
      )}
    </li>
  );
}
