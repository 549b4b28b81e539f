import { isFailing, listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { usersSummary } from '@kianda/contract/people/identity/users.contract';
import { PanelFrame, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { openAccountView } from '../../../../shell/account/account-view.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { usePlatform } from '../../../shared/use-platform.ts';
import styles from '../home.module.css';
import { firstStepTexts } from './texts.pt.ts';

const texts = firstStepTexts.setup;
const slowly = { refetchSeconds: 60 } as const;

type PointId = keyof typeof texts.points;
type Found = { readonly isDone: boolean; readonly detail: string };
type Point = { readonly id: PointId; readonly found: Found | null; readonly detail: string; readonly go: () => void };

/** State of a point by an answer; none while it is on its way, and where it failed. */
function foundIn<T>(result: EndpointResult<T>, judge: (value: T) => Found): Pick<Point, 'found' | 'detail'> {
  if (result.sourced === undefined) return { found: null, detail: result.error?.message ?? texts.loading };
  const found = judge(result.sourced.value);
  return { found, detail: found.detail };
}

/** Points of the list, each with its state as the platform has it now. */
function usePoints(): readonly Point[] {
  const { totpEnabled } = useAccount();
  const open = useOpenSection();
  const platform = usePlatform();
  const users = useEndpoint(usersSummary, {}, slowly);
  const backups = useEndpoint(backupOverview, {}, slowly);
  const connectors = useEndpoint(listConnectors, {}, slowly);
  const twoStep = { isDone: totpEnabled, detail: totpEnabled ? texts.twoStepOn : texts.twoStepOff };
  return [
    {
      id: 'support',
      ...foundIn(platform, ({ supportEmail }) => ({
        isDone: supportEmail !== '',
        detail: supportEmail === '' ? texts.noSupport : supportEmail,
      })),
      go: () => open('system-config', { setting: 'KIANDA_SUPPORT_EMAIL' }),
    },
    { id: 'twoStep', found: twoStep, detail: twoStep.detail, go: () => openAccountView('two-step') },
    {
      id: 'mail',
      ...foundIn(users, ({ canMail }) => ({ isDone: canMail, detail: canMail ? texts.mailOn : texts.mailOff })),
      go: () => open('system-config', { setting: 'KIANDA_SMTP_URL' }),
    },
    {
      id: 'backup',
      ...foundIn(backups, ({ rule: { offsite } }) => ({
        isDone: offsite > 0,
        detail: offsite > 0 ? texts.offsite(offsite) : texts.noOffsite,
      })),
      go: () => open('backup-security'),
    },
    {
      id: 'credentials',
      ...foundIn(connectors, ({ connectors: all }) => credentialsOf(all)),
      go: () => open('data-connectors'),
    },
    {
      id: 'people',
      ...foundIn(users, ({ total }) => ({ isDone: total > 1, detail: total > 1 ? texts.people(total) : texts.alone })),
      go: () => open('user-management'),
    },
  ];
}

type Connectors = readonly {
  readonly name: string;
  readonly status: string;
  readonly simulated: boolean;
}[];

function credentialsOf(all: Connectors): Found {
  const failing = all.filter(isFailing).map(({ name }) => name);
  const simulated = all.filter((connector) => connector.simulated).length;
  if (failing.length > 0) return { isDone: false, detail: texts.refused(failing.join(', ')) };
  return { isDone: true, detail: simulated > 0 ? texts.simulated(simulated) : texts.allAnswer };
}

/** Check list of an administrator: state of each point and the way to where it is set. */
export default function SetupList({ onHide }: { readonly onHide: () => void }) {
  const points = usePoints();
  const done = points.filter(({ found }) => found?.isDone === true).length;
  return (
    <div className="k-no-print">
      <PanelFrame
        title={texts.title}
        description={texts.description(done, points.length)}
        actions={
          <Button size="compact-sm" variant="default" className={styles.openButton ?? ''} onClick={onHide}>
            {texts.hide}
          </Button>
        }
      >
        <ul className={styles.steps}>
          {points.map(({ id, found, detail, go }) => (
            <li key={id} className={styles.step}>
              <StatusPill tone={found === null ? 'unknown' : found.isDone ? 'good' : 'caution'}>
                {found === null ? texts.unknown : found.isDone ? texts.done : texts.todo}
              </StatusPill>
              <p className={styles.stepText}>
                {texts.points[id]}
                <span>{detail}</span>
              </p>
              <Button size="compact-sm" variant="subtle" aria-label={texts.goOf(texts.points[id])} onClick={go}>
                {texts.go}
              </Button>
            </li>
          ))}
        </ul>
      </PanelFrame>
    </div>
  );
}
