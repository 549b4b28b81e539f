import { alertResource } from '@kianda/contract/operations/alerts/alerts.resource';
import { alertHistory, exportAlertHistory } from '@kianda/contract/operations/alerts/casework.contract';
import { alertTypes } from '@kianda/contract/operations/alerts/rules.contract';
import { alertHandling } from '@kianda/contract/operations/health/health.contract';
import { formatInstant } from '@kianda/format';
import { EmptyState, StatusPill, usePreferences } from '@kianda/ui';
import { handlingTones } from '../../shared/alert-tones.ts';
import type { ListState } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import styles from './auto-alerts.module.css';
import { historyTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

type Props = { readonly state: ListState; readonly onOpen: (id: string) => void };

/** Every alert there was, open and closed. */
export default function HistoryPanel({ state: listState, onOpen }: Props) {
  const { timeZone } = usePreferences();
  return (
    <ResourceList
      list={alertResource}
      endpoint={alertHistory}
      file={exportAlertHistory}
      state={listState}
      refetchSeconds={60}
      title={texts.title}
      description={() => texts.description}
      rowId={({ id }) => id}
      cells={{
        title: ({ id, title, timestamp }) => (
          <button
            type="button"
            className={styles.link}
            aria-label={`${texts.details(title)}, ${formatInstant(timestamp, timeZone, true)}`}
            onClick={() => onOpen(id)}
          >
            {title}
          </button>
        ),
        type: ({ type }) => <StatusPill tone={alertTones[type]}>{alertTypes[type]}</StatusPill>,
        state: ({ state }) => <StatusPill tone={handlingTones[state]}>{alertHandling[state]}</StatusPill>,
      }}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    />
  );
}
