import { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { formatDuration } from '@kianda/format';
import { Instant, StatusPill } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureList, FigureSkeleton } from '../../../shared/figure-list.tsx';
import { mapFigure, pick, withReason } from '../../../shared/sourced.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.backups;

/** Age of the last backup, the next one, and whether the copies are where they should be. */
export function BackupsTile() {
  const backups = useEndpoint(backupOverview, {}, { refetchSeconds: 120 });
  return (
    <TilePanel tile="backups" source={backups} section="backup-security" skeleton={<FigureSkeleton rows={3} />}>
      {({ ageHours, isTooOld, rule }) => (
        <>
          {ageHours === null || isTooOld ? (
            <p className={styles.lead}>
              <StatusPill tone="attention">{ageHours === null ? texts.never : texts.tooOld}</StatusPill>
            </p>
          ) : null}
          <FigureList
            within={backups.sourced?.provenance}
            rows={[
              {
                label: texts.age,
                value: withReason(
                  mapFigure(backups.figure('ageHours'), (hours) =>
                    hours === null ? null : formatDuration(hours * 3_600),
                  ),
                  texts.never,
                ),
              },
              {
                label: texts.next,
                value: pick(backups, ({ next }) => next?.at ?? null, texts.noNext),
                display: (at) => <Instant at={at} />,
              },
              { label: texts.rule, value: pick(backups, () => (rule.isMet ? texts.met : texts.unmet)) },
            ]}
          />
        </>
      )}
    </TilePanel>
  );
}
