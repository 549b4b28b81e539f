import styles from '../detail.module.css';
import type { ViewProps } from '../view-props.ts';
import { Cursors } from './cursors.tsx';
import { ScheduleEditor } from './schedule-editor.tsx';

/** When a connector runs, and from where each of its streams goes on. */
export default function Schedule({ connector, runs, mayConfigure }: ViewProps) {
  return (
    <div className={styles.stack}>
      <ScheduleEditor
        key={`${connector.schedule} ${connector.paused}`}
        connector={connector}
        mayConfigure={mayConfigure}
      />
      <Cursors connector={connector} runs={runs} mayConfigure={mayConfigure} />
    </div>
  );
}
