import { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import { Instant } from '@kianda/ui';
import { IconTool } from '@tabler/icons-react';
import { useEndpoint } from '../client/use-endpoint.ts';
import { useHeldSpace } from './notice-space.tsx';
import styles from './offline-notice.module.css';
import { shellTexts } from './texts.pt.ts';

/** Says that the platform is in maintenance, in the words of whoever began it. */
export function MaintenanceNotice() {
  const { sourced, error } = useEndpoint(operatingMode, {}, { refetchSeconds: 60 });
  const maintenance = sourced?.value.maintenance ?? null;
  useHeldSpace(sourced === undefined && error === null);
  return (
    <div role="status">
      {maintenance === null ? null : (
        <p className={styles.notice}>
          <IconTool size={16} aria-hidden="true" />
          <span>
            {maintenance.until === null ? (
              shellTexts.maintenance(maintenance.message, null)
            ) : (
              <Instant at={maintenance.until} words={(until) => shellTexts.maintenance(maintenance.message, until)} />
            )}
          </span>
        </p>
      )}
    </div>
  );
}
